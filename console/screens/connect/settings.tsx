import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { DecisionReasons } from './decision-reasons.tsx';
import { rowsAsText, rowsFromText } from './reason-rows.ts';
import {
  conflictsIn,
  type Edits,
  type Field,
  LABELS,
  type SettingsRecord,
  shownIn,
  textsOf,
  updateOf,
  withEdit,
} from './settings-edits.ts';
import { TwoPeople } from './two-people.tsx';

/** Settings of the organization: name, deadlines, reasons, two-person rule, AI consent, deletion. */
export function Settings() {
  const settings = useApiQuery(['settings'], (api, signal) => api.organization.readSettings({ signal }));
  return (
    <>
      <TopBar title="Settings" />
      <div className="page narrow">
        <div className="stack">
          <QueryPart query={settings} lines={8}>
            {(latest) => (
              <>
                <SettingsForm latest={latest} />
                <TwoPeople settings={latest} />
              </>
            )}
          </QueryPart>
          <AiConsent />
          <DeleteOrganization />
        </div>
      </div>
    </>
  );
}

/** How often a save is repeated because others saved other fields meanwhile. */
const MERGES = 3;

/** Unsaved input stays when another member saves, and only edited fields are sent. */
function SettingsForm({ latest }: { latest: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const [edits, setEdits] = useState<Edits>({});
  const [error, setError] = useState<unknown>();
  const stored = textsOf(latest);
  const conflicts = conflictsIn(edits, latest);
  const field = (name: Field) => ({
    label: LABELS[name],
    value: edits[name]?.text ?? stored[name],
    onText: (text: string) => setEdits(withEdit(edits, name, { text, from: edits[name]?.from ?? stored[name] })),
  });
  const reasons = field('reasons');
  const settle = (name: Field, text: string) => {
    setError(undefined);
    setEdits(withEdit(edits, name, { text, from: stored[name] }));
  };
  const save = async (): Promise<void> => {
    setError(undefined);
    try {
      await merge(api, edits, latest);
      toast('Settings saved.');
      setEdits({});
    } catch (problem) {
      setError(problem);
    }
    await invalidate(['settings'], ['me']);
  };
  const blocked = !isAdmin
    ? 'Owners and admins change settings.'
    : conflicts.length > 0
      ? 'Choose between your text and theirs first.'
      : Object.keys(edits).length === 0
        ? 'Nothing has changed.'
        : null;
  return (
    <Card
      title="Organization"
      end={
        latest.updatedBy && latest.updatedAt ? (
          <span className="quiet">
            <Actor actor={latest.updatedBy} /> · <Time at={latest.updatedAt} />
          </span>
        ) : undefined
      }
    >
      <form
        className="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) void save();
        }}
      >
        <TextField {...field('name')} maxLength={100} disabled={!isAdmin} />
        <TextAreaField
          {...field('deadlines')}
          hint="One per line: the name of an action and its hours, such as “manual_review 24”. An open action that is older is late."
          isDisabled={!isAdmin}
        />
        <DecisionReasons
          rows={rowsFromText(reasons.value)}
          onRows={(rows) => reasons.onText(rowsAsText(rows))}
          isDisabled={!isAdmin}
        />
        <TextField
          {...field('subjectLink')}
          placeholder="https://crm.example.com/customers/{externalId}"
          disabled={!isAdmin}
        />
        {conflicts.length > 0 && (
          <div className="notice warn" role="alert">
            <strong>
              {latest.updatedBy ? <Actor actor={latest.updatedBy} /> : 'Another member'} changed what you are editing
            </strong>
            {conflicts.map((name) => (
              <div key={name}>
                <p>
                  {LABELS[name]}: {shownIn(latest, name)}
                </p>
                <div className="cluster">
                  <Button
                    size="small"
                    aria-label={`Use theirs: ${LABELS[name]}`}
                    onClick={() => settle(name, stored[name])}
                  >
                    Use theirs
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Keep mine: ${LABELS[name]}`}
                    onClick={() => settle(name, edits[name]?.text ?? '')}
                  >
                    Keep mine
                  </Button>
                </div>
              </div>
            ))}
          </div>
        )}
        {error !== undefined && !(conflicts.length > 0 && isProblem(error, 'stale_revision')) && (
          <Failure error={error} />
        )}
        <div>
          <Button type="submit" look="primary" blocked={blocked}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Saves what was edited, again if others saved other fields meanwhile. */
async function merge(api: Api, edits: Edits, latest: SettingsRecord, left = MERGES): Promise<void> {
  try {
    await api.organization.updateSettings({ body: updateOf(edits, latest) });
  } catch (problem) {
    if (!isProblem(problem, 'stale_revision') || left === 0) throw problem;
    const fresh = await api.organization.readSettings({});
    if (conflictsIn(edits, fresh).length > 0) throw problem;
    await merge(api, edits, fresh, left - 1);
  }
}

function TextAreaField({
  label,
  hint,
  value,
  onText,
  isDisabled,
}: {
  label: string;
  hint: string;
  value: string;
  onText(text: string): void;
  isDisabled: boolean;
}) {
  const id = `settings-${label.replaceAll(/\W+/g, '-')}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={4}
        value={value}
        disabled={isDisabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onText(event.target.value)}
      />
      <span id={`${id}-hint`} className="caption">
        {hint}
      </span>
    </div>
  );
}

function AiConsent() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const ai = useApiQuery(['ai'], (client, signal) => client.risk.readInvestigationAiSettings({ signal }));
  const set = async (aiInvestigations: boolean) => {
    try {
      await api.risk.updateInvestigationAiSettings({ body: { aiInvestigations } });
      toast(aiInvestigations ? 'Consent given.' : 'Consent withdrawn.');
      await invalidate(['ai']);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Card title="AI-assisted investigations">
      <QueryPart query={ai} lines={2}>
        {({ aiInvestigations, updatedAt, updatedBy }) => (
          <div className="card-body stack-s">
            <p>
              {aiInvestigations
                ? 'Investigations in this mode may send records of a subject to the language model of this installation.'
                : 'No record is sent to a language model in this mode.'}
            </p>
            {updatedAt && updatedBy && (
              <p className="caption">
                <Actor actor={updatedBy} /> · <Time at={updatedAt} />
              </p>
            )}
            <div>
              <Button
                blocked={me?.role === 'owner' ? null : 'Only an owner gives or withdraws consent.'}
                onClick={() => void set(!aiInvestigations)}
              >
                {aiInvestigations ? 'Withdraw consent' : 'Give consent'}
              </Button>
            </div>
          </div>
        )}
      </QueryPart>
    </Card>
  );
}

function DeleteOrganization() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const [isAsking, setAsking] = useState(false);
  const [confirm, setConfirm] = useState('');
  const organization = useApiQuery(['organization'], (client, signal) =>
    client.organization.readOrganization({ signal }),
  );
  const isOwner = me?.role === 'owner';
  return (
    <Card title="Delete the organization">
      <QueryPart query={organization} lines={2}>
        {({ id, data }) => (
          <div className="card-body stack-s">
            {data.deletion ? (
              <>
                <p className="text-bad">
                  The erasure of all data begins <Time at={data.deletion.erasesAt} style="exact" />.
                </p>
                <div>
                  <Button
                    blocked={isOwner ? null : 'Only an owner revokes the deletion.'}
                    onClick={() => {
                      api.organization
                        .revokeDeletion({})
                        .then(() => invalidate(['organization']))
                        .catch(toastError);
                    }}
                  >
                    Revoke the deletion
                  </Button>
                </div>
              </>
            ) : (
              <>
                <p>Erases all data of both modes, 24 hours after the request.</p>
                <div>
                  <Button
                    look="danger"
                    blocked={isOwner ? null : 'Only an owner deletes the organization.'}
                    onClick={() => setAsking(true)}
                  >
                    Delete the organization
                  </Button>
                </div>
              </>
            )}
            {isAsking && (
              <FormDialog
                title="Delete the organization"
                button="Request the deletion"
                look="danger"
                blocked={confirm.trim() === id ? null : 'Type the id of the organization.'}
                onClose={() => setAsking(false)}
                onSubmit={async (idempotencyKey) => {
                  await api.organization.deleteOrganization({
                    body: { confirm: confirm.trim() },
                    idempotencyKey,
                  });
                  setAsking(false);
                  await invalidate(['organization']);
                }}
              >
                <p>
                  All subjects, evidence, documents and keys of {me?.settings.name ?? 'this organization'} are erased.
                  Type <code>{id}</code> to confirm.
                </p>
                <TextField label="Id of the organization" value={confirm} onText={setConfirm} autoComplete="off" />
              </FormDialog>
            )}
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
