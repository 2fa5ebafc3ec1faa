import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../address.ts';
import { type RecordOf, useRecords } from '../api/records.ts';
import { useApi, useApiQuery, useInvalidate, useMode } from '../app.tsx';
import { useAsking } from '../parts/asking.ts';
import { Button } from '../parts/button.tsx';
import { SelectField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { clockOf, dayOf, useZone } from '../parts/time.tsx';
import { toast } from '../parts/toast.tsx';
import { wordsOf } from './words.ts';

/** Adds evidence as far as a person may, and says of each source how its evidence arrives. */
export function AddEvidenceButton({ subjectId }: { subjectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add evidence…</Button>
      {isOpen && <EvidenceDialog subjectId={subjectId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** People state no facts of their own: a check of a verification session is what they can add. */
const CHECK = '';

function EvidenceDialog({ subjectId, onClose }: { subjectId: string; onClose(): void }) {
  const api = useApi();
  const zone = useZone();
  const invalidate = useInvalidate();
  const sources = useRecords('sources', { order: 'newest' });
  const attempts = useApiQuery(['subject', subjectId, 'attempts'], (client, signal) =>
    client.verification.listSubjectAttempts({ params: { id: subjectId }, signal }),
  );
  const [sourceId, setSourceId] = useState(CHECK);
  const [picked, setPicked] = useState<string>();
  const source = sources.items.find(({ id }) => id === sourceId);
  const checks = (attempts.data?.items ?? []).flatMap((one) => one.checks);
  const check = checks.find(({ id }) => id === picked) ?? checks[0];
  const add = async (idempotencyKey: string) => {
    if (!check) return;
    const body = { checkId: check.id };
    await api.risk.importSessionCheck({ params: { id: subjectId }, body, idempotencyKey });
    toast('Evidence added.');
    onClose();
    await invalidate(['records', 'evidence'], ['subject', subjectId]);
  };
  const blocked = source
    ? `${source.data.key} takes evidence from its API keys, not by hand.`
    : check
      ? null
      : 'The subject has no check to add.';
  return (
    <FormDialog title="Add evidence" button="Add the evidence" blocked={blocked} onClose={onClose} onSubmit={add}>
      <SelectField
        label="Source"
        value={sourceId}
        options={[
          [CHECK, 'A check of a verification session'],
          ...sources.items.map(({ id, data }) => [id, data.key] as const),
        ]}
        onValue={setSourceId}
      />
      {source ? (
        <NotByHand source={source} />
      ) : (
        <QueryPart query={attempts} lines={2}>
          {() =>
            check ? (
              <>
                <SelectField
                  label="Check"
                  value={check.id}
                  options={checks.map(({ id, data }) => [
                    id,
                    `${wordsOf(data.kind)}, ${data.outcome ?? data.status}, ${dayOf(data.observedAt, zone)} ${clockOf(data.observedAt, zone)}`,
                  ])}
                  onValue={setPicked}
                />
                <p>
                  The value is the worst of the outcome and its flags, as of the time of the check. You are its source:
                  a policy counts it if it accepts you for <span className="mono">check.{check.data.kind}</span>.
                </p>
              </>
            ) : (
              <p>
                The latest attempts of this subject have no check. Checks are recorded in a verification session, which
                your backend creates.
              </p>
            )
          }
        </QueryPart>
      )}
    </FormDialog>
  );
}

const typeInWords = ({ type, itemType }: { type: string; itemType?: string | undefined }) =>
  type === 'list' ? `list of ${itemType}s` : type;

/** A receipt has to come from the system that observed the fact, so that no person can state it in its name. */
function NotByHand({ source: { data } }: { source: RecordOf<'sources'> }) {
  const mode = useMode();
  const { explain } = useAsking();
  const count = data.apiKeyIds.length;
  return (
    <>
      <div className="notice warn">
        <strong>Not by hand</strong>
        <p>
          {data.enabled
            ? `${data.key} states facts through the ${count === 1 ? 'API key that is' : `${count} API keys that are`} bound to it. No person can state them in its name.`
            : `${data.key} is disabled and takes no evidence.`}
        </p>
        <p>
          {explain('Owners and admins bind keys and switch sources on and off.')} See{' '}
          <Link to={pathIn(mode, 'sources')}>Sources</Link>.
        </p>
      </div>
      <ul className="sentences" aria-label="Facts of the source">
        {data.facts.map((fact) => (
          <li key={fact.key}>
            <span className="mono">{fact.key}</span>, {typeInWords(fact)}
          </li>
        ))}
      </ul>
    </>
  );
}
