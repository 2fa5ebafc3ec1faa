import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin } from '../../api/me.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApi, useApiQuery } from '../../app.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { counted } from '../../domain/list-reasons.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { toast } from '../../parts/toast.tsx';

type Version = RecordOf<'policies'>;
type Job = Awaited<ReturnType<Api['risk']['readRollout']>>;

const POLL_MS = 1_000;
const isOpen = ({ status }: Pick<Job, 'status'>) => status === 'queued' || status === 'running';

const useRollout = (id: string | undefined) =>
  useApiQuery(['rollout', id], (client, signal) => client.risk.readRollout({ params: { id: id ?? '' }, signal }), {
    isOn: id !== undefined,
    pollMs: POLL_MS,
    pollWhile: isOpen,
  });

/** Has the subjects that another version monitors be monitored by this one: first tried, then done. */
export function Rollout({ version, others }: { version: Version; others: readonly Version[] }) {
  const isAdmin = useIsAdmin();
  const [isAsking, setAsking] = useState(false);
  const [started, setStarted] = useState<string>();
  const job = useRollout(started);
  return (
    <div className="stack">
      <div>
        <Button
          size="small"
          blocked={isAdmin ? null : 'Owners and admins roll out versions.'}
          onClick={() => setAsking(true)}
        >
          Roll out…
        </Button>
      </div>
      {job.data && (
        <p role="status" className={job.data.status === 'failed' ? 'text-bad' : 'quiet'}>
          {progressOf(job.data)}
        </p>
      )}
      {isAsking && (
        <RolloutDialog
          version={version}
          others={others}
          onClose={() => setAsking(false)}
          onStarted={(id) => {
            setStarted(id);
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

function progressOf(job: Job): string {
  const done = `${counted(job.replaced, 'subject')} monitored by v${job.version} instead of v${job.fromVersion}`;
  if (isOpen(job)) return `Rolling out: ${done} so far. You can leave this page.`;
  if (job.status === 'failed') return `${job.problem?.detail ?? 'The roll-out failed.'} ${done}.`;
  const failed = job.failed > 0 ? ` ${counted(job.failed, 'subject')} could not be changed.` : '';
  return `${done}.${failed}`;
}

interface DialogProps {
  version: Version;
  others: readonly Version[];
  onClose(): void;
  onStarted(id: string): void;
}

function RolloutDialog({ version, others, onClose, onStarted }: DialogProps) {
  const api = useApi();
  const [from, setFrom] = useState(others[0]?.id ?? '');
  const [tried, setTried] = useState<string>();
  const trial = useRollout(tried);
  const { version: number } = version.data;
  const title = `Roll out v${number} of ${version.data.key}`;
  const start = async (dryRun: boolean, idempotencyKey: string) =>
    (await api.risk.createRollout({ params: { id: version.id }, body: { from, dryRun }, idempotencyKey })).id;
  if (tried === undefined)
    return (
      <FormDialog
        key="try"
        title={title}
        button="Try it first"
        onClose={onClose}
        onSubmit={async (idempotencyKey) => setTried(await start(true, idempotencyKey))}
      >
        <SelectField
          label="Instead of"
          value={from}
          options={others.map(({ id, data }) => [id, `v${data.version}${data.retiredAt ? ' (retired)' : ''}`])}
          onValue={setFrom}
        />
        <p>
          Every subject that this version monitors is evaluated with v{number}, and you see the decisions before and
          after. Nothing is stored.
        </p>
      </FormDialog>
    );
  return (
    <FormDialog
      key={tried}
      title={title}
      button="Roll out"
      blocked={whyBlocked(trial.data)}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        onStarted(await start(false, idempotencyKey));
        toast(`Rolling out v${number}.`);
      }}
    >
      <QueryPart query={trial}>{(job) => <Trial job={job} />}</QueryPart>
    </FormDialog>
  );
}

function whyBlocked(trial: Job | undefined): string | null {
  if (!trial || isOpen(trial)) return 'The subjects are being evaluated.';
  if (trial.status !== 'completed') return 'The trial did not end.';
  return trial.replaced === 0 ? 'No subject is monitored by this version.' : null;
}

const WORDS: Record<string, string> = {
  not_assessed: 'Not assessed',
  applicability_not_matched: 'Not covered',
  applicability_unknown: 'Evidence is missing to say',
};
const wordOf = (decision: string) => WORDS[decision] ?? decisionWord(decision);

function Trial({ job }: { job: Job }) {
  const { changes, done, replaced, skipped, failed, problem } = job;
  if (isOpen(job)) return <p role="status">{counted(done, 'subject')} evaluated so far.</p>;
  if (job.status !== 'completed') return <p className="text-bad">{problem?.detail ?? 'The trial did not end.'}</p>;
  return (
    <>
      <Table
        caption="Decisions before and after"
        rows={(changes ?? []).toSorted((one, other) => other.subjects - one.subjects)}
        idOf={({ before, after }) => `${before} ${after}`}
        columns={[
          { title: 'Before', cell: ({ before }) => wordOf(before) },
          { title: 'After', cell: ({ after }) => wordOf(after) },
          { title: 'Subjects', look: 'num right', cell: ({ subjects }) => subjects.toLocaleString('en') },
        ]}
      />
      <p>
        {counted(replaced, 'subject')} will be monitored by v{job.version}, and assessed again: assessments can request
        actions.
        {skipped > 0 && ` ${counted(skipped, 'subject')} with paused monitoring stay as they are.`}
        {failed > 0 && ` ${counted(failed, 'subject')} could not be evaluated.`}
      </p>
    </>
  );
}
