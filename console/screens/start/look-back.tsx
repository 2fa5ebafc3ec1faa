import { Link } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import { useListName } from '../../api/lists.ts';
import { usePages } from '../../api/pages.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { type Finding, LOOK_BACK_STATUS, type LookBack, nameOf, UNAVAILABLE_WORDS } from './look-back-words.ts';

const POLL_MS = 2_000;

const isOpen = ({ status }: LookBack) => status === 'queued' || status === 'running';

/** One look-back: its progress, and since which version each customer would have been found. */
export function LookBackScreen() {
  const mode = useMode();
  const id = usePathParam('id');
  const lookBack = useApiQuery(
    ['look-backs', id],
    (api, signal) => api.screening.readScreeningLookBack({ params: { id }, signal }),
    { pollMs: POLL_MS, pollWhile: isOpen },
  );
  return (
    <>
      <TopBar title="Look-back" crumbs={<Crumbs isOfLookBack />} />
      <div className="page stack">
        {isNotFound(lookBack.error) ? (
          <Empty title="There is no look-back with this id in this mode">
            <Link to={pathIn(mode, 'screen', 'look-backs')}>All look-backs</Link>
          </Empty>
        ) : (
          <QueryPart query={lookBack}>
            {(data) => (
              <>
                <Progress lookBack={data} />
                <Findings lookBack={data} />
              </>
            )}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function Progress({ lookBack }: { lookBack: LookBack }) {
  const mode = useMode();
  const listName = useListName();
  const { id, batchId, source, versions, status, total, done, failed, found, incomplete, unavailable } = lookBack;
  const [first, last] = [versions[0], versions.at(-1)];
  return (
    <Card title={listName(source)} end={isOpen(lookBack) && <CancelButton id={id} />}>
      <div className="card-body stack">
        <p role="status">
          {LOOK_BACK_STATUS[status]}. {done.toLocaleString('en')} of{' '}
          {total?.toLocaleString('en') ?? 'an unknown number of'} comparisons made; {found.toLocaleString('en')} found.
          {incomplete > 0 && ` ${incomplete.toLocaleString('en')} could not be compared completely.`}
          {failed > 0 && ` ${failed.toLocaleString('en')} could not be read.`}
        </p>
        {lookBack.problem && <p className="text-bad">{lookBack.problem.detail}</p>}
        <p>
          {batchId === null ? (
            'All watched customers, each by its own scores,'
          ) : (
            <>
              The rows of <Link to={pathIn(mode, 'screen', 'batches', batchId)}>a batch</Link>, by its scores,
            </>
          )}{' '}
          with {versions.length === 1 ? '1 version' : `${versions.length} versions`}
          {first && last && (
            <>
              , searched from <Time at={first.activatedAt} /> to <Time at={last.activatedAt} />
            </>
          )}
          .
        </p>
        {unavailable.map(({ versionId, reason }) => (
          <p key={versionId} className="text-bad">
            Version <span className="mono">{versionId}</span> {UNAVAILABLE_WORDS[reason]}.
          </p>
        ))}
      </div>
    </Card>
  );
}

function CancelButton({ id }: { id: string }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const cancel = async () => {
    await api.jobs.cancelJob({ params: { id } });
    toast('The look-back was cancelled.');
    await invalidate(['look-backs']);
  };
  return (
    <Button size="small" onClick={() => void cancel().catch(toastError)}>
      Cancel
    </Button>
  );
}

function Findings({ lookBack }: { lookBack: LookBack }) {
  const { id, done } = lookBack;
  const list = usePages(['look-backs', id, 'findings', done], (api, { offset, signal }) =>
    api.screening.listLookBackFindings({ params: { id }, query: { offset }, signal }),
  );
  return (
    <Card title="Findings">
      <RecordTable
        list={list}
        rows={list.items}
        idOf={({ row, watchId }) => watchId ?? String(row)}
        empty={<p className="card-body quiet">No customer would have been found.</p>}
        columns={[
          { title: 'Customer', cell: (one) => <Customer finding={one} /> },
          { title: 'First version', cell: (one) => <FirstVersion finding={one} /> },
          {
            title: 'Entry',
            cell: ({ match }) =>
              match && (
                <>
                  {match.listedName ?? <span className="mono">{match.entryId}</span>}{' '}
                  <span className="quiet">score {match.score}</span>
                </>
              ),
          },
          { title: 'Done since then', cell: (one) => <DoneSince finding={one} /> },
        ]}
      />
    </Card>
  );
}

function Customer({ finding }: { finding: Finding }) {
  const mode = useMode();
  const { riskSubjectId } = finding;
  if (riskSubjectId === null) return nameOf(finding);
  return <Link to={pathIn(mode, 'subjects', riskSubjectId)}>{nameOf(finding)}</Link>;
}

function FirstVersion({ finding: { version, isCertain, incompleteReasons } }: { finding: Finding }) {
  if (!version) return <span className="text-bad">not compared completely: {incompleteReasons.join(', ')}</span>;
  return (
    <>
      <Time at={version.activatedAt} />
      {!isCertain && <div className="caption">or earlier: a version before could not be compared</div>}
    </>
  );
}

function DoneSince({ finding: { done, runs, watchedSince } }: { finding: Finding }) {
  const mode = useMode();
  const [run] = runs;
  return (
    <>
      {run && (
        <div>
          <Link to={pathIn(mode, 'screen', run.runId)}>Run</Link> at <Time at={run.createdAt} />
        </div>
      )}
      {watchedSince && (
        <div>
          Watched since <Time at={watchedSince} />
        </div>
      )}
      {done === 'nothing' && <span className="text-bad">Nothing</span>}
    </>
  );
}
