import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { groupMatches } from '../../src/grouping/group-matches.ts';
import type { BirthSpan, ListedEntry } from '../../src/listed-entry.ts';
import { someEntries } from '../search/any-entry.ts';

const SOURCES = ['uk', 'eu', 'ofac', 'pep'];

/** Few names, days and numbers, so that entries agree and contradict each other often. */
const closeEntry: fc.Arbitrary<Omit<ListedEntry, 'id'>> = fc.record({
  kind: fc.constantFrom('person', 'person', 'entity'),
  names: fc.constantFrom([{ text: 'Ada Ink', isWeak: false }], [{ text: 'Ink Ada', isWeak: false }]),
  births: fc.array(
    fc.constantFrom<BirthSpan[]>(
      { from: '1961-04-12', to: '1961-04-12', isCirca: false },
      { from: '1961-01-01', to: '1961-12-31', isCirca: true },
      { from: '1962-04-12', to: '1962-04-12', isCirca: false },
    ),
    { maxLength: 2 },
  ),
  countries: fc.constant([]),
  identifiers: fc.array(
    fc.record({
      kind: fc.constant('passport' as const),
      value: fc.constantFrom('AB 12345', 'CD 67890'),
      country: fc.constantFrom('IR', null),
    }),
    { maxLength: 1 },
  ),
  programmes: fc.constant([]),
  references: fc.array(fc.record({ scheme: fc.constantFrom('un', 'ofsi', 'imo'), value: fc.constantFrom('1', '2') }), {
    maxLength: 2,
  }),
});
const entries = fc.oneof(
  someEntries,
  fc
    .array(closeEntry, { minLength: 1, maxLength: 10 })
    .map((all) => all.map((entry, at): ListedEntry => ({ id: `E-${at}`, ...entry }))),
);

const someMatches = fc
  .tuple(
    entries,
    fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    fc.array(fc.nat(20), { minLength: 12, maxLength: 12 }),
  )
  .map(([all, sources, scores]) =>
    all.map((entry, at) => ({ entry, source: SOURCES[sources[at] ?? 0] ?? 'uk', score: 70 + (scores[at] ?? 0) })),
  );

const named = (matches: Parameters<typeof groupMatches>[0]) =>
  groupMatches(matches).map(({ members }) =>
    members.map(({ match, certainty }) => `${match.source} ${match.entry.id} ${certainty}`),
  );

test('groups: every match is in exactly one group, which has a certain member', async () => {
  await holds(
    fc.property(someMatches, (matches) => {
      const groups = groupMatches(matches);

      expect(groups.flatMap(({ members }) => members.map(({ match }) => match))).toHaveLength(matches.length);
      expect(new Set(groups.flatMap(({ members }) => members.map(({ match }) => match)))).toEqual(new Set(matches));
      expect(groups.every(({ members }) => members.some(({ certainty }) => certainty === 'certain'))).toBe(true);
      expect(groups.every(({ members }) => members[0]?.certainty === 'certain')).toBe(true);
    }),
  );
});

test('groups: no group joins two different birth dates, or a person and a company', async () => {
  const excludes = (one: readonly BirthSpan[], other: readonly BirthSpan[]) =>
    one.length > 0 && other.length > 0 && one.every((a) => other.every((b) => a.to < b.from || b.to < a.from));

  await holds(
    fc.property(someMatches, (matches) => {
      for (const { members } of groupMatches(matches))
        for (const { match: one } of members)
          for (const { match: other } of members) {
            expect(excludes(one.entry.births, other.entry.births)).toBe(false);
            expect(one.entry.kind).toBe(other.entry.kind);
          }
    }),
  );
});

test('groups: the order of the matches does not matter', async () => {
  const shuffled = someMatches.chain((matches) =>
    fc.tuple(fc.constant(matches), fc.shuffledSubarray(matches, { minLength: matches.length })),
  );
  await holds(
    fc.property(shuffled, ([matches, other]) => {
      expect(named(other)).toEqual(named(matches));
    }),
  );
});
