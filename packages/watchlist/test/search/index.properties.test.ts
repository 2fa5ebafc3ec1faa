import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { runs } from '../../../../test/support/soak.ts';
import { comparableIdentifiers, comparableNames } from '../../../names/src/search-terms.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { officeCountries } from '../../src/matching/office-countries.ts';
import { scoreEntry } from '../../src/matching/score-entry.ts';
import { CHECK_BITS } from '../../src/search/buckets.ts';
import { IndexBuilder } from '../../src/search/build-index.ts';
import { LENGTH_BITS } from '../../src/search/entry-marks.ts';
import { findStoredEntry } from '../../src/search/find-entry.ts';
import { openFile, type Part, packFile, readDirectory } from '../../src/search/index-file.ts';
import type { IndexMeta } from '../../src/search/index-meta.ts';
import { openIndex } from '../../src/search/list-index.ts';
import { prepareQuery } from '../../src/search/prepare-query.ts';
import { rangeOfBuffer } from '../../src/search/read-range.ts';
import { CERTAIN, searchIndex } from '../../src/search/search-index.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';
import { anEntry, codesOf, DEFAULT_POLICY } from '../matching/builders.ts';
import { someEntries, someSubject } from './any-entry.ts';
import { aList, builtOf, indexOf, screenFor, tables } from './index-support.ts';

const RUNS = runs(60);

const comparable = (entry: ListedEntry) => ({
  kind: entry.kind,
  births: entry.births,
  countries: entry.countries,
  offices: officeCountries(entry),
  names: comparableNames(tables, { ...entry, countries: [...entry.countries, ...officeCountries(entry)] }),
  identifiers: comparableIdentifiers(entry),
});

const named = (name: string) => ({
  name,
  aliases: [],
  entityType: undefined,
  datesOfBirth: [],
  nationalities: [],
  identifiers: [],
});

/** Names of nothing but letters, each of which may stand for a word; one listed word for two pairs; particles. */
const HARD_TO_BOUND: [ListedEntry[], ReturnType<typeof named>][] = [
  [[anEntry('J. Petrov Abdul')], named('J Ltd P')],
  [[anEntry('Rahman R Zeb')], named('R Company R')],
  [[anEntry('Abdulrahman Petrov')], named('Abdul Rahman Abdul Rahman Ivan')],
  [[anEntry('Juan de la Cruz')], named('Dela Cruz')],
  [[anEntry('Usama bin Muhammad bin Laden')], named('Bin Laden')],
  [[anEntry('Juan de la Cruz Perez')], named('delacruzperezjuan')],
  [[anEntry('Juan de la Cruz')], named('DelacruzJuan')],
  [[anEntry('Nikolai Platonovich Patrushev')], named('Nikolai Plat Ono Vich Patrushev')],
  [[anEntry('Wu Ya Qin')], named('Yaqin Wu')],
  [[anEntry('Asif Ali Zardari'), anEntry('Arif Ali J. Zardari')], named('Arif Ali Zardari')],
  [[anEntry('Friedrich Merz'), anEntry('Samer Haddad')], named('Friedrich Mertz Sarner Haddad')],
  [[anEntry('Nuclear Power Production and Development Company')], named('NUCLEAR POWER PRODUCTION AND DEVELO')],
  [[anEntry('Testkomplekt', { kind: 'entity' })], named('Testkomplekt Intl Grp')],
  [[anEntry('International Trading Group', { kind: 'entity' })], named('Intl Trdg Grp')],
];

describe('an index', () => {
  test('returns every entry as it was added, by position and by id', async () => {
    await holds(
      fc.asyncProperty(someEntries, async (entries) => {
        const index = await indexOf(entries);

        for (const [at, entry] of entries.entries()) {
          expect(await index.readEntry(at)).toEqual(entry);
          expect(await index.findEntry(entry.id)).toEqual(entry);
        }
        expect(await index.findEntry('unknown')).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('returns an entry by its id without being opened', async () => {
    await holds(
      fc.asyncProperty(someEntries, async (entries) => {
        const { table, details } = await builtOf(entries);
        const readTable = rangeOfBuffer(table);
        const directory = await readDirectory(readTable);
        const stored = { directory, readTable, readDetails: rangeOfBuffer(details) };

        for (const entry of entries) expect(await findStoredEntry(stored, entry.id)).toEqual(entry);
        expect(await findStoredEntry(stored, 'unknown')).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('scores like the original entries, and no bound of an entry or reading is below the score', async () => {
    await holds(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const index = await indexOf(entries);
        const query = prepareQuery(tables, subject);

        const found = searchIndex(index, query);

        for (const [at, entry] of entries.entries()) {
          const direct = scoreEntry(query.subject, comparable(entry), DEFAULT_POLICY);
          const place = found.entries.indexOf(at);
          if (place === -1) {
            const codes = codesOf(direct).filter((code) => !/^(dob|nationality|score|other)/.test(code));
            expect(codes).toEqual([]);
            continue;
          }
          const bound = found.bounds[place] ?? 0;
          for (const boundsOf of [found.boundsOfReadings, found.scoringBoundsOfReadings]) {
            const boundOf = boundsOf(at);
            // A reading that is bounded below the score is not what the score comes from.
            const fromIndex = index.comparable(at, {
              related: found.related,
              accepts: (reading) => bound === CERTAIN || boundOf(reading) >= direct.score,
            });
            expect(scoreEntry(query.subject, fromIndex, DEFAULT_POLICY)).toEqual(direct);
          }
          expect(bound).toBeGreaterThanOrEqual(direct.score);
          if (bound !== CERTAIN) expect(found.scoringBoundOf(at)).toBeGreaterThanOrEqual(direct.score);
        }
      }),
      { ...runs(300), examples: HARD_TO_BOUND },
    );
  });

  test('with pruning returns the same top score and matches as scoring every entry', async () => {
    await holds(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const list = await aList(entries);
        const query = prepareQuery(tables, subject);
        fc.pre(query.words.length + query.identifierTerms.length > 0);

        const result = await screenFor([list], subject);

        const found = searchIndex(await indexOf(entries), query);
        const scores = entries
          .filter((_, at) => found.entries.includes(at))
          .map((entry) => scoreEntry(query.subject, comparable(entry), DEFAULT_POLICY).score);
        expect(result.candidateCount).toBe(scores.length);
        expect(result.topScore).toBe(scores.length > 0 ? Math.max(...scores) : null);
        expect(result.matches.map(({ score }) => score)).toEqual(
          scores.filter((score) => score >= DEFAULT_POLICY.reviewScore).sort((a, b) => b - a),
        );
      }),
      runs(200),
    );
  });

  test('of several lists returns the same results as an index of each list', async () => {
    const someLists = fc.array(fc.tuple(someEntries, fc.boolean()), { minLength: 2, maxLength: 4 });
    await holds(
      fc.asyncProperty(someLists, someSubject, async (all, subject) => {
        const shared = await indexOf(all.flatMap(([entries]) => entries));
        let from = 0;
        const apart: ScreenedList[] = [];
        const together: ScreenedList[] = [];
        for (const [at, [entries, isAsked]] of all.entries()) {
          const stretch = { from, to: from + entries.length };
          from = stretch.to;
          if (!isAsked) continue;
          const list = await aList(entries, { key: `list-${at}` });
          apart.push(list);
          together.push({ ...list, index: shared, stretch });
        }

        expect(await screenFor(together, subject)).toEqual(await screenFor(apart, subject));
      }),
      runs(100),
    );
  });

  test('returns the same results in any order of its entries', async () => {
    await holds(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const told = async (all: ListedEntry[]) => {
          const { matches, ...rest } = await screenFor([await aList(all)], subject);
          const byId = matches.map(({ entry, score }) => `${entry.id} ${score}`).sort();
          return { ...rest, byId };
        };

        expect(await told(entries.toReversed())).toEqual(await told(entries));
      }),
      RUNS,
    );
  });

  test('is read from bytes at any alignment', async () => {
    const builder = new IndexBuilder(tables);
    builder.add(anEntry('Viktor Semyonov'));
    const { table, details } = builder.finish();
    const shifted = Buffer.concat([Buffer.alloc(3), table]).subarray(3);

    const index = openIndex(shifted, rangeOfBuffer(details));

    expect(index.findWord('semyonov')).toBeDefined();
  });
});

test('index: one of an earlier version is searched by the parts it has', async () => {
  const builder = new IndexBuilder(tables);
  builder.add(anEntry('Oleg Petrov', { id: 'E-6' }));
  builder.add(anEntry('Viktor Jin Ping Semyonov', { id: 'E-7' }));
  const { table, details } = builder.finish();
  const file = openFile(table);
  const { checkBits: _none, lengthBits: _neither, ...meta } = file.meta as IndexMeta;
  const numbers = ['wordTextStarts', 'wordStarts', 'deletionStarts', 'postingStarts', 'idStarts'];
  const packed = ['wordIds', 'deletionIds', 'idEntries'];
  const earlier = packFile(
    { ...meta, termBuilderVersion: 3 },
    {
      ...partsOf(['wordText', 'flags', 'scoring'], file.bytes),
      ...partsOf(['postings'], (name) => file.bytes(name).map((step) => step >>> LENGTH_BITS)),
      ...partsOf(['years', 'countries'], file.shorts),
      ...partsOf([...numbers, 'scoringStarts', 'detailStarts'], file.numbers),
      ...partsOf(packed, (name) => file.numbers(name).map((id) => id >>> CHECK_BITS)),
    },
  );

  const index = openIndex(earlier, rangeOfBuffer(details));

  const asked = async (name: string) => (await screenFor([await aList([], { index })], name)).topScore;
  expect(await asked('Viktor Semyonov')).toBe(75);
  expect(await asked('Viktor Semyanov')).toBe(65);
  expect(await asked('Oleg Petrov')).toBe(85);
  expect(await asked('Jinping')).toBeNull();
  expect(await index.findEntry('E-7')).toBeDefined();
});

const partsOf = (names: string[], read: (name: string) => Part) =>
  Object.fromEntries(names.map((name) => [name, read(name)]));
