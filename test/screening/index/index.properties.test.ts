import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IndexBuilder } from '#shared/screening/index/build-index.ts';
import { openIndex, rangeOfBuffer } from '#shared/screening/index/list-index.ts';
import { prepareQuery } from '#shared/screening/index/prepare-query.ts';
import { searchIndex } from '#shared/screening/index/search-index.ts';
import type { ListedEntry } from '#shared/screening/listed-entry.ts';
import { scoreEntry } from '#shared/screening/matching/score-entry.ts';
import { isOneOff } from '#shared/screening/names/edit-distance.ts';
import { comparableIdentifiers, comparableNames } from '#shared/screening/names/search-terms.ts';
import { anEntry, codesOf, DEFAULT_POLICY } from '../matching/builders.ts';
import { longWord, someEntries, someSubject } from './any-entry.ts';
import { aList, indexOf, screenFor } from './index-support.ts';

const RUNS = { numRuns: 60 };

const comparable = (entry: ListedEntry) => ({
  ...{ kind: entry.kind, births: entry.births, countries: entry.countries },
  ...{ names: comparableNames(entry), identifiers: comparableIdentifiers(entry) },
});

describe('an index', () => {
  test('gives back every entry as it was put in, by its place and by its id', async () => {
    await fc.assert(
      fc.asyncProperty(someEntries, async (entries) => {
        const index = await indexOf(entries);

        for (const [at, entry] of entries.entries()) {
          expect(await index.readEntry(at)).toEqual(entry);
          expect(await index.findEntry(entry.id)).toEqual(entry);
        }
        expect(await index.findEntry('nobody')).toBeUndefined();
      }),
      RUNS,
    );
  });

  test('scores as the entries themselves do, and bounds no score too low', async () => {
    await fc.assert(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const index = await indexOf(entries);
        const query = prepareQuery(subject);

        const found = searchIndex(index, query);

        for (const [at, entry] of entries.entries()) {
          const direct = scoreEntry(query.subject, comparable(entry), DEFAULT_POLICY);
          const place = found.entries.indexOf(at);
          if (place === -1) {
            const codes = codesOf(direct).filter(
              (code) => !/^(dob|nationality|score|other)/.test(code),
            );
            expect(codes).toEqual([]);
            continue;
          }
          const fromIndex = scoreEntry(
            query.subject,
            index.comparable(at, found.related),
            DEFAULT_POLICY,
          );
          expect(fromIndex.score).toBe(direct.score);
          expect(found.bounds[place]).toBeGreaterThanOrEqual(direct.score);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('tells the highest score and all that reach review, as scoring every entry would', async () => {
    await fc.assert(
      fc.asyncProperty(someEntries, someSubject, async (entries, subject) => {
        const list = await aList(entries);
        const query = prepareQuery(subject);
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
      { numRuns: 200 },
    );
  });

  test('answers alike whatever the order of its entries', async () => {
    await fc.assert(
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

  test('is read from bytes that lie anywhere in memory', async () => {
    const builder = new IndexBuilder();
    builder.add(anEntry('Viktor Semyonov'));
    const { table, details } = builder.finish();
    const shifted = Buffer.concat([Buffer.alloc(3), table]).subarray(3);

    const index = openIndex(shifted, rangeOfBuffer(details));

    expect(index.findWord('semyonov')).toBeDefined();
  });
});

describe('any subject', () => {
  test('is found under its own listed name and each alias, in any order of words', async () => {
    await fc.assert(
      fc.asyncProperty(someEntries, fc.gen(), async (entries, gen) => {
        const entry = gen(fc.constantFrom, ...entries);
        const name = gen(fc.constantFrom, ...entry.names);
        fc.pre(prepareQuery({ name: name.text, entityType: entry.kind }).words.length > 0);

        const subject = { name: name.text, entityType: entry.kind };
        const { matches } = await screenFor([await aList(entries)], subject);

        expect(matches.map((match) => match.entry.id)).toContain(entry.id);
      }),
      { numRuns: 150 },
    );
  });
});

type Edit = { how: 'change' | 'add' | 'drop' | 'swap'; at: number; letter: string };
const anEdit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom('change', 'add', 'drop', 'swap'),
  at: fc.nat({ max: 5 }),
  letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
});

function edited(word: string, { how, at, letter }: Edit): string {
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  if (how === 'change') return before + letter + after;
  if (how === 'add') return before + letter + here + after;
  if (how === 'drop') return before + after;
  return before + after.charAt(0) + here + after.slice(1);
}

describe('a word of five letters or more', () => {
  const others = fc.tuple(longWord, longWord);

  test('one letter off is found, stays below review alone and below match with a day of birth', async () => {
    await fc.assert(
      fc.asyncProperty(longWord, longWord, anEdit, async (word, other, edit) => {
        const off = edited(word, edit);
        fc.pre(off !== word && !isOneOff(off, other) && off !== other && word !== other);
        const births = [{ from: '1961-04-12', to: '1961-04-12', isCirca: false }];
        const lists = [await aList([anEntry(`${word} ${other}`, { births })])];

        const alone = await screenFor(lists, `${off} ${other}`);
        const born = await screenFor(lists, {
          ...{ name: `${off} ${other}`, datesOfBirth: ['1961-04-12'] },
        });

        expect(alone).toMatchObject({ status: 'clear', candidateCount: 1, topScore: 65 });
        expect(born).toMatchObject({ status: 'possible_match', topScore: 89 });
      }),
      { numRuns: 200 },
    );
  });

  test('two letters off is not found through it', async () => {
    await fc.assert(
      fc.asyncProperty(others, anEdit, anEdit, async ([word, other], first, second) => {
        const off = edited(edited(word, first), second);
        fc.pre(off !== word && !isOneOff(off, word));
        fc.pre(off !== other && !isOneOff(off, other));
        const lists = [await aList([anEntry(`${word} ${other}`)])];

        expect(await screenFor(lists, off)).toMatchObject({ status: 'clear', candidateCount: 0 });
      }),
      { numRuns: 200 },
    );
  });
});
