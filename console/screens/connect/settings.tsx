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
            {(latest) => <EditableSettings latest={latest} />}
          </QueryPart>
          <AiConsent />
          <DeleteOrganization />
        </div>
      </div>
    </>
  );
}

/** Keeps unsaved input when another member saves the settings. */
function EditableSettings({ latest }: { latest: SettingsRecord }) {
  const [edited, setEdited] = useState<SettingsRecord>();
  const settings = edited ?? latest;
  return (
    <SettingsForm
      key={settings.revision}
      settings={settings}
      latest={latest}
      onEdit={() => setEdited(settings)}
      onDone={() => setEdited(undefined)}
    />
  );
}

function SettingsForm({
  settings,
  latest,
  onEdit,
  onDone,
}: {
  /** What the form began with. */
  settings: SettingsRecord;
  latest: SettingsRecord;
  onEdit(): void;
  onDone(): void;
}) {
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
  const save = async (expectedRevision: number) => {
    setError(undefined);
    try {
      await api.organization.updateSettings({
        body: {
          name: name.trim() || null,
          deadlines: deadlinesFromText(deadlines),
          reasons: { falsePositive: linesOf(falsePositive), confirmed: linesOf(confirmed) },
          fourEyes,
          subjectLink: subjectLink.trim() || null,
          expectedRevision,
        },
      });
      toast('Settings saved.');
      await invalidate(['settings'], ['me']);
      onDone();
    } catch (problem) {
      // Their change is then shown beside these.
      if (isProblem(problem, 'stale_revision')) await invalidate(['settings']);
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
        onChange={onEdit}
        onSubmit={(event) => {
          event.preventDefault();
          if (isAdmin) void save(settings.revision);
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
        {latest.revision !== settings.revision && (
          <div className="notice warn" role="alert">
            <strong>
              {latest.updatedBy ? <Actor actor={latest.updatedBy} /> : 'Another member'} changed the
              settings meanwhile
            </strong>
            <ul>
              {changesBetween(settings, latest).map(([label, value]) => (
                <li key={label}>
                  {label}: {value}
                </li>
              ))}
            </ul>
            <p>Your own changes are not saved yet.</p>
            <div className="cluster">
              <Button size="small" onClick={onDone}>
                Use theirs
              </Button>
              <Button
                size="small"
                blocked={isAdmin ? null : 'Owners and admins change settings.'}
                onClick={() => void save(latest.revision)}
              >
                Save mine instead
              </Button>
            </div>
          </div>
        )}
        {error !== undefined && latest.revision === settings.revision && <Failure error={error} />}
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

/** The settings of another person that differ from those the form began with, in words. */
function changesBetween(before: SettingsRecord, after: SettingsRecord): [string, string][] {
  const shownIn = ({ name, deadlines, reasons, fourEyes, subjectLink }: SettingsRecord) => ({
    Name: name ?? 'none',
    Deadlines: deadlinesAsText(deadlines).replaceAll('\n', ', ') || 'none',
    'Reasons for “Not them”': reasons.falsePositive.join(', ') || 'none',
    'Reasons for “It is them”': reasons.confirmed.join(', ') || 'none',
    'Two different people':
      FOUR_EYES.filter(([key]) => fourEyes[key])
        .map(([, label]) => label)
        .join(', ') || 'none',
    'Link to a subject': subjectLink ?? 'none',
  });
  const old = Object.values(shownIn(before));
  return Object.entries(shownIn(after)).filter(([, value], index) => value !== old[index]);
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
