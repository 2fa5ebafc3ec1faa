import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { shiftClock } from '#shared/platform/clock.ts';
import {
  endOfRow,
  MEMBERS_PER_ROW,
  madeAt,
  memberId,
  memberOf,
  msOf,
  newId,
  placeAt,
  placeOf,
  positionAt,
  positionOf,
  rowIdOf,
  shardOf,
} from '#shared/platform/ids.ts';
import { idAt } from '#test/support/ids.ts';

/** From the beginning of 2026 to the end of 2058, well before positions reach 2^53. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);
const LATEST_MS = Date.UTC(2058, 11, 31);
const milliseconds = fc.integer({ min: EARLIEST_MS, max: LATEST_MS });
const members = fc.integer({ min: 0, max: MEMBERS_PER_ROW - 1 });

const ids = fc.tuple(milliseconds, fc.integer({ min: 0, max: 63 }));

test('ids: are UUIDv7 that contain the time of creation', () => {
  const before = Date.now();
  const made = Array.from({ length: 1_000 }, () => newId());
  const after = Date.now();

  for (const id of made) {
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    expect(id[14]).toBe('7');
    expect('89ab').toContain(id[19]);
    expect(memberOf(id)).toBe(0);
    // A burst may run ahead of the clock, by a millisecond for each 32 ids.
    expect(madeAt(id).getTime()).toBeGreaterThanOrEqual(before);
    expect(madeAt(id).getTime()).toBeLessThanOrEqual(after + 1_000 / 32);
  }
});

test('ids: are ascending within one process and never share a place', () => {
  const made = Array.from({ length: 20_000 }, () => newId());

  const positions = made.map(positionOf);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(new Set(made.map(placeOf)).size).toBe(made.length);
  expect(made.map(placeOf)).toEqual(made.map(placeOf).toSorted());
});

test('ids: are ascending even if the clock is set back', () => {
  const now = Date.now() + 60_000;
  const made = [now, now - 5_000, now, now + 1, now - 1].map((ms) => positionOf(newId(ms)));

  expect(made).toEqual(made.toSorted((a, b) => a - b));
  expect(new Set(made).size).toBe(made.length);
});

test('ids: follow a clock that is set to the past, and never one that is set to the future', () => {
  const DAY_MS = 86_400_000;
  onTestFinished(() => shiftClock(0));
  newId();
  const daysFromNow = (shiftDays: number) => {
    shiftClock(shiftDays * DAY_MS);
    return Math.round((msOf(newId()) - Date.now()) / DAY_MS);
  };

  expect([-90, -89, -1, 0, 400].map(daysFromNow)).toEqual([-90, -89, -1, 0, 0]);
});

test('ids: places sort as text like positions sort as numbers', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const [a, b] = [idAt(...one), idAt(...other)];
      const byPosition = Math.sign(positionOf(a) - positionOf(b));
      const byPlace = placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0;
      expect(byPlace).toBe(byPosition);
    }),
  );
});

test('ids: a position is a safe integer that leads back to its place and member', () => {
  fc.assert(
    fc.property(ids, members, (at, member) => {
      const id = memberId(idAt(...at), member);
      const position = positionOf(id);
      expect(Number.isSafeInteger(position)).toBe(true);
      expect(placeAt(position)).toEqual({ place: placeOf(id), member });
      expect(endOfRow(position)).toBe(positionOf(memberId(id, MEMBERS_PER_ROW - 1)));
    }),
  );
});

test('ids: members of a row have its place, its row id and consecutive positions', () => {
  fc.assert(
    fc.property(ids, members, (at, member) => {
      const row = rowIdOf(idAt(...at));
      const id = memberId(row, member);
      expect(memberOf(id)).toBe(member);
      expect(rowIdOf(id)).toBe(row);
      expect(placeOf(id)).toBe(placeOf(row));
      expect(shardOf(id, 4)).toBe(shardOf(row, 4));
      expect(positionOf(id)).toBe(positionOf(row) + member);
      expect(z.uuidv7().safeParse(id).success).toBe(true);
    }),
  );
});

test('ids: all rows of a millisecond lie between its first position and the next', () => {
  fc.assert(
    fc.property(ids, members, ([ms, tie], member) => {
      const position = positionOf(memberId(idAt(ms, tie), member));
      expect(position).toBeGreaterThanOrEqual(positionAt(new Date(ms)));
      expect(position).toBeLessThan(positionAt(new Date(ms + 1)));
      expect(madeAt(idAt(ms, tie)).getTime()).toBe(ms);
    }),
  );
});

test('ids: shards share the rows of a burst evenly', () => {
  const made = Array.from({ length: 4_000 }, () => shardOf(newId(), 4));

  for (const shard of [0, 1, 2, 3]) expect(made.filter((one) => one === shard).length).toBeGreaterThan(800);
});
