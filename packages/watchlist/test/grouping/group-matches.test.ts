import { expect, test } from 'vitest';
import { groupMatches } from '../../src/grouping/group-matches.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';

const entry = (id: string, more: Partial<ListedEntry> = {}): ListedEntry => ({
  id,
  kind: 'person',
  names: [{ text: 'Ambrose Quillfeather', isWeak: false }],
  births: [],
  countries: [],
  identifiers: [],
  programmes: [],
  ...more,
});
const un = (value: string) => ({ references: [{ scheme: 'un' as const, value }] });
const born = (day: string) => ({ births: [{ from: day, to: day, isCirca: false }] });
const passport = (value: string, country: string | null = 'IR') => ({
  identifiers: [{ kind: 'passport' as const, value, country }],
});
const match = (source: string, listed: ListedEntry, score = 80) => ({ source, score, entry: listed });

/** `uk:1 certain, eu:2 likely`, one text for each group. */
const grouped = (...matches: ReturnType<typeof match>[]) =>
  groupMatches(matches).map(({ members }) =>
    members.map((one) => `${one.match.source}:${one.match.entry.id} ${one.certainty}`).join(', '),
  );

test('matches with the same UN reference are one group', () => {
  expect(grouped(match('uk', entry('1', un('QDi.001'))), match('eu', entry('2', un('QDi.001')), 90))).toEqual([
    'eu:2 certain, uk:1 certain',
  ]);
});

test('other UN references are other groups', () => {
  expect(grouped(match('uk', entry('1', un('QDi.001'))), match('eu', entry('2', un('QDi.002')), 90))).toHaveLength(2);
});

test('an OFSI group joins nothing', () => {
  const ofsi = { references: [{ scheme: 'ofsi' as const, value: '60001' }] };

  expect(grouped(match('uk', entry('1', ofsi)), match('eu', entry('2', ofsi)))).toHaveLength(2);
});

test.each([
  ['the same passport of one country', passport('AB 12345'), passport('ab-12345'), 1],
  ['the same number of two countries', passport('AB 12345'), passport('AB 12345', 'IQ'), 2],
  ['the same number of an unstated country', passport('AB 12345'), passport('AB 12345', null), 2],
  ['a number that is too short', passport('1234'), passport('1234'), 2],
])('%s', (_case, one, other, groups) => {
  expect(grouped(match('uk', entry('1', one)), match('eu', entry('2', other)))).toHaveLength(groups);
});

test('a number that one list states twice identifies neither of its entries', () => {
  const shared = un('KPi.045');

  expect(
    grouped(match('eu', entry('1', shared)), match('eu', entry('2', shared)), match('uk', entry('3', shared))),
  ).toHaveLength(3);
});

test('a person and a company with the same reference are two groups', () => {
  expect(
    grouped(match('uk', entry('1', un('QDi.001'))), match('eu', entry('2', { ...un('QDi.001'), kind: 'entity' }))),
  ).toHaveLength(2);
});

test('births that exclude each other separate the same reference', () => {
  const one = match('uk', entry('1', { ...un('QDi.001'), ...born('1961-04-17') }));
  const other = match('eu', entry('2', { ...un('QDi.001'), ...born('1961-04-18') }));
  const unstated = match('ofac', entry('3', un('QDi.001')), 70);

  expect(grouped(one, other)).toHaveLength(2);
  // Whom the third belongs to cannot be known; it is in one group, and always in the same.
  expect(grouped(one, other, unstated)).toEqual(grouped(unstated, other, one));
});

test('a year agrees with a day in it', () => {
  const year = { births: [{ from: '1961-01-01', to: '1961-12-31', isCirca: false }] };

  expect(
    grouped(
      match('uk', entry('1', { ...un('QDi.001'), ...born('1961-04-17') })),
      match('eu', entry('2', { ...un('QDi.001'), ...year })),
    ),
  ).toHaveLength(1);
});

test('the same full name and day of birth are likely the same person', () => {
  const reversed = { names: [{ text: 'QUILLFEATHER, Ambrósé', isWeak: false }] };

  expect(
    grouped(
      match('uk', entry('1', born('1961-04-17')), 95),
      match('eu', entry('2', { ...born('1961-04-17'), ...reversed })),
      match('ofac', entry('3', born('1961-04-18'))),
    ),
  ).toEqual(['uk:1 certain, eu:2 likely', 'ofac:3 certain']);
});

test.each([
  ['a name of one word', { names: [{ text: 'Quillfeather', isWeak: false }] }],
  ['a weak alias', { names: [{ text: 'The Scribe', isWeak: true }] }],
  ['two companies', { kind: 'entity' as const }],
])('%s is not enough for a likely member', (_case, more) => {
  const listed = { ...born('1961-04-17'), ...more };

  expect(grouped(match('uk', entry('1', listed)), match('eu', entry('2', listed)))).toHaveLength(2);
});

test('the certain members are those with the highest score; others that are certain among themselves are likely', () => {
  const day = born('1961-04-17');

  expect(
    grouped(
      match('uk', entry('1', { ...day, ...un('QDi.001') }), 80),
      match('eu', entry('2', { ...day, ...un('QDi.001') }), 78),
      match('ofac', entry('3', { ...day, ...passport('AB 12345') }), 90),
      match('idb', entry('4', { ...day, ...passport('AB 12345') }), 70),
    ),
  ).toEqual(['ofac:3 certain, uk:1 likely, eu:2 likely, idb:4 certain']);
});
