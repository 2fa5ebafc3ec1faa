import type { NewEvent } from '#shared/platform/change.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { unpack } from '#shared/platform/store/packed.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { RESOURCES } from '#shared/risk/index.ts';
import type { TableName } from '#shared/tables.ts';

/** Rows of all tables, classified by their keys and not with the service's own readers. */
export interface StoredRow {
  table: TableName;
  item: Item;
  /** Empty if the key contains no organization. */
  organizationId: string;
  /** Empty if the row belongs to both modes. */
  mode: string;
  /** The part of the key that names the kind of row, such as `events-about`. */
  kind: string;
  /** The part after the kind: a shard, or the subject of a listing. */
  rest: string;
}

export interface StoredEvent extends Omit<NewEvent, 'announced'> {
  row: StoredRow;
  /** Index among the events of its row. */
  member: number;
  actor: string;
}

interface StoredAnswer {
  id?: string;
  resource?: string;
  documentId?: string;
  /** Of a proposal, which is stored with the run of its match. */
  matchId?: string;
}

export interface StoredReceipt {
  status: number;
  principal: string;
  /** A signer's key contains the document id. */
  answer: StoredAnswer | null;
}

export interface AuditedState {
  rows: StoredRow[];
  /** Records whose every change has an event. */
  records: StoredRow[];
  events: StoredEvent[];
  receipts: StoredReceipt[];
}

export const nameOf = ({ table, item }: StoredRow) => `${table} ${item.pk} ${item.sk}`;

/** The state that rows represent, independent of their order. */
export const stateOf = (rows: StoredRow[]): AuditedState => ({
  rows,
  records: rows.filter((row) => isRecord(row) && KINDS_WITH_HISTORY.has(row.kind)),
  events: rows
    .filter(({ kind }) => kind === 'events')
    .sort((a, b) => (String(a.item.id) < String(b.item.id) ? -1 : 1))
    .flatMap(eventsIn),
  receipts: receiptsIn(rows.filter(({ kind }) => kind === 'receipts')),
});

export const KINDS_WITH_HISTORY: ReadonlySet<string> = new Set([
  'api-keys',
  'webhooks',
  'sessions',
  'runs',
  'checks',
  'screening-runs',
  ...RESOURCES,
]);

const KEY = /^([0-9a-f-]{36})#(?:(test|live)#)?([a-z-]+)(?:#(.*))?$/;

export function classify(table: TableName, item: Item): StoredRow {
  const [, organizationId = '', mode = '', kind = '', rest = ''] = KEY.exec(item.pk) ?? [];
  return { table, item, organizationId, mode, kind, rest };
}

/** A record's shard and position follow from its id. */
export const isRecord = ({ kind, rest, item: { id, sk } }: StoredRow) =>
  kind !== 'events' && /^\d+$/.test(rest) && typeof id === 'string' && placeOf(id) === sk;

const eventsIn = (row: StoredRow): StoredEvent[] =>
  (row.item.events as NewEvent[]).map((event, member) => {
    return { ...event, row, member, actor: String(row.item.actor) };
  });

/**
 * Answers with a secret are stored beside the record, with the number of the master key that
 * derives it.
 */
const recordIn = (answer: (StoredAnswer & { record?: StoredAnswer }) | null) => answer?.record ?? answer;

/** Throws if an answer lacks a part, or a part its answer. */
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
      const answer = recordIn(unpack(parts) as StoredReceipt['answer']);
      return { status: Number(item.status), principal: String(item.principal), answer };
    });
  if (bodies.size > 0) throw new Error(`Parts of no answer: ${[...bodies.keys()]}`);
  return receipts;
}
