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

/** Rows of a file of tenants, of which two are refused. */
export const REPORT_PATH = '/api/v1/report.csv';
export const report = `line,status,documentId,signers,code,problem
2,sent,${uuid(42, 1)},ada@example.com,,
3,refused,,bo@example,invalid_row,The row is invalid. signers.tenant.email: This is not an email address.
4,sent,${uuid(42, 2)},cy@example.com,,
5,refused,,dee@example.com,invalid_template,The template cannot be rendered. source:2:6: The data has no value for \`rent\`.
`;

export const bulkSend = (id: string) => ({
  id,
  status: 'completed',
  total: 4,
  done: 4,
  failed: 2,
  sent: 2,
  dryRun: false,
  createdBy: `user:${ME}`,
  createdAt: ago(HOUR_MS),
  startedAt: ago(HOUR_MS),
  estimatedEndAt: null,
  endedAt: ago(HOUR_MS / 2),
  templateId: uuid(43, 1),
  templateName: 'Residential lease',
  revision: 3,
  columns: { 'tenant name': 'signers.tenant.name', 'tenant email': 'signers.tenant.email', rent: 'data.rent' },
  problems: [
    {
      line: 3,
      code: 'invalid_row',
      detail: 'The row is invalid. signers.tenant.email: This is not an email address.',
      column: 'tenant email',
    },
    {
      line: 5,
      code: 'invalid_template',
      detail: 'The template cannot be rendered. source:2:6: The data has no value for `rent`.',
      column: 'rent',
    },
  ],
  report: { fileName: 'bulk-send.csv', url: REPORT_PATH, expiresAt: ago(-HOUR_MS) },
});

/** One that runs, a check and one that was cancelled. */
export const bulkJobs = () =>
  (['running', 'completed', 'cancelled'] as const).map((status, index) => {
    const { templateId, templateName, revision, columns, problems: _, report: __, sent: ___, ...job } = bulkSend('');
    const rows = 1_200;
    return {
      ...job,
      id: uuid(44, index),
      kind: 'bulk_send',
      status,
      total: rows,
      done: status === 'completed' ? rows : 340,
      failed: index * 2,
      createdAt: ago((index + 1) * HOUR_MS),
      endedAt: status === 'running' ? null : ago(index * HOUR_MS),
      input: { templateId, templateName, revision, dryRun: status === 'completed', columns, rows },
    };
  });
