import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useListName } from '../../api/lists.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { LookBackButton } from './look-back-button.tsx';
import { LOOK_BACK_STATUS, type LookBackJob } from './look-back-words.ts';

const POLL_MS = 2_000;

const isOpen = ({ status }: LookBackJob) => status === 'queued' || status === 'running';

/** Look-backs of batches and of watches, of the last 90 days. */
export function LookBacks() {
  const mode = useMode();
  const listName = useListName();
  const list = usePages(
    ['look-backs'],
    (api, { offset, signal }) =>
      api.jobs.listJobs({ query: { kind: 'screening_look_back', order: 'newest', offset }, signal }),
    { pollMs: POLL_MS, pollWhile: (jobs: readonly LookBackJob[]) => jobs.some(isOpen) },
  );
  return (
    <>
      <TopBar title="Look-backs" crumbs={<Crumbs />} end={<LookBackButton look="primary" />} />
      <div className="page">
        <Card title="Look-backs">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title="No look-backs yet">
                <p>
                  A look-back finds since which version of a list a customer would have been found. Start one here with
                  all watches, or on the page of <Link to={pathIn(mode, 'screen', 'batches')}>a batch</Link>.
                </p>
              </Empty>
            }
            columns={[
              {
                title: 'When',
                cell: ({ id, createdAt }) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'screen', 'look-backs', id)}>
                    <Time at={createdAt} />
                  </Link>
                ),
              },
              { title: 'List', cell: ({ input }) => listName(String(input.source ?? '')) },
              { title: 'Of', cell: ({ input }) => (input.batchId ? 'a batch' : 'watches') },
              { title: 'Status', cell: ({ status }) => LOOK_BACK_STATUS[status] },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
