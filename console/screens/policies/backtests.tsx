import { Link } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import { type BacktestJob, useBacktests } from '../../api/backtests.ts';
import { isOpenJob } from '../../api/jobs.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { JobState } from '../../parts/job-progress.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';

/** Backtests against the assessments of one policy. */
export function Backtests() {
  const mode = useMode();
  const key = usePathParam('key');
  const list = useBacktests();
  return (
    <>
      <TopBar title="Backtests" crumbs={<Crumbs policyKey={key} isNamed />} />
      <div className="page">
        <Card title={`Backtests of ${key}`}>
          <RecordTable
            list={list}
            rows={list.items.filter(({ against }) => against?.policyKey === key)}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title={list.hasNextPage ? 'No backtest of this policy among the latest' : 'No backtests yet'}>
                <p>A backtest evaluates past assessments with another version, and stores none of them.</p>
                <NextStep to={['policies', key]}>Start one from a version</NextStep>
              </Empty>
            }
            columns={[
              {
                title: 'Tested',
                cell: (job) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'policies', key, 'backtests', job.id)}>
                    {testedIn(job)}
                  </Link>
                ),
              },
              { title: 'Assessments', cell: (job) => spanOf(job) },
              { title: 'Done', look: 'right num', cell: doneIn },
              { title: 'State', cell: ({ status }) => <JobState status={status} /> },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
              { title: 'When', look: 'quiet', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

export const testedIn = ({ version }: Pick<BacktestJob, 'version'>) =>
  version === null ? 'A text of the lab' : `v${version}`;

/** `2026-01-01 to 2026-03-14`; the end is not part of it. */
export function spanOf({ against: { since, until, contextId, subjectIds } }: Pick<BacktestJob, 'against'>): string {
  if (contextId) return 'subjects of a context';
  if (subjectIds) return `${subjectIds.length} named subjects`;
  const end = until === undefined ? '' : ` until ${until.slice(0, 16).replace('T', ' ')}`;
  return `from ${since?.slice(0, 10) ?? 'the first'}${end} UTC`;
}

const doneIn = (job: BacktestJob) =>
  isOpenJob(job) && job.total !== null
    ? `${job.done.toLocaleString('en')} of ${job.total.toLocaleString('en')}`
    : job.done.toLocaleString('en');
