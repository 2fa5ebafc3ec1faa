import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/support/properties.ts';
import { runs } from '../../../../test/support/soak.ts';
import { isOneOff } from '../../../names/src/edit-distance.ts';
import { equivalentKeys } from '../../../names/src/equivalents/equivalent-keys.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { prepareQuery } from '../../src/search/prepare-query.ts';
import { anEntry } from '../matching/builders.ts';
import { longWord, someEntries, someSubject, wordOf } from './any-entry.ts';
import { aList, screenFor, tables } from './index-support.ts';

describe('any subject', () => {
  const found = async (entries: ListedEntry[], name: string, kind: ListedEntry['kind']) => {
    const { matches } = await screenFor([await aList(entries)], { name, entityType: kind });
    return matches.map((match) => match.entry.id);
  };

  test('is found under its own listed name and each alias', async () => {
    await holds(
      fc.asyncProperty(someEntries, fc.gen(), async (entries, gen) => {
        const entry = gen(fc.constantFrom, ...entries);
        const name = gen(fc.constantFrom, ...entry.names);
        fc.pre(prepareQuery(tables, { name: name.text, entityType: entry.kind }).words.length > 0);

        expect(await found(entries, name.text, entry.kind)).toContain(entry.id);
      }),
      runs(150),
    );
  });

  test('is found in any order of its words', async () => {
    const names = fc.array(fc.array(longWord, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await holds(
      fc.asyncProperty(names, fc.gen(), async (all, gen) => {
        const words = gen(fc.constantFrom, ...all);
        const shuffled = gen(fc.shuffledSubarray, words, { minLength: words.length });
        const entry = anEntry(all.map((one) => one.join(' ')));

        expect(await found([entry], shuffled.join(' '), 'person')).toEqual([entry.id]);
      }),
      runs(100),
    );
  });
});

test('the status of a run follows from its matches and the completeness of its search alone', async () => {
  const condition = fc.record({
    stale: fc.boolean(),
    attention: fc.boolean(),
    missing: fc.boolean(),
    droppedEntries: fc.nat({ max: 1 }),
    reindexPending: fc.boolean(),
  });
  const policy = fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
    .map(([a, b]) => ({ reviewScore: Math.min(a, b), matchScore: Math.max(a, b) + 1 }));
  await holds(
    fc.asyncProperty(
      someEntries,
      someSubject,
      condition,
      policy,
      async (entries, subject, { missing, ...rest }, scores) => {
        const list = await aList(entries, rest);
        const asked = { ...list, missing, index: missing ? undefined : list.index };

        const result = await screenFor([asked], subject, scores);

        const top = Math.max(0, ...result.matches.map(({ score }) => score));
        const isComplete = result.incompleteReasons.length === 0;
        const found = top >= scores.matchScore ? 'match' : 'possible_match';
        const nothing = isComplete ? 'clear' : 'incomplete';
        const screened = result.matches.length > 0 ? found : nothing;
        expect(result.status).toBe(result.errorCode === null ? screened : 'error');
        for (const { score } of result.matches) expect(score).toBeGreaterThanOrEqual(scores.reviewScore);
      },
    ),
    runs(200),
  );
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

/** Words that count as names, whatever was done to them: no particle, and as many as were written. */
const areNames = (...words: string[]) =>
  prepareQuery(tables, { name: words.join(' ') }).readings[0]?.words.length === words.length;

/** Another Latin spelling of the same name is not a letter off. */
const areSpellingsOfOne = (a: string, b: string) => {
  const [keys = []] = equivalentKeys([a]);
  const [others = []] = equivalentKeys([b]);
  return keys.some((key) => others.includes(key));
};

describe('a word of five letters or more', () => {
  const births = [{ from: '1961-04-12', to: '1961-04-12', isCirca: false }];

  test('one letter off is found, stays below review alone and below match with a day of birth', async () => {
    await holds(
      fc.asyncProperty(wordOf(5, 10), longWord, anEdit, async (word, other, edit) => {
        const off = edited(word, edit);
        fc.pre(off !== word && !isOneOff(off, other) && off !== other && word !== other);
        fc.pre(areNames(word, other) && areNames(off, other) && !areSpellingsOfOne(off, word));
        fc.pre(!areSpellingsOfOne(off, other) && !areSpellingsOfOne(word, other));
        const lists = [await aList([anEntry(`${word} ${other}`, { births })])];

        const alone = await screenFor(lists, `${off} ${other}`);
        const born = await screenFor(lists, { name: `${off} ${other}`, datesOfBirth: ['1961-04-12'] });

        expect(alone).toMatchObject({ status: 'clear', candidateCount: 1, topScore: 65 });
        expect(born).toMatchObject({ status: 'possible_match', topScore: 89 });
      }),
      runs(300),
    );
  });

  test('two letters off is not found through it', async () => {
    await holds(
      fc.asyncProperty(wordOf(5, 10), longWord, anEdit, anEdit, async (word, other, first, second) => {
        const off = edited(edited(word, first), second);
        fc.pre(off !== word && !isOneOff(off, word) && areNames(word, other) && areNames(off));
        fc.pre(off !== other && !isOneOff(off, other) && !areSpellingsOfOne(off, word));
        fc.pre(!areSpellingsOfOne(off, other));
        const lists = [await aList([anEntry(`${word} ${other}`)])];

        expect(await screenFor(lists, off)).toMatchObject({ status: 'clear', candidateCount: 0 });
      }),
      runs(300),
    );
  });

  test('is required: a word of four letters is not found one letter off', async () => {
    await holds(
      fc.asyncProperty(wordOf(4, 4), longWord, anEdit, async (word, other, edit) => {
        const off = edited(word, edit);
        fc.pre(off !== word && areNames(word, other) && areNames(off) && !isOneOff(off, other));
        fc.pre(off !== other && !areSpellingsOfOne(off, word) && !areSpellingsOfOne(off, other));
        const lists = [await aList([anEntry(`${word} ${other}`)])];

        const { status, topScore } = await screenFor(lists, off);
        // A letter added to a word of four makes it a candidate, which counts beside another word alone.
        expect([status, topScore ?? 0]).toEqual(['clear', 0]);
      }),
      runs(200),
    );
  });
});
