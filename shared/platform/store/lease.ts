import type { TableName } from '../../tables.ts';
import { addSeconds } from '../clock.ts';
import type { Key, Write } from './store.ts';

/**
 * A lease lets one worker at a time process a row. It is an attribute whose value begins with the time at
 * which the lease ends; the rest names the holder. The lease of a worker that died ends by itself, and
 * another worker takes it over. All writes are conditional on the value that the writer knows: of several
 * workers that take a lease one succeeds, and a worker that has lost its lease cannot write.
 */
export interface Lease {
  value: string;
  until: Date;
}

export function newLease({ now, newId }: { now: Date; newId: () => string }, seconds: number): Lease {
  const until = addSeconds(now, seconds);
  return { value: `${until.toISOString()} ${newId()}`, until };
}

const END_LENGTH = '2026-01-01T00:00:00.000Z'.length;

/** Whether a lease has not ended.. */
export const isHeld = (value: string | null | undefined, now: Date): boolean =>
  typeof value === 'string' && value.slice(0, END_LENGTH) > now.toISOString();

export interface LeasedRow {
  table: TableName;
  key: Key;
  /** The attribute with the lease. The due time of a row can be its lease. */
  attribute: string;
}

interface Changes {
  set?: Record<string, unknown>;
  unset?: readonly string[];
  /** Further conditions. */
  when?: Record<string, unknown>;
}

/** Takes a lease, on condition that it is still the one that was read. */
export const takeLease = (
  row: LeasedRow,
  { found, next }: { found: unknown; next: string },
  { set, ...changes }: Changes = {},
): Write => writeWhileHeld(row, found, { ...changes, set: { ...set, [row.attribute]: next } });

/** Changes a row, on condition that its lease has not been taken over. */
export const writeWhileHeld = (
  { table, key, attribute }: LeasedRow,
  held: unknown,
  { set = {}, unset, when }: Changes,
): Write => ({
  table,
  update: key,
  set,
  ...(unset && { unset }),
  when: { ...when, [attribute]: held },
});
