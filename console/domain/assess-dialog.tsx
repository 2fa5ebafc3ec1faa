import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { pathIn } from '../address.ts';
import { type AssessmentPreview, usePreviews } from '../api/assessment-preview.ts';
import { usePoliciesInForce } from '../api/policies-in-force.ts';
import type { RecordOf } from '../api/records.ts';
import type { Overview } from '../api/subject.ts';
import { useApi, useMode } from '../app.tsx';
import { useAsking } from '../parts/asking.ts';
import { CheckboxSet, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { toast } from '../parts/toast.tsx';
import { decisionWord } from './decision-words.ts';
import { shown, wordsOf } from './words.ts';

type PolicyVersion = RecordOf<'policies'>;

/** Names the policies in force, and what an assessment with each would decide and request now. */
export function AssessDialog({
  id,
  overview,
  onClose,
  onDone,
}: {
  id: string;
  overview: Overview;
  onClose(): void;
  onDone(): Promise<unknown>;
}) {
  const api = useApi();
  const policies = usePoliciesInForce();
  const [trigger, setTrigger] = useState('Assessed in the console');
  const [picked, setPicked] = useState<readonly string[]>();
  const known = policies.data ?? [];
  const chosen = picked ?? suggested(overview, known);
  const versions = known.filter(({ data }) => chosen.includes(data.key));
  /** Not repeated when those that were refused are tried again. */
  const done = useRef(new Set<string>());
  const assess = async (idempotencyKey: string) => {
    const failures: string[] = [];
    for (const one of versions.filter((version) => !done.current.has(version.id)))
      await api.risk
        .createAssessment({
          params: { id },
          // The version that was shown, not one that was published meanwhile.
          // Work that is open stays the work: a further assessment does not request it a second time.
          body: { policyVersionId: one.id, trigger: trigger.trim(), repeatActions: 'unless_open' },
          idempotencyKey: `${idempotencyKey}:${one.id}`,
        })
        .then(() => done.current.add(one.id))
        .catch((error: unknown) => {
          failures.push(`${one.data.key}: ${error instanceof Error ? error.message : 'Something failed.'}`);
        });
    const count = versions.length - failures.length;
    if (count > 0) {
      toast(versions.length === 1 ? 'Assessed.' : `Assessed with ${policiesInWords(count)}.`);
      await onDone();
    }
    if (failures.length > 0) throw new Error(`Not assessed with ${failures.join(' ')}`);
    onClose();
  };
  const blocked = versions.length === 0 ? 'Choose a policy.' : trigger.trim() === '' ? 'Say why it is assessed.' : null;
  return (
    <FormDialog
      title={`Assess ${overview.subject.data.externalId} now`}
      button={versions.length === 0 ? 'Assess' : `Assess with ${policiesInWords(versions.length)}`}
      blocked={blocked}
      onClose={onClose}
      onSubmit={assess}
    >
      <QueryPart query={policies}>
        {(all) =>
          all.length === 0 ? (
            <NoPolicies />
          ) : (
            <CheckboxSet
              legend="Policies in force"
              values={all.map(({ data }) => data.key)}
              chosen={chosen}
              onChosen={setPicked}
            >
              {(key) => `${key} v${all.find(({ data }) => data.key === key)?.data.version}`}
            </CheckboxSet>
          )
        }
      </QueryPart>
      <Consequences id={id} overview={overview} versions={versions} />
      <TextField label="Why" value={trigger} onText={setTrigger} maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}

/**
 * The policies of the subject whose assessment is no longer current: with the same evidence an assessment says nothing
 * new. A subject without an assessment begins with the only policy, if there is one.
 */
function suggested({ policies }: Overview, known: readonly PolicyVersion[]): readonly string[] {
  const [only, another] = known;
  if (policies.length === 0) return only && !another ? [only.data.key] : [];
  return policies.filter(({ state }) => !state.current).map(({ policyKey }) => policyKey);
}

export function NoPolicies() {
  const mode = useMode();
  const { explain } = useAsking();
  return (
    <p>
      No policy is published in this mode. {explain('Owners and admins publish them.')} See{' '}
      <Link to={pathIn(mode, 'policies')}>Policies</Link>.
    </p>
  );
}

function Consequences({
  id,
  overview,
  versions,
}: {
  id: string;
  overview: Overview;
  versions: readonly PolicyVersion[];
}) {
  const previews = usePreviews(id, versions);
  return (
    <ul className="stack" aria-label="What follows" aria-live="polite">
      {versions.map(({ id: versionId, data }, at) => {
        const preview = previews[at];
        const open = new Set(overview.actions.flatMap(({ name, policyKey }) => (policyKey === data.key ? [name] : [])));
        const isCurrent = overview.policies.some(
          (one) => one.state.current && one.assessment.policyVersionId === versionId,
        );
        return (
          <li key={versionId} className="notice">
            <strong>
              {data.key} v{data.version}
            </strong>
            {isCurrent && <p>Nothing has changed since its last assessment.</p>}
            {preview?.data ? (
              <Consequence preview={preview.data} open={open} />
            ) : (
              <p className="quiet">
                {preview?.isError ? 'What follows could not be worked out.' : 'Working out what follows…'}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Consequence({
  preview: { outcome, isPartial },
  open,
}: {
  preview: AssessmentPreview;
  open: ReadonlySet<string>;
}) {
  if (!outcome) return null;
  const { applicability, evaluation } = outcome;
  if (!evaluation)
    return (
      <p className="text-warn">
        {applicability.status === 'not_matched'
          ? 'The policy does not cover this subject, so the assessment would be refused.'
          : 'Evidence that decides whether the policy covers this subject is missing, so the assessment would be refused.'}{' '}
        {applicability.reasons.map(({ message }) => message).join(' ')}
      </p>
    );
  const names = [...new Set(evaluation.actions.map(({ name }) => name))];
  const [again, requested] = [names.filter((name) => open.has(name)), names.filter((name) => !open.has(name))];
  return (
    <>
      <p>
        {evaluation.score === null ? 'No score, because evidence is missing' : `Score ${shown(evaluation.score)}`}
        {evaluation.band && `, ${evaluation.band}`}: {decisionWord(evaluation.decision)}.
      </p>
      {names.length === 0 && <p>Requests no action.</p>}
      {requested.length > 0 && <p>Requests: {requested.map(wordsOf).join(', ')}.</p>}
      {again.length > 0 && <p>Open already: {again.map(wordsOf).join(', ')}. It is not requested a second time.</p>}
      {isPartial && <p className="quiet">From the newest evidence only: the subject has more than is read here.</p>}
    </>
  );
}

const policiesInWords = (count: number) => (count === 1 ? '1 policy' : `${count} policies`);
