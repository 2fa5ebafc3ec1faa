import { expect, test } from 'vitest';
import { dayOfList } from '#shared/screening/lists/day-of-list.ts';
import type { ListCheck } from '#shared/screening/lists/list-check.ts';

const DATE = '2026-03-14';
const [FIRST, SECOND] = ['019ced2c-9000-7000-8000-5d3c2b1a0f00', '019ced2c-9000-7000-8000-5d3c2b1a0f01'];
const at = (time: string) => `${DATE}T${time}:00.000Z`;
const START = at('00:00');
const END = '2026-03-15T00:00:00.000Z';

/** A check that confirms, unless it says otherwise. */
const check = (time: string, changes: Partial<ListCheck> = {}): ListCheck => ({
  at: time.length > 5 ? time : at(time),
  outcome: 'confirmed',
  versionId: FIRST,
  publishedAt: '2026-03-13',
  confirmedAt: time.length > 5 ? time : at(time),
  isHeld: false,
  ...changes,
});
const EVENING = '2026-03-13T23:00:00.000Z';
const before = check(EVENING);
const hourly = Array.from({ length: 24 }, (_, hour) => check(`${String(hour).padStart(2, '0')}:30`));
const day = (checks: readonly ListCheck[], earlier: ListCheck | null = before) =>
  dayOfList({ key: 'eu_fsf', date: DATE, before: earlier ?? undefined, checks, staleAfterHours: 6 });
const failed = (time: string, confirmedAt = EVENING) => check(time, { outcome: 'failed', confirmedAt });

test('a day of confirmations has one version from midnight to midnight, and no gap', () => {
  expect(day(hourly)).toEqual({
    key: 'eu_fsf',
    outcome: 'confirmed',
    versions: [{ from: START, to: END, versionId: FIRST, publishedAt: '2026-03-13' }],
    confirmations: 24,
    failedChecks: 0,
    lastConfirmedAt: at('23:30'),
    gaps: [],
    gapMinutes: 0,
    held: [],
    stale: [],
  });
});

test('another version begins where the first one ends', () => {
  const { versions } = day([
    check('09:00', { outcome: 'published', versionId: SECOND }),
    check('10:00', { versionId: SECOND }),
  ]);

  expect(versions.map(({ versionId, from, to }) => [versionId, from, to])).toEqual([
    [FIRST, START, at('09:00')],
    [SECOND, at('09:00'), END],
  ]);
});

test.each([
  ['a publisher that is down all day', [failed('01:00'), failed('12:00'), failed('23:00')], 23 * 60],
  ['one that is down for an hour', [failed('01:00'), check('02:00'), ...hourly.slice(2)], 60],
  ['no check at all', [], 19 * 60],
  [
    'an operator in between, who shows nothing',
    [
      failed('01:00'),
      check('01:30', { outcome: 'operated', confirmedAt: EVENING }),
      check('02:00'),
      ...hourly.slice(2),
    ],
    60,
  ],
])('%s is a gap, never confirmed', (_case, checks, minutes) => {
  expect(day(checks)).toMatchObject({ outcome: 'gap', gapMinutes: minutes });
});

test('a check that failed the evening before is a gap until the next that did not', () => {
  const { gaps, gapMinutes } = day(hourly, failed(EVENING, '2026-03-13T22:00:00.000Z'));

  expect(gaps).toEqual([{ from: START, to: at('00:30'), reason: 'publisher_unavailable' }]);
  expect(gapMinutes).toBe(30);
});

test('a list without a version, and one of which nothing was recorded, are a gap', () => {
  expect(day([], null)).toMatchObject({ outcome: 'gap', gapMinutes: 1_440, versions: [] });
  expect(dayOfList({ key: 'x', date: DATE, before: undefined, checks: hourly, staleAfterHours: 6 })).toMatchObject({
    gaps: [{ from: START, to: at('00:30'), reason: 'not_recorded' }],
    gapMinutes: 30,
  });
});

test('a held version shows from when to when, and overlapping gaps count once', () => {
  const held = { outcome: 'held', isHeld: true, confirmedAt: EVENING } as const;
  const found = day([check('04:00', held), failed('04:30'), check('08:00')]);

  expect(found.held[0]).toEqual({ from: at('04:00'), to: at('04:30') });
  expect(found.stale[0]).toEqual({ from: at('05:00'), to: at('08:00') });
  expect(found.gaps.slice(0, 2).map(({ reason }) => reason)).toEqual(['publisher_unavailable', 'not_confirmed']);
  expect(found.gapMinutes).toBe(3.5 * 60 + 10 * 60);
});

test('a list that is uploaded now and then is unchanged on a day without an upload', () => {
  const week = dayOfList({ key: 'idb', date: DATE, before, checks: [], staleAfterHours: 21 * 24 });

  expect(week).toMatchObject({ outcome: 'unchanged', gapMinutes: 0, confirmations: 0 });
});

test('a list whose last version was taken away is not loaded, and one that nobody has to confirm has no gaps', () => {
  const nothing = check(EVENING, { outcome: 'operated', versionId: null, publishedAt: null, confirmedAt: null });

  expect(day([], nothing).gaps).toEqual([{ from: START, to: END, reason: 'not_loaded' }]);
  expect(dayOfList({ key: 'own_staff', date: DATE, before, checks: [], staleAfterHours: undefined })).toMatchObject({
    outcome: 'unchanged',
    versions: [{ from: START, to: END }],
    gaps: [],
  });
});

test('a gap of seconds is a minute', () => {
  const checks = [failed('01:00', START), check('2026-03-14T01:00:05.000Z'), ...hourly.slice(1)];

  expect(day(checks)).toMatchObject({ outcome: 'gap', gapMinutes: 1 });
});
