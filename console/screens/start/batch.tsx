import { Link } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { RunStatus } from '../../domain/run-status.tsx';
import { INCOMPLETE, SCREENING_ERRORS } from '../../domain/screening-words.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';

type Batch = Awaited<ReturnType<Api['screening']['readScreeningBatch']>>;
type BatchedRun = Batch['runs'][number];

/** The runs of a batch, those that need a look first. */
export function ScreeningBatch() {
  const mode = useMode();
  const id = usePathParam('id');
  const batch = useApiQuery(['batch', id], (api, signal) =>
    api.screening.readScreeningBatch({ params: { id }, signal }),
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
          <QueryPart query={batch}>{(data) => <Runs batch={data} />}</QueryPart>
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
