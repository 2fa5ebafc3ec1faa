import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEMBERS_PER_ROW, positionOf } from '#shared/platform/ids.ts';
import { MIDDLE_MEMBER, RECORD_OFFSETS, ROWS_PER_RANK } from '#shared/platform/offsets.ts';
import { WORKLIST_OFFSETS } from '#shared/risk/worklist.ts';
import { MATCH_OFFSETS } from '#shared/screening/match-parts.ts';
import { idAt } from '#test/support/ids.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 1);
/** Of records that were created every other minute, with all ties. */
const rows = Array.from({ length: 2_000 }, (_, n) => positionOf(idAt(START_MS + n * 2 * MINUTE_MS + n * 13, n % 64)));
const behind = (member: number) => rows.map((row) => row + member);

// Offsets in the future are refused.
const NOW = Date.UTC(2027, 0, 1);
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterAll(() => vi.useRealTimers());

const CODES = {
  records: [RECORD_OFFSETS, [MEMBERS_PER_ROW - 1, MIDDLE_MEMBER].flatMap(behind)],
  matches: [MATCH_OFFSETS, [MEMBERS_PER_ROW - 1, 0, 1, 11].flatMap(behind)],
  worklist: [
    WORKLIST_OFFSETS,
    [0, 1, 4].flatMap((rank) => [
      ...(rank > 0 ? [rank * ROWS_PER_RANK] : []),
      ...rows.map((row) => rank * ROWS_PER_RANK + row / MEMBERS_PER_ROW),
    ]),
  ],
} as const;

/** What clients send that count items or pages, or invent a number. */
const COUNTED = [...Array.from({ length: 100_000 }, (_, n) => n + 1), 1e6, 1e9, 999_999_999, 5e10];

describe.each(Object.entries(CODES))('offsets of %s', (_list, [code, positions]) => {
  test('lead back to the position, and are numbers that JSON and every client can hold', () => {
    for (const position of positions) {
      const offset = code.encode(position);
      expect(Number.isSafeInteger(offset)).toBe(true);
      expect(code.decode(offset)).toBe(position);
    }
  });

  test('are no numbers that a client counts to', () => {
    expect(COUNTED.filter((offset) => code.decode(offset) !== undefined)).toEqual([]);
  });

  test('are recognised by their check number', () => {
    const near = positions.slice(0, 500).flatMap((position) => {
      const offset = code.encode(position);
      return Array.from({ length: 400 }, (_, n) => offset - 200 + n).filter((one) => one !== offset);
    });
    const taken = near.filter((offset) => code.decode(offset) !== undefined);
    // Of the places behind parts of a run there are thirteen.
    expect(taken.length / near.length).toBeLessThan(code === MATCH_OFFSETS ? 0.11 : 0.07);
  });

  test('are rare among all numbers', () => {
    const step = Math.floor(Number.MAX_SAFE_INTEGER / 50_000);
    const spread = Array.from({ length: 50_000 }, (_, n) => n * step + 12_345);
    const taken = spread.filter((offset) => code.decode(offset) !== undefined);
    expect(taken.length / spread.length).toBeLessThan(0.005);
  });

  test('are not in the future', () => {
    const later = positionOf(idAt(NOW + 3 * 24 * 60 * MINUTE_MS, 5)) + MEMBERS_PER_ROW - 1;
    const position = code === WORKLIST_OFFSETS ? Math.floor(later / MEMBERS_PER_ROW) : later;
    expect(code.decode(code.encode(position))).toBeUndefined();
  });
});

test('offsets: every offset is followed by numbers that are none', () => {
  for (const [code, positions] of Object.values(CODES))
    for (const position of positions.slice(0, 2_000)) {
      const next = code.encode(position) + 1;
      const isSameRow = next % MEMBERS_PER_ROW !== 0;
      if (isSameRow && code !== WORKLIST_OFFSETS) expect(code.decode(next)).toBeUndefined();
    }
});
