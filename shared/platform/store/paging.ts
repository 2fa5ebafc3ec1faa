import { setTimeout as sleep } from 'node:timers/promises';
import { endOfRow, MEMBERS_PER_ROW, positionAt } from '../ids.ts';
import { MIDDLE_MEMBER } from '../offsets.ts';

/**
 * Pagination: a page of a list that is stored in several partitions. Each partition is a source of rows in ascending
 * position; the page is their k-way merge. Nothing before the offset is read, so a page costs the same at
 * any depth.
 */
export interface PageRow<T> {
  position: number;
  value: T;
}

/** The rows that a source returned, and the position up to which it is complete. */
export interface Batch<T> {
  rows: PageRow<T>[];
  upTo: number;
}

export interface Page<T> {
  items: T[];
  /** The position behind which the next page begins; null if there is none. */
  nextOffset: number | null;
}

/**
 * Where a page may end between two records that follow each other, if it may. The later of two records may
 * be preceded by one that appears a moment later, so a page ends close behind the earlier one.
 */
export type EndBetween = (last: number, next: number) => number | undefined;

/** A page ends behind a row, or in its middle: half a row fits into every page, a whole one may not. */
const endOfRecords: EndBetween = (last, next) => {
  const end = endOfRow(last);
  if (end < next) return end;
  const middle = end - MEMBERS_PER_ROW + 1 + MIDDLE_MEMBER;
  return last <= middle && middle < next ? middle : undefined;
};

export interface PageOptions {
  limit?: number;
  budgetBytes?: number;
  /** Unless pages end where those of most lists do. */
  endBetween?: EndBetween;
  /** Whether enough was read for one response; the page then ends where reading stopped. */
  isSpent?: () => boolean;
}

export const PAGE_ROWS = 100;
export const PAGE_BYTES = 1024 * 1024;
const ENVELOPE_BYTES = 64;

/**
 * A row gets its position when its change is made and becomes visible when it commits, so a row with a
 * lower position may appear a moment later. A page with a successor therefore ends only where no late rows
 * are expected.
 */
const SETTLING_MS = 1_000;

export async function readPage<T>(
  openSources: () => AsyncIterator<Batch<T>>[],
  options: PageOptions = {},
): Promise<Page<T>> {
  // Before reading, which may take long: a row that commits meanwhile would be missed as settled.
  const settled = positionAt(new Date(Date.now() - SETTLING_MS)) - 1;
  const page = await mergeSources(openSources(), options);
  if (page.end === null) return { items: page.rows.map(contentOf), nextOffset: null };

  if (page.end <= settled) return { items: page.rows.map(contentOf), nextOffset: page.end };

  const rows = page.rows.filter(({ position }) => position <= settled);
  const last = rows.at(-1);
  if (last) return { items: rows.map(contentOf), nextOffset: endOfRow(last.position) };
  await sleep(SETTLING_MS);
  return readPage(openSources, options);
}

/** Positions counted from the end, so that the newest comes first; row ends stay row ends. */
const LAST_POSITION = Math.floor(Number.MAX_SAFE_INTEGER / MEMBERS_PER_ROW) * MEMBERS_PER_ROW - 1;
export const mirrored = (position: number) => LAST_POSITION - position;

/**
 * A page in descending order. Its sources have mirrored positions; the next page begins with the record at
 * `nextOffset` or before it. Records added meanwhile appear on the first page only, so no row can be late.
 */
export async function readNewestPage<T>(
  sources: AsyncIterator<Batch<T>>[],
  options: PageOptions = {},
): Promise<Page<T>> {
  const { rows, end } = await mergeSources(sources, options);
  return { items: rows.map(contentOf), nextOffset: end === null ? null : mirrored(end) - 1 };
}

const contentOf = <T>({ value }: PageRow<T>) => value;

interface SourceState<T> {
  source: AsyncIterator<Batch<T>>;
  rows: PageRow<T>[];
  upTo: number;
  isDone: boolean;
}

/** Does not wait for late rows. */
export async function mergeSources<T>(
  sources: AsyncIterator<Batch<T>>[],
  { limit = PAGE_ROWS, budgetBytes = PAGE_BYTES - ENVELOPE_BYTES, endBetween = endOfRecords, isSpent }: PageOptions,
): Promise<{ rows: PageRow<T>[]; end: number | null }> {
  const states = sources.map((source): SourceState<T> => ({ source, rows: [], upTo: -1, isDone: false }));
  const taken: PageRow<T>[] = [];
  let bytes = 0;

  for (;;) {
    const frontier = frontierOf(states);
    const next = lowestRow(states, frontier);
    if (next) {
      bytes += Buffer.byteLength(JSON.stringify(next.row.value)) + 1;
      const isFull = taken.length >= limit || (bytes > budgetBytes && taken.length > 0);
      const whole = isFull ? wholePage(taken, next.row, endBetween) : undefined;
      if (whole) return whole;
      taken.push(next.row);
      next.state.rows.shift();
    } else if (frontier === Number.POSITIVE_INFINITY) {
      return { rows: taken, end: null };
    } else if (isSpent?.() && frontier >= 0) {
      return { rows: taken, end: frontier };
    } else {
      await Promise.all(states.filter(({ upTo }) => upTo === frontier).map(pull));
    }
  }
}

/** The position up to which every source is complete. */
const frontierOf = <T>(states: SourceState<T>[]) =>
  Math.min(...states.map(({ isDone, upTo }) => (isDone ? Number.POSITIVE_INFINITY : upTo)));

function lowestRow<T>(states: SourceState<T>[], frontier: number) {
  let lowest: { state: SourceState<T>; row: PageRow<T> } | undefined;
  for (const state of states) {
    const row = state.rows[0];
    if (row && row.position <= frontier && row.position < (lowest?.row.position ?? Infinity)) lowest = { state, row };
  }
  return lowest;
}

async function pull<T>(state: SourceState<T>): Promise<void> {
  const { value, done } = await state.source.next();
  if (done) {
    state.isDone = true;
    return;
  }
  state.rows.push(...value.rows);
  state.upTo = value.upTo;
}

/** The records up to the last place where the page may end; undefined if there is none before `next`. */
function wholePage<T>(taken: PageRow<T>[], next: PageRow<T>, endBetween: EndBetween) {
  for (let count = taken.length; count > 0; count -= 1) {
    const last = taken[count - 1] ?? next;
    const end = endBetween(last.position, (taken[count] ?? next).position);
    if (end !== undefined) return { rows: taken.slice(0, count), end };
  }
  return undefined;
}
