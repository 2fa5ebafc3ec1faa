import type { NewEvent } from '#shared/platform/change.ts';
import { placeOf } from '#shared/platform/ids.ts';
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

export const nameOf = ({ table, item }: StoredRow) => `${table} ${item.pk} ${item.sk}`;

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

export const eventsIn = (row: StoredRow): StoredEvent[] =>
  (row.item.events as NewEvent[]).map((event, member) => {
    return { ...event, row, member, actor: String(row.item.actor) };
  });
