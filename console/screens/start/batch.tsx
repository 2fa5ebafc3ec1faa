import { Link } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ExportButton } from '../../domain/export-button.tsx';
import { RunStatus } from '../../domain/run-status.tsx';
import { INCOMPLETE, SCREENING_ERRORS } from '../../domain/screening-words.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { FailedRowsButton } from './failed-rows-button.tsx';
import { LookBackButton } from './look-back-button.tsx';
import { WatchRowsButton } from './watch-rows-button.tsx';

type Batch = Awaited<ReturnType<Api['screening']['readScreeningBatch']>>;
type BatchedRun = Batch['runs'][number];

const POLL_MS = 2_000;

const isOpen = ({ status }: Batch) => status === 'queued' || status === 'running';

/** The runs of a batch, those that need a look first; a batch of a file is read again until it has ended. */
export function ScreeningBatch() {
  const mode = useMode();
  const id = usePathParam('id');
  const batch = useApiQuery(
    ['batch', id],
    (api, signal) => api.screening.readScreeningBatch({ params: { id }, signal }),
    { pollMs: POLL_MS, pollWhile: isOpen },
  );
  return (
    <>
      <TopBar title="Batch" crumbs={<Crumbs isOfBatch />} />
      <div className="page">
        {isNotFound(batch.error) ? (
          <Empty title="There is no batch with this id in this mode">
            <Link to={pathIn(mode, 'screen', 'batches')}>All batches</Link>
          </Empty>
        ) : (
          <QueryPart query={batch}>
            {(data) => (data.format === undefined ? <Runs batch={data} /> : <UploadedFile batch={data} />)}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function Runs({ batch }: { batch: Batch }) {
  const mode = useMode();
  const { total, failed, byStatus, profile } = batch;
  return (
    <Card
      title={total === 1 ? '1 line' : `${total} lines`}
      end={
        <span className="quiet">
          {profile && `${profile.key} v${profile.version} · `}
          <Actor actor={batch.createdBy} /> · <Time at={batch.createdAt} />
        </span>
      }
    >
      <p className="card-body">
        {countsInWords({ ...byStatus, failed })} As they were screened: decisions since then do not change this page.
      </p>
      <Table
        rows={[...batch.runs.entries()].sort(([, one], [, other]) => rankOf(one) - rankOf(other))}
        idOf={([index]) => String(index)}
        columns={[
          {
            title: 'Reference',
            cell: ([index, { reference, runId }]) =>
              runId ? (
                <Link className="strong" to={pathIn(mode, 'screen', runId)}>
                  {reference ?? `item ${index + 1}`}
                </Link>
              ) : (
                (reference ?? `item ${index + 1}`)
              ),
          },
          {
            title: 'Outcome',
            cell: ([, run]) => (run.status ? <RunStatus status={run.status} /> : 'Not screened'),
          },
          { title: 'Matches', look: 'right', cell: ([, { matchCount }]) => (matchCount > 0 ? matchCount : '') },
          { title: 'Highest score', look: 'right', cell: ([, { topScore }]) => topScore ?? '' },
          { title: 'Why', look: 'quiet', cell: ([, run]) => whyOf(run) },
        ]}
      />
    </Card>
  );
}

/** A batch whose rows were uploaded by the API. Its results are a file. */
function UploadedFile({ batch }: { batch: Batch }) {
  const mode = useMode();
  const { id, rows, done = 0, failed, byStatus, status, problem, rowsKeptUntil } = batch;
  const { failedRowsOf, leftOutRows = 0, repeatableRows = 0 } = batch;
  const hasEnded = !isOpen(batch);
  return (
    <Card
      title={failedRowsOf === undefined ? 'Uploaded file' : 'Failed rows'}
      end={rowsKeptUntil && done > 0 && <ExportButton kind="batch_rows" filter={{ batchId: id }} />}
    >
      <div className="card-body stack">
        <p role="status">
          {UPLOAD_STATUS[status]} {done.toLocaleString('en')} of {rows?.toLocaleString('en') ?? 'an unknown number of'}{' '}
          rows screened{done > 0 && `: ${countsInWords({ ...byStatus, failed })}`}
        </p>
        {problem && <p className="text-bad">{problem.detail}</p>}
        {failedRowsOf !== undefined && (
          <p>
            They failed in <Link to={pathIn(mode, 'screen', 'batches', failedRowsOf)}>an earlier batch</Link>.
            {leftOutRows > 0 && ` Not screened again: ${leftOutRows.toLocaleString('en')}.`}
          </p>
        )}
        <p>
          {rowsKeptUntil ? (
            <>
              Rows and results are kept until <Time at={rowsKeptUntil} />. The export has the result of every row.
            </>
          ) : (
            'The rows and results of this batch have been erased. Its runs stay.'
          )}
        </p>
        {hasEnded && rowsKeptUntil && done > failed && (
          <p>
            The persons and companies of these rows can be screened again whenever a list changes.{' '}
            <WatchRowsButton batchId={id} />
          </p>
        )}
        {hasEnded && rowsKeptUntil && done > failed && (
          <p>
            Since when would they have been found on a list? <LookBackButton batchId={id} />
          </p>
        )}
        {hasEnded && rowsKeptUntil && repeatableRows > 0 && (
          <p>
            {repeatableRows.toLocaleString('en')} of the rows failed for a reason that may have passed, such as an
            unknown risk subject. <FailedRowsButton batch={batch} />
          </p>
        )}
      </div>
    </Card>
  );
}

const UPLOAD_STATUS: Record<Batch['status'], string> = {
  queued: 'Waiting to begin.',
  running: 'Running.',
  completed: 'Completed.',
  failed: 'Failed.',
  cancelled: 'Cancelled.',
};

const ORDER = ['match', 'possible_match', 'error', 'incomplete', 'clear'];
/** Refused lines come first, because nobody was screened for them. */
const rankOf = ({ status }: BatchedRun) => (status === null ? -1 : ORDER.indexOf(status));

function whyOf({ problem, errorCode, incompleteReasons }: BatchedRun): string {
  if (problem) return problem.detail;
  if (errorCode) return SCREENING_ERRORS[errorCode] ?? errorCode;
  return incompleteReasons.map((reason) => INCOMPLETE[reason] ?? reason).join(' ');
}

function countsInWords(counts: Batch['byStatus'] & { failed: number }): string {
  const parts = [
    [counts.match, 'with a match'],
    [counts.possible_match, 'with a possible match'],
    [counts.clear, 'clear'],
    [counts.incomplete, 'incomplete'],
    [counts.error, 'with an error'],
    [counts.failed, 'not screened'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${words.join(', ')}.`;
}
