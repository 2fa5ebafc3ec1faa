import { ago, HOUR_MS, ME, uuid } from './filled-base.ts';

/** An export that runs, one that is ready and one that failed. */
export const jobs = () =>
  [
    { status: 'running', done: 12_400, input: { kind: 'events', format: 'csv', filter: { type: 'risk.*' } } },
    { status: 'completed', done: 230, input: { kind: 'matches', format: 'csv', filter: { decision: 'pending' } } },
    {
      status: 'failed',
      done: 0,
      input: { kind: 'runs', format: 'ndjson', from: '2026-01-01T00:00:00.000Z' },
      problem: { code: 'attempts_exhausted', detail: 'The job failed too often.' },
    },
  ].map((job, index) => ({
    id: uuid(41, index + 1),
    kind: 'export',
    total: job.status === 'completed' ? job.done : null,
    failed: 0,
    createdBy: `user:${ME}`,
    createdAt: ago((index + 1) * HOUR_MS),
    startedAt: ago((index + 1) * HOUR_MS),
    estimatedEndAt: null,
    endedAt: job.status === 'running' ? null : ago(index * HOUR_MS),
    ...job,
  }));
