import { endpoint } from '#shared/endpoint.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';
import { stateOfBacktest } from '#shared/risk/backtest.ts';
import { readChangedCases } from '#shared/risk/repository/backtest-files.ts';
import { backtestRoutes } from '#shared/risk/routes/backtests.ts';

export const handler = endpoint(backtestRoutes.listChangedCases, async ({ store, caller }, { params, query }) => {
  const job = await readJob(store, caller, params.id, 'policy_backtest');
  return readChangedCases(caller, job.id, stateOfBacktest(job).steps, query);
});
