import { EPOCH_MS, MEMBERS_PER_ROW, positionAt, TIES } from './ids.ts';

/**
 * The numbers that callers send as `offset` and receive as `nextOffset`. Inside the service a page ends at
 * a position; outside, the low bits of the number are a check number, which distinguishes an offset that
 * an answer gave from one that a client counted or made up. Such an offset would silently begin the list
 * somewhere else. The row that an offset points behind may be gone by then, so nothing stored is compared.
 */
export interface OffsetCode {
  encode(position: number): number;
  /** Undefined if no answer gave this offset. */
  decode(offset: number): number | undefined;
  /** The least number that an answer gives. */
  earliest: number;
}

/** No record is older; every number that a client could count to is smaller. */
export const EARLIEST_POSITION = positionAt(new Date(Date.UTC(2026, 0, 2)));
const EARLIEST_ROW = EARLIEST_POSITION / MEMBERS_PER_ROW;

/** Processes whose clocks differ serve the pages of one list. */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/** Numbers of rows: milliseconds and tie, without the member. */
const isPastRow = (row: number) => row >= EARLIEST_ROW && row / TIES + EPOCH_MS <= Date.now() + CLOCK_SKEW_MS;

const LOW_BITS = 2 ** 26;

/** Below `checks`, by Knuth's multiplicative hashing: neighbouring rows have unrelated check numbers. */
export function checkNumberOf(row: number, checks: number): number {
  const high = Math.imul(Math.floor(row / LOW_BITS), 0x9e3779b1);
  return (Math.imul((row % LOW_BITS) ^ high, 0x85ebca6b) >>> 8) % checks;
}

/** Odd, so that the check numbers of a row differ, and such that no two of thirteen are less than 9 apart. */
const STRIDE = 59;

/**
 * Offsets of a list whose pages end behind one of these members of a row. The fewer there are, the fewer
 * numbers are offsets: with two members 1 of 64 that name a time in the past.
 */
export function rowOffsets(lastMembers: readonly number[]): OffsetCode {
  const codeOf = (row: number, end: number) => (checkNumberOf(row, MEMBERS_PER_ROW) + end * STRIDE) % MEMBERS_PER_ROW;
  return {
    encode(position) {
      const row = Math.floor(position / MEMBERS_PER_ROW);
      const end = lastMembers.indexOf(position % MEMBERS_PER_ROW);
      if (end < 0) throw new Error(`No page ends at position ${position}.`);
      return row * MEMBERS_PER_ROW + codeOf(row, end);
    },
    decode(offset) {
      const row = Math.floor(offset / MEMBERS_PER_ROW);
      if (!isPastRow(row)) return undefined;
      const code = offset % MEMBERS_PER_ROW;
      const member = lastMembers.find((_, end) => codeOf(row, end) === code);
      return member === undefined ? undefined : row * MEMBERS_PER_ROW + member;
    },
    earliest: EARLIEST_POSITION,
  };
}

/** Pages of records end behind a row, or behind this member of it. */
export const MIDDLE_MEMBER = MEMBERS_PER_ROW / 2 - 1;
export const RECORD_OFFSETS = rowOffsets([MEMBERS_PER_ROW - 1, MIDDLE_MEMBER]);

export const ROWS_PER_RANK = 2 ** 46;
const RANK_CHECKS = 16;

/** Offsets of a list by rank and then by row; positions are `rank * ROWS_PER_RANK + row`. */
export function rankOffsets(ranks: number): OffsetCode {
  const encode = (position: number) => position * RANK_CHECKS + checkNumberOf(position, RANK_CHECKS);
  const isPosition = (position: number) => {
    const [rank, row] = [Math.floor(position / ROWS_PER_RANK), position % ROWS_PER_RANK];
    // Row 0 is the beginning of a rank.
    return rank < ranks && (isPastRow(row) || (rank > 0 && row === 0));
  };
  return {
    encode,
    decode(offset) {
      const position = Math.floor(offset / RANK_CHECKS);
      return isPosition(position) && encode(position) === offset ? position : undefined;
    },
    earliest: EARLIEST_ROW * RANK_CHECKS,
  };
}

/** Small numbers leave room for long check numbers. */
const COUNT_CHECKS = 2 ** 20;

/** Offsets of a list whose pages begin behind a number that is small, such as a size or a count. */
export const COUNT_OFFSETS: OffsetCode = {
  encode: (count) => count * COUNT_CHECKS + checkNumberOf(count, COUNT_CHECKS),
  decode(offset) {
    const count = Math.floor(offset / COUNT_CHECKS);
    return count > 0 && COUNT_OFFSETS.encode(count) === offset ? count : undefined;
  },
  earliest: COUNT_CHECKS,
};
