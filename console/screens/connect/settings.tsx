import { useState } from 'react';
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
import { wordsOf } from '../../pictures/waterfall-layout.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { deadlinesAsText, deadlinesFromText, linesOf } from './deadlines.ts';

type SettingsRecord = NonNullable<ReturnType<typeof useMe>['data']>['settings'];

const FOUR_EYES = [
  ['matches', 'Deciding a screening match'],
  ['policies', 'Publishing a policy version'],
  ['overrides', 'Creating an override'],
  ['lists', 'Approving a list version'],
] as const;

/** Settings of the organization: name, deadlines, reasons, two-person rule, AI consent, deletion. */
export function Settings() {
  const settings = useApiQuery(['settings'], (api, signal) =>
    api.organization.readSettings({ signal }),
  );
  return (
    <>
      <TopBar title="Settings" />
      <div className="page narrow">
        <div className="stack">
          <QueryPart query={settings} lines={8}>
            {(data) => <SettingsForm key={data.revision} settings={data} />}
          </QueryPart>
          <AiConsent />
          <DeleteOrganization />
        </div>
      </div>
    </>
  );
}

function SettingsForm({ settings }: { settings: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [name, setName] = useState(settings.name ?? '');
  const [deadlines, setDeadlines] = useState(deadlinesAsText(settings.deadlines));
  const [falsePositive, setFalsePositive] = useState(settings.reasons.falsePositive.join('\n'));
  const [confirmed, setConfirmed] = useState(settings.reasons.confirmed.join('\n'));
  const [fourEyes, setFourEyes] = useState(settings.fourEyes);
  const [subjectLink, setSubjectLink] = useState(settings.subjectLink ?? '');
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setError(undefined);
    try {
      await api.organization.updateSettings({
        body: {
          name: name.trim() || null,
          deadlines: deadlinesFromText(deadlines),
          reasons: { falsePositive: linesOf(falsePositive), confirmed: linesOf(confirmed) },
          fourEyes,
          subjectLink: subjectLink.trim() || null,
          expectedRevision: settings.revision,
        },
      });
      toast('Settings saved.');
      await invalidate(['settings'], ['me']);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Card
      title="Organization"
      end={
        settings.updatedBy && settings.updatedAt ? (
          <span className="quiet">
            <Actor actor={settings.updatedBy} /> · <Time at={settings.updatedAt} />
          </span>
        ) : undefined
      }
    >
      <form
        className="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAdmin) void save();
        }}
      >
        <TextField label="Name" value={name} onText={setName} maxLength={100} disabled={!isAdmin} />
        <TextAreaField
          label="Deadlines"
          hint="One per line: the name of an action and its hours, such as “manual_review 24”. An open action that is older is late."
          value={deadlines}
          onText={setDeadlines}
          isDisabled={!isAdmin}
        />
        <TextAreaField
          label="Reasons for “Not them”"
          hint="One per line. They are offered when a match is decided."
          value={falsePositive}
          onText={setFalsePositive}
          isDisabled={!isAdmin}
        />
        <TextAreaField
          label="Reasons for “It is them”"
          hint="One per line."
          value={confirmed}
          onText={setConfirmed}
          isDisabled={!isAdmin}
        />
        <fieldset className="field plain-set">
          <legend>Two different people are required for</legend>
          {FOUR_EYES.map(([key, label]) => (
            <label key={key} className="check">
              <input
                type="checkbox"
                checked={fourEyes[key]}
                disabled={me?.role !== 'owner'}
                onChange={(event) => setFourEyes({ ...fourEyes, [key]: event.target.checked })}
              />
              {label}
            </label>
          ))}
          {me?.role !== 'owner' && <span className="caption">Only owners change this.</span>}
        </fieldset>
        <TextField
          label="Link to a subject in your system"
          placeholder="https://crm.example.com/customers/{externalId}"
          value={subjectLink}
          onText={setSubjectLink}
          disabled={!isAdmin}
        />
        {isProblem(error, 'stale_revision') ? (
          <div className="notice warn" role="alert">
            <strong>The settings have changed meanwhile</strong>
            <p>Your changes are still here. Load the current settings, then apply yours again.</p>
            <Button size="small" onClick={() => void invalidate(['settings'])}>
              Load current settings
            </Button>
          </div>
        ) : (
          error !== undefined && <Failure error={error} />
        )}
        <div>
          <Button
            type="submit"
            look="primary"
            blocked={isAdmin ? null : 'Owners and admins change settings.'}
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
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
  const ai = useApiQuery(['ai'], (client, signal) =>
    client.risk.readInvestigationAiSettings({ signal }),
  );
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
                  All subjects, evidence, documents and keys of{' '}
                  {wordsOf(me?.settings.name ?? 'this organization')} are erased. Type{' '}
                  <code>{id}</code> to confirm.
                </p>
                <TextField
                  label="Id of the organization"
                  value={confirm}
                  onText={setConfirm}
                  autoComplete="off"
                />
              </FormDialog>
            )}
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
