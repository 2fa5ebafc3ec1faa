import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { isOpenJob, JOB_POLL_MS } from './jobs.ts';
import { usePages } from './pages.ts';

export type Backtest = Awaited<ReturnType<Api['risk']['readBacktest']>>;
type Job = Awaited<ReturnType<Api['jobs']['listJobs']>>['items'][number];
/** What the list of jobs says of one: the answer has its input in the shape of its kind. */
export type BacktestJob = Omit<Job, 'input'> & Pick<Backtest, 'policyVersionId' | 'version' | 'against' | 'evidence'>;

export const useBacktest = (id: string) =>
  useApiQuery(['backtests', id], (api, signal) => api.risk.readBacktest({ params: { id }, signal }), {
    pollMs: JOB_POLL_MS,
    pollWhile: isOpenJob,
  });

/** Backtests of all policies, the newest first. */
export const useBacktests = () =>
  usePages<BacktestJob>(
    ['backtests'],
    async (api, { offset, signal }) => {
      const { items, nextOffset } = await api.jobs.listJobs({
        query: { kind: 'policy_backtest', order: 'newest', offset },
        signal,
      });
      return { items: items.map(({ input, ...job }) => ({ ...job, ...(input as object) }) as BacktestJob), nextOffset };
    },
    { pollMs: JOB_POLL_MS, pollWhile: (jobs) => jobs.some(isOpenJob) },
  );

type Decisions = NonNullable<Parameters<Api['risk']['listChangedCases']>[0]['query']>;
export interface ChangedCell {
  before: NonNullable<Decisions['before']>;
  after: NonNullable<Decisions['after']>;
}

/** Changed cases, of a cell of the matrix or of all. */
export const useChangedCases = (id: string, cell: ChangedCell | undefined) =>
  usePages(['backtests', id, 'changed', cell ?? null], (api, { offset, signal }) =>
    api.risk.listChangedCases({ params: { id }, query: { ...cell, offset }, signal }),
  );
