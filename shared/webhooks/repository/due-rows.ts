import type { Item, Write } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';

/** Puts the next look at a due row off, so that not every tick finds it; refused if somebody else just did. */
export const postponeRow = (table: TableName, row: Item, until: Date): Write => ({
  table,
  update: { pk: row.pk, sk: row.sk },
  set: { dueAt: until.toISOString() },
  when: { dueAt: row.dueAt },
});
