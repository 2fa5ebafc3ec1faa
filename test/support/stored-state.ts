import { paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { unpack } from '#shared/platform/store/packed.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { RESOURCES } from '#shared/risk/resource.ts';
import type { TableName } from '#shared/tables.ts';
import { everyRow, tableNames } from './engine.ts';

/** Every row of every table, by what it is: read from the keys, not with the product's own readers. */
export interface StoredRow {
  table: TableName;
  item: Item;
  /** Empty where the key names no organization. */
  organizationId: string;
  /** Empty where the row belongs to both modes. */
  mode: string;
  /** The word of the key that says what is kept there, such as `events-about`. */
  kind: string;
  /** What follows the kind: a shard, or what a listing is about. */
  rest: string;
}

export interface StoredEvent extends Omit<NewEvent, 'announced'> {
  row: StoredRow;
  /** Its number among the events of its row. */
  member: number;
  actor: string;
}

export interface StoredReceipt {
  status: number;
  principal: string;
  /** A signer names the document it is stored with. */
  answer: { id?: string; resource?: string; documentId?: string } | null;
}

export interface AuditedState {
  rows: StoredRow[];
  /** Those whose every change is told in history. */
  records: StoredRow[];
  events: StoredEvent[];
  receipts: StoredReceipt[];
}

export const nameOf = ({ table, item }: StoredRow) => `${table} ${item.pk} ${item.sk}`;

/** API keys that tests put into the table directly bear this name; they have no history. */
const PLANTED_KEY = 'test key';

export async function auditedState(): Promise<AuditedState> {
  const rows = (await readRows()).filter(({ item }) => item.name !== PLANTED_KEY);
  return {
    rows,
    records: rows.filter((row) => isRecord(row) && KINDS_WITH_HISTORY.has(row.kind)),
    // A scan has no order; history has.
    events: rows
      .filter(({ kind }) => kind === 'events')
      .sort((a, b) => (String(a.item.id) < String(b.item.id) ? -1 : 1))
      .flatMap(eventsIn),
    receipts: receiptsIn(rows.filter(({ kind }) => kind === 'receipts')),
  };
}

export const KINDS_WITH_HISTORY: ReadonlySet<string> = new Set([
  'api-keys',
  'webhooks',
  ...['sessions', 'runs', 'checks', 'screening-runs'],
  ...RESOURCES,
]);

export async function readRows(): Promise<StoredRow[]> {
  const perTable = await Promise.all(
    tableNames().map(async (table) => (await everyRow(table)).map((item) => classify(table, item))),
  );
  return perTable.flat();
}

/** How many rows of each kind an organization has. Cheap, because the engine does the looking. */
export const countRows = async (organizationId: string): Promise<Record<string, number>> =>
  (await countRowsOf([organizationId])).get(organizationId) ?? {};

/** The same of several, for the price of one: a scan looks at every row, whosever it is. */
export async function countRowsOf(
  organizationIds: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const countsOf = new Map(organizationIds.map((id) => [id, {} as Record<string, number>]));
  for (const table of tableNames())
    for (const item of await keysOf(table, organizationIds)) {
      const { kind } = classify(table, item);
      const name = `${table} ${kind || item.pk}`;
      const id = organizationIds.find((one) => item.pk.startsWith(one) || item.sk === one);
      const counts = countsOf.get(id ?? '') ?? {};
      counts[name] = (counts[name] ?? 0) + 1;
    }
  return countsOf;
}

async function keysOf(table: TableName, organizationIds: readonly string[]): Promise<Item[]> {
  const keys: Item[] = [];
  const isOfOne = organizationIds.map(
    (_, index) => `begins_with(pk, :i${index}) OR sk = :i${index}`,
  );
  const pages = paginateScan(
    { client: dynamoClient() },
    {
      TableName: tableNameOf(table),
      ConsistentRead: true,
      ProjectionExpression: 'pk, sk',
      FilterExpression: isOfOne.join(' OR '),
      ExpressionAttributeValues: Object.fromEntries(
        organizationIds.map((id, index) => [`:i${index}`, { S: id }]),
      ),
    },
  );
  for await (const { Items = [] } of pages)
    keys.push(...Items.map((item) => unmarshall(item) as Item));
  return keys;
}

const KEY = /^([0-9a-f-]{36})#(?:(test|live)#)?([a-z-]+)(?:#(.*))?$/;

function classify(table: TableName, item: Item): StoredRow {
  const [, organizationId = '', mode = '', kind = '', rest = ''] = KEY.exec(item.pk) ?? [];
  return { table, item, organizationId, mode, kind, rest };
}

/** Records stand in shards, each at the place its id says. */
export const isRecord = ({ kind, rest, item: { id, sk } }: StoredRow) =>
  kind !== 'events' && /^\d+$/.test(rest) && typeof id === 'string' && placeOf(id) === sk;

const eventsIn = (row: StoredRow): StoredEvent[] =>
  (row.item.events as NewEvent[]).map((event, member) => {
    return { ...event, row, member, actor: String(row.item.actor) };
  });

/** Throws where an answer lacks some of its parts, or a part its answer. */
function receiptsIn(rows: StoredRow[]): StoredReceipt[] {
  const bodies = new Map(rows.map(({ item }) => [`${item.pk} ${item.sk}`, item.body]));
  const receipts = rows
    .filter(({ item }) => !item.sk.includes('~'))
    .map(({ item }) => {
      const parts = Array.from({ length: Number(item.parts) }, (_, part) => {
        const key = part === 0 ? `${item.pk} ${item.sk}` : `${item.pk} ${item.sk}~${part}`;
        const body = bodies.get(key);
        if (!(body instanceof Uint8Array)) throw new Error(`An answer lacks its part ${key}.`);
        bodies.delete(key);
        return body;
      });
      const answer = unpack(parts) as StoredReceipt['answer'];
      return { status: Number(item.status), principal: String(item.principal), answer };
    });
  if (bodies.size > 0) throw new Error(`Parts of no answer: ${[...bodies.keys()]}`);
  return receipts;
}
