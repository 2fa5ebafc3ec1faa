import { endpoint } from '#shared/endpoint.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';
import { presentBacktest, stateOfBacktest } from '#shared/risk/backtest.ts';
import { readChangedCases } from '#shared/risk/repository/backtest-files.ts';
import { backtestRoutes } from '#shared/risk/routes/backtests.ts';

export const handler = endpoint(backtestRoutes.readBacktest, async ({ store, caller, now }, { params }) => {
  const job = await readJob(store, caller, params.id, 'policy_backtest');
  const { steps } = stateOfBacktest(job);
  return presentBacktest(job, now, await readChangedCases(caller, job.id, steps, { offset: 0 }));
});
