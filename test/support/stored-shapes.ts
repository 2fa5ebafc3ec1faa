import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';
import type { ApiKey } from '#shared/identity/api-key.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { isMutation, type Route } from '#shared/platform/http/route.ts';
import type { DynamoRow } from '#shared/platform/store/dynamo-calls.ts';
import { RESOURCES } from '#shared/risk/resource.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import type { TableName } from '#shared/tables.ts';
import { type CallOptions, type Credential, call, firstUserOf, keyOf, signedBy, userOf } from './api.ts';
import { prepareEngine, tableNames } from './engine.ts';
import { noteDigests, RECORDINGS } from './recordings.ts';
import { aSubject, exampleOf } from './route-examples.ts';
import { plantTenant } from './tenant.ts';

/** Rows of every table as one release wrote them, and its responses to every GET about them. */
export interface StoredShapes {
  about: { rowVersion: number; release: string; recordedAt: string };
  organizationId: string;
  mode: Mode;
  key: ApiKey;
  rows: Record<TableName, DynamoRow[]>;
  answers: RecordedAnswer[];
  /** A call with an idempotency key, to be answered from its idempotency record. */
  replay: { idempotencyKey: string; body: unknown; answer: unknown };
}

export interface RecordedAnswer extends Required<Pick<CallOptions, 'params' | 'query'>> {
  route: string;
  status: number;
  body: unknown;
}

export function readStoredShapes(version: string): StoredShapes {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(RECORDINGS, version, `${name}.json`), 'utf8'), bytesFromText);
  const tables = tableNames().filter((table) => existsSync(join(RECORDINGS, version, `${table}.json`)));
  return {
    ...read('recording'),
    answers: read('answers'),
    rows: Object.fromEntries(tables.map((table) => [table, read(table)])),
  };
}

/** One row or answer a line, so that a difference can be read. */
export function writeStoredShapes(version: string, shapes: StoredShapes): void {
  const { rows, answers, ...recording } = shapes;
  const directory = join(RECORDINGS, version);
  mkdirSync(directory, { recursive: true });
  const write = (name: string, lines: readonly unknown[]) =>
    writeFileSync(
      join(directory, `${name}.json`),
      `[\n${lines.map((line) => JSON.stringify(line, textFromBytes)).join(',\n')}\n]\n`,
    );
  for (const table of tableNames()) write(table, rows[table]);
  write('answers', answers);
  writeFileSync(join(directory, 'recording.json'), `${JSON.stringify(recording, null, 2)}\n`);
  noteDigests(version);
}

/** Bytes of a row are base64 in the file, as in DynamoDB's own JSON. */
function textFromBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const original = this[name];
  return name === 'B' && original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value;
}
const bytesFromText = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;

async function storedRows(table: TableName): Promise<DynamoRow[]> {
  const rows: DynamoRow[] = [];
  const pages = paginateScan({ client: dynamoClient() }, { TableName: tableNameOf(table), ConsistentRead: true });
  for await (const { Items = [] } of pages) rows.push(...Items);
  return rows;
}

/** Writes recorded rows unchanged to new tables. */
export async function loadStoredShapes({ rows }: StoredShapes): Promise<void> {
  await prepareEngine();
  await Promise.all(
    Object.entries(rows).map(async ([table, all]) => {
      for (let start = 0; start < all.length; start += 25) {
        const requests = all.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
        const RequestItems = { [tableNameOf(table as TableName)]: requests };
        await dynamoClient().send(new BatchWriteItemCommand({ RequestItems }));
      }
    }),
  );
}

/** Calls as the organization whose rows were recorded. */
export function callersOf({ organizationId, mode, key }: Scope & { key: ApiKey }) {
  const owner: Credential = async (request) => ({
    'x-risk-mode': mode,
    ...(await // One person, since `GET /me` answers who it is.
    (
      await userOf(organizationId, 'owner', { claims: { sub: organizationId } })
    )(request)),
  });
  const client = signedBy(key);
  return ({ access }: Route) => (access === 'client' || access === 'key' ? client : owner);
}

/** Calls that only the person who made or got the record can make. */
const AUTHORS = new Set([
  routes.organization.withdrawProposal.name,
  routes.quality.releaseQualitySample.name,
  routes.quality.reviewQualitySample.name,
  routes.risk.markNotificationsRead.name,
  routes.risk.updateNotificationSettings.name,
]);

/** GETs that answer from rows alone: no constant, no page, no file. What was used by day is counted, not recorded. */
const isReadOfRows = ({ name, method, module, uses, status }: Route) =>
  name !== 'readUsage' && method === 'GET' && module !== 'service' && status === 200 && uses?.tables && !uses.buckets;

interface Asked {
  route: Route;
  params: Record<string, string>;
  query?: Record<string, string | number>;
}

/** The path up to its first parameter, and the parameter. */
const rootOf = ({ path }: Route) => /^[^}]*}/.exec(path)?.[0];

/** Calls every changing route once for one organization, so that every kind of row is written. */
export async function recordStoredShapes(
  about: Omit<StoredShapes['about'], 'recordedAt'>,
  writeMore: (scope: Scope) => Promise<void>,
): Promise<StoredShapes> {
  await prepareEngine();
  const { organizationId, mode } = await plantTenant();
  const scope = { organizationId, mode };
  const { key } = await keyOf(organizationId, mode);
  const callerFor = callersOf({ ...scope, key });
  const idempotencyKey = 'recorded';
  const body = aSubject();
  const created = await call(callerFor(routes.risk.createSubject), routes.risk.createSubject, { body, idempotencyKey });

  const asked: Asked[] = [];
  for (const route of allRoutes.filter(isMutation)) {
    const isDeletion = route.name === routes.organization.deleteOrganization.name;
    const leaving = { organizationId: randomUUID(), mode };
    const example = await exampleOf(route).prepare(isDeletion ? leaving : scope);
    const isAuthors = AUTHORS.has(route.name);
    const first = await firstUserOf(organizationId);
    const author: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await first(request)) });
    const caller = isDeletion ? await userOf(leaving.organizationId, 'owner') : isAuthors ? author : callerFor(route);
    const answer = await call(caller, route, example);
    if (answer.status >= 400) throw new Error(`${route.name}: ${JSON.stringify(answer.body)}`);
    asked.push({ route, params: example.params ?? {} });
  }
  await writeMore(scope);

  const reads: Asked[] = [];
  for (const route of allRoutes.filter(isReadOfRows)) {
    const { params = {}, query = {} } = await exampleOf(route).prepare(scope);
    reads.push({ route, params, query });
    // Changed records are read as well.
    for (const { params } of asked.filter((it) => rootOf(it.route) === (rootOf(route) ?? '')))
      reads.push({ route, params });
  }
  const { answers, recordedAt } = await answersTo(reads, callerFor);
  const rows = {} as StoredShapes['rows'];
  for (const table of tableNames()) rows[table] = await storedRows(table);
  // Counters of the rate limiter are no records: they expire within days.
  rows.identity = rows.identity.filter(({ pk }) => !pk?.S?.startsWith('rate#'));
  rows.journal = withFewReceipts(rows.journal, idempotencyKey);
  const replay = { idempotencyKey, body, answer: created.body };
  return { about: { ...about, recordedAt }, ...scope, key, rows, answers, replay };
}

async function answersTo(reads: readonly Asked[], callerFor: (route: Route) => Credential) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
  const recordedAt = new Date().toISOString();
  const answers = new Map<string, RecordedAnswer>();
  const ask = async ({ route, params = {}, query = {} }: Asked) => {
    const { status, body } = await call(callerFor(route), route, { params, query });
    const answer = { route: route.name, params, query, status, body };
    if (status === 200) answers.set(JSON.stringify([route.name, params, query]), answer);
    return body;
  };
  for (const read of reads) await ask(read);
  for (const resource of RESOURCES) {
    const { items } = await ask({ route: routes.risk.listRecords, params: { resource } });
    for (const { id } of items.slice(0, 2)) await ask({ route: routes.risk.readRecord, params: { resource, id } });
  }
  vi.useRealTimers();
  return { recordedAt, answers: [...answers.values()] };
}

/** They are all similar, and larger than all other rows together. */
function withFewReceipts(journal: readonly DynamoRow[], idempotencyKey: string): DynamoRow[] {
  let left = 4;
  return journal.filter(({ pk, sk }) => {
    const isReceipt = pk?.S?.includes('#receipts#');
    return !isReceipt || sk?.S === idempotencyKey || left-- > 0;
  });
}
