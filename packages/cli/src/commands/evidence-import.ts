import { type Job, RowFault, runJob } from '../bulk/run.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import type { CsvCell } from '../csv/columns.ts';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { LatestUsed } from '../latest-used.ts';

interface Statement {
  subject: { id: string } | { externalId: string; kind: string };
  source: string;
  fact: string;
  status: string;
  value: string | undefined;
  observedAt: string;
  expiresAt: string | undefined;
  providerRef: string | undefined;
}

type EvidenceBody = Parameters<Client['risk']['submitEvidence']>[0]['body'];
interface FactType {
  key: string;
  type: string;
  itemType?: string | undefined;
}

const COLUMNS = [
  'subjectId',
  'externalId',
  'kind',
  'source',
  'fact',
  'status',
  'value',
  'observedAt',
  'expiresAt',
  'providerRef',
];
const NOW = 'now';
const REMEMBERED_SUBJECTS = 10_000;

/** Submits a fact for each row. */
export const evidenceImport: Run = (invocation) => {
  const defaults = defaultsOf(invocation);
  const subjects = new LatestUsed<Promise<string>>(REMEMBERED_SUBJECTS);
  const sources = new LatestUsed<Promise<readonly FactType[]>>(REMEMBERED_SUBJECTS);
  const job: Job<{ startedAt: string }, Statement> = {
    columns: COLUMNS,
    checkColumns: (columns) => {
      if (!columns.has('subjectId') && !columns.has('externalId'))
        throw usageError('The file needs a column subjectId or externalId. See --map.');
      for (const [name, option] of [
        ['source', '--source'],
        ['fact', '--fact'],
        ['observedAt', '--observed-at'],
      ] as const)
        if (!columns.has(name) && defaults[name] === undefined)
          throw usageError(`The file has no column ${name}. Name it with --map, or give ${option}.`);
    },
    results: ['subjectId', 'fact', 'evidenceId'],
    options: defaults,
    // `now` is the start of the run, so that a resumed run repeats the same requests.
    prepare: async () => ({ startedAt: new Date().toISOString() }),
    identify: (cell) => ({
      subjectId: cell('subjectId') ?? cell('externalId'),
      fact: cell('fact') ?? defaults.fact,
    }),
    request: (cell) => statementOf(cell, defaults),
    send: async (client, statement, { prepared, idempotencyKey, signal }) => {
      const { subject, source, fact } = statement;
      const observedAt = statement.observedAt === NOW ? prepared.startedAt : statement.observedAt;
      const id =
        'id' in subject
          ? subject.id
          : await subjects.get(`${subject.kind} ${subject.externalId}`, () => findSubject(client, subject, signal));
      const facts = await sources.get(source, () => factsOf(client, source, signal));
      const evidence = await client.risk.submitEvidence({
        params: { id },
        idempotencyKey,
        signal,
        body: bodyOf(
          { ...statement, observedAt },
          facts.find(({ key }) => key === fact),
        ),
      });
      return { outcome: 'recorded', values: { subjectId: id, fact, evidenceId: evidence.id } };
    },
  };
  return runJob(invocation, job);
};

function defaultsOf(invocation: Invocation) {
  const observedAt = invocation.text('observed-at');
  return {
    source: invocation.text('source'),
    fact: invocation.text('fact'),
    kind: invocation.text('kind') ?? 'person',
    observedAt,
  };
}

function statementOf(cell: CsvCell, defaults: ReturnType<typeof defaultsOf>): Statement | RowFault {
  const id = cell('subjectId');
  const externalId = cell('externalId');
  const subject = id ? { id } : externalId && { externalId, kind: cell('kind') ?? defaults.kind };
  const source = cell('source') ?? defaults.source;
  const fact = cell('fact') ?? defaults.fact;
  const observed = cell('observedAt') ?? defaults.observedAt;
  const status = cell('status') ?? 'available';
  const value = cell('value');
  if (!subject) return new RowFault('invalid_row', 'subjectId and externalId are empty.');
  if (!source) return new RowFault('invalid_row', 'source is empty.');
  if (!fact) return new RowFault('invalid_row', 'fact is empty.');
  if (!observed) return new RowFault('invalid_row', 'observedAt is empty.');
  if (status === 'available' && value === undefined) return new RowFault('invalid_row', 'value is empty.');
  const observedAt = observed === NOW ? NOW : timeOf(observed);
  const expires = cell('expiresAt');
  const expiresAt = expires === undefined ? undefined : timeOf(expires);
  if (observedAt === null) return new RowFault('invalid_row', 'observedAt is not an ISO 8601 time.');
  if (expiresAt === null) return new RowFault('invalid_row', 'expiresAt is not an ISO 8601 time.');
  return { subject, source, fact, status, value, observedAt, expiresAt, providerRef: cell('providerRef') };
}

/** A day means its beginning in UTC. */
const timeOf = (text: string) => {
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  return /^\d{4}-\d{2}-\d{2}T/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : null;
};

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

async function factsOf(client: Client, id: string, signal: AbortSignal) {
  const source = await client.risk.readRecord({ params: { resource: 'sources', id }, signal });
  return source.resource === 'sources' ? source.data.facts : [];
}

function bodyOf(statement: Statement, declared: FactType | undefined): EvidenceBody {
  const { source, fact, status, value, observedAt, expiresAt, providerRef } = statement;
  return {
    sourceRegistrationId: source,
    fact,
    observedAt,
    status: status as EvidenceBody['status'],
    value: (value === undefined ? null : typed(value, declared)) as EvidenceBody['value'],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(providerRef !== undefined && { providerRef }),
  };
}

/** A text that is not of the declared type is sent as it is, and the service says what is wrong. */
function typed(text: string, declared: FactType | undefined): unknown {
  switch (declared?.type) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : text;
    case 'list':
      return text.split(';').map((one) => typed(one.trim(), { key: '', type: declared.itemType ?? 'string' }));
    default:
      return text;
  }
}
