import { createHash } from 'node:crypto';
import { type Job, RowFault, runJob } from '../bulk/run.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import type { CsvCell } from '../csv/columns.ts';
import { usageError } from '../failure.ts';
import { LatestUsed } from '../latest-used.ts';
import { LABELS, type OutcomeBody, timeOf } from './outcomes.ts';

type Subject = { id: string } | { externalId: string; kind: string };
interface Row {
  subject: Subject;
  body: OutcomeBody;
}

const COLUMNS = [
  'subjectId',
  'externalId',
  'kind',
  'label',
  'occurredAt',
  'amount',
  'currency',
  'reference',
  'sampled',
];
const REMEMBERED_SUBJECTS = 10_000;

/** Records an outcome for each row. Rows with the same content are one outcome, also in another file or run. */
export const outcomesImport: Run = (invocation) => {
  const kind = invocation.text('kind') ?? 'person';
  const subjects = new LatestUsed<Promise<string>>(REMEMBERED_SUBJECTS);
  const job: Job<null, Row> = {
    columns: COLUMNS,
    checkColumns: (columns) => {
      if (!columns.has('subjectId') && !columns.has('externalId'))
        throw usageError('The file needs a column subjectId or externalId. See --map.');
      for (const name of ['label', 'occurredAt'])
        if (!columns.has(name)) throw usageError(`The file has no column ${name}. Name it with --map.`);
    },
    results: ['subjectId', 'label', 'outcomeId'],
    options: { kind },
    prepare: async () => null,
    identify: (cell) => ({ subjectId: cell('subjectId') ?? cell('externalId'), label: cell('label') }),
    request: (cell) => rowOf(cell, kind),
    send: async (client, { subject, body }, { signal }) => {
      const id =
        'id' in subject
          ? subject.id
          : await subjects.get(`${subject.kind} ${subject.externalId}`, () => findSubject(client, subject, signal));
      const idempotencyKey = contentKey(id, body);
      const outcome = await client.risk.recordOutcome({ params: { id }, idempotencyKey, signal, body });
      return { outcome: 'recorded', values: { subjectId: id, label: body.label, outcomeId: outcome.id } };
    },
  };
  return runJob(invocation, job);
};

const contentKey = (subjectId: string, body: OutcomeBody) =>
  `outcome-${createHash('sha256')
    .update(JSON.stringify([subjectId, body]))
    .digest('hex')}`;

function rowOf(cell: CsvCell, kind: string): Row | RowFault {
  const [id, externalId] = [cell('subjectId'), cell('externalId')];
  const subject = id ? { id } : externalId && { externalId, kind: cell('kind') ?? kind };
  const label = LABELS.find((one) => one === cell('label'));
  const occurredAt = timeOf(cell('occurredAt') ?? '');
  const [value, currency, reference] = [cell('amount'), cell('currency'), cell('reference')];
  const sampled = cell('sampled') ?? 'false';
  if (!subject) return new RowFault('invalid_row', 'subjectId and externalId are empty.');
  if (!label) return new RowFault('invalid_row', `label must be one of ${LABELS.join(', ')}.`);
  if (occurredAt === null) return new RowFault('invalid_row', 'occurredAt is not an ISO 8601 time.');
  if ((value === undefined) !== (currency === undefined))
    return new RowFault('invalid_row', 'amount and currency must both be given, or neither.');
  if (!/^(true|false|yes|no|1|0)$/i.test(sampled)) return new RowFault('invalid_row', 'sampled must be true or false.');
  return {
    subject,
    body: {
      label,
      occurredAt,
      ...(value !== undefined && currency !== undefined && { amount: { value, currency } }),
      ...(reference !== undefined && { reference }),
      ...(/^(true|yes|1)$/i.test(sampled) && { sampled: true }),
    },
  };
}

async function findSubject(
  client: Client,
  { externalId, kind }: { externalId: string; kind: string },
  signal: AbortSignal,
): Promise<string> {
  const page = await client.risk.listRecords({ params: { resource: 'subjects' }, query: { kind, externalId }, signal });
  const [subject] = page.items;
  if (!subject) throw new RowFault('subject_not_found', `There is no ${kind} with the external id ${externalId}.`);
  return subject.id;
}
