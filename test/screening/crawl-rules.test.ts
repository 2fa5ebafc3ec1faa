import { describe, expect, test } from 'vitest';
import { askedChunks, chunkAfter } from '#shared/screening/crawl/chunks.ts';
import { type Crawl, newCrawl } from '#shared/screening/crawl/crawl.ts';
import { needsRefresh } from '#shared/screening/crawl/crawl-needs.ts';
import { describedItems } from '#shared/screening/crawl/described-item.ts';
import { pauseAfter, requestedWait, waitBefore } from '#shared/screening/crawl/pauses.ts';
import { isDivisible, sliceAt } from '#shared/screening/crawl/slice.ts';
import { itemsIn, rowsIn } from '#shared/screening/crawl/sparql-rows.ts';
import { STAGES } from '#shared/screening/crawl/stage-names.ts';
import { stages } from '#shared/screening/crawl/stages.ts';

/** The rules of a crawl as pure functions. */
describe('chunks', () => {
  test.each([
    ['0', 3, '1'],
    ['2', 3, null],
    ['1.0', 3, '1.1'],
    ['1.1', 3, '2'],
    ['1.0.1', 3, '1.1'],
    ['1.1.1', 3, '2'],
    ['2.1.1', 3, null],
    ['11', 20, '12'],
  ])('after chunk %s of %i comes %s', (chunk, chunks, next) => {
    expect(chunkAfter(chunk, chunks)).toBe(next);
  });

  test('the queried chunks are the halves of the chunks that were split', () => {
    expect(askedChunks(3, ['1', '1.1'])).toEqual(['0', '1.0', '1.1.0', '1.1.1', '2']);
  });

  test('walking from chunk to chunk visits exactly the queried ones', () => {
    const splits = ['0', '0.0', '2', '2.1', '2.1.0'];
    const walked: string[] = [];
    for (let chunk: string | null = '0'; chunk !== null; ) {
      if (splits.includes(chunk)) chunk = `${chunk}.0`;
      else {
        walked.push(chunk);
        chunk = chunkAfter(chunk, 4);
      }
    }

    expect(walked).toEqual(askedChunks(4, splits));
  });
});

describe('slices', () => {
  test('two halves contain exactly the items of the whole, none twice', () => {
    const ids = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'];
    const parts = ['0.0.0', '0.0.1', '0.1.0', '0.1.1'].map((chunk) => sliceAt(ids, chunk).ids);

    expect(parts).toEqual([['Q1', 'Q2'], ['Q3'], ['Q4'], ['Q5']]);
  });

  test('a single item is split by the last digits of its results', () => {
    const leaves = (chunk: string, depth: number): string[] =>
      depth === 0
        ? [...sliceAt(['Q1'], chunk).endings]
        : [...leaves(`${chunk}.0`, depth - 1), ...leaves(`${chunk}.1`, depth - 1)];

    expect(leaves('0', 1)).toEqual([...'0123456789']);
    expect(leaves('0', 3)).toEqual([...'0123456789']);
    expect(sliceAt(['Q1'], '0.0.0.0.0.0').endings).toEqual(['00', '10', '20', '30', '40']);
  });

  test('a slice that cannot be divided is not divisible', () => {
    const one = sliceAt(['Q1'], '0');

    expect(isDivisible(one, false)).toBe(false);
    expect(isDivisible(one, true)).toBe(true);
    expect(isDivisible({ ids: ['Q1'], endings: ['07'] }, true)).toBe(false);
    expect(isDivisible({ ids: ['Q1', 'Q2'], endings: [''] }, false)).toBe(true);
  });
});

describe('the query of', () => {
  const questions = STAGES.map((stage): [string, string] => [
    stage,
    stages[stage].ask({ ids: ['Q484652', 'Q83307'], endings: ['0', '1'] }, '2028-02-29T10:00:00Z'),
  ]);

  test.each(questions)('%s is well formed', (_stage, question) => {
    const pattern = question.replace(/"[^"]*"/g, '""');
    const declared = [...question.matchAll(/^PREFIX (\w+):/gm)].map(([, name]) => name);
    const used = [...pattern.matchAll(/\b(\w+):[PQ]?\w+/g)].map(([, name]) => name).filter((name) => name !== 'http');
    const projected = /SELECT DISTINCT (.*) WHERE/.exec(question)?.[1]?.split(' ') ?? [];
    const body = question.slice(question.indexOf('WHERE'));

    for (const [open, close] of ['{}', '()'] as const)
      expect(pattern.split(open ?? '').length).toBe(pattern.split(close ?? '').length);
    expect(declared).toEqual(expect.arrayContaining(used));
    for (const variable of projected) expect(body).toMatch(new RegExp(`\\${variable}\\b`));
    expect(question).toContain('wd:Q83307');
  });

  test('holders excludes people who lived long ago, with dates that exist', () => {
    const question = stages['find-holders'].ask({ ids: ['Q1'], endings: [''] }, '2028-02-29T10:00:00Z');

    expect(question).toContain('?died < "2023-02-01T00:00:00Z"');
    expect(question).toContain('?born < "1918-02-01T00:00:00Z"');
    expect(question).not.toContain('REGEX');
  });
});

const iri = (id: string) => ({ type: 'uri', value: `http://www.wikidata.org/entity/${id}` });
const text = (value: string) => ({ type: 'literal', value });

describe('SPARQL results', () => {
  const statement = (more: Record<string, ReturnType<typeof text>>) => ({
    item: iri('Q1'),
    property: text('P39'),
    value: iri('Q2'),
    statement: text('s1'),
    ...more,
  });
  const day = (value: string) => ({ time: `+${value}T00:00:00Z`, precision: 11 });

  test('several start and end dates of a statement become one claim from the first to the last', () => {
    const [item] = describedItems([
      statement({ start: text('2012-01-01T00:00:00Z'), startPrecision: text('11') }),
      statement({ start: text('2010-01-01T00:00:00Z'), startPrecision: text('11') }),
      statement({ end: text('2015-01-01T00:00:00Z'), endPrecision: text('11') }),
      statement({ end: text('2014-01-01T00:00:00Z'), endPrecision: text('11') }),
    ]);

    expect(item?.claims.P39).toEqual([
      {
        mainsnak: { datavalue: { value: { id: 'Q2' } } },
        rank: 'normal',
        qualifiers: {
          P580: [{ datavalue: { value: day('2010-01-01') } }],
          P582: [{ datavalue: { value: day('2015-01-01') } }],
        },
      },
    ]);
  });

  test('an end with an unknown date is an end', () => {
    const [item] = describedItems([statement({ ended: { type: 'bnode', value: 't7' } })]);

    expect(item?.claims.P39?.[0]?.qualifiers).toEqual({ P582: [{}] });
  });

  test('an unknown value names no item', () => {
    const unknown = { type: 'bnode', value: 't7' };

    expect(itemsIn([{ found: unknown }, { found: iri('Q7') }, { found: iri('Q7') }], 'found')).toEqual(['Q7']);
    expect(describedItems([statement({ value: unknown })])[0]?.claims).toEqual({});
  });

  test.each(['', '{', '[]', '{"results": {}}', '{"results": {"bindings": [{"item": 7}]}}'])('%j is none', (answer) =>
    expect(rowsIn(answer)).toBeUndefined(),
  );
});

describe('pauses', () => {
  test('are as long as the query took, and never zero', () => {
    expect([0, 1_500, 2_001, 40_000].map(pauseAfter)).toEqual([2, 2, 3, 40]);
  });

  test('double after each failure up to half an hour, or follow Retry-After', () => {
    expect([0, 1, 2, 5, 11].map((tries) => waitBefore(tries, null))).toEqual([60, 120, 240, 1_800, 1_800]);
    expect(waitBefore(0, 600)).toBe(600);
    expect(waitBefore(3, 10)).toBe(480);
    expect(waitBefore(0, 10_000_000)).toBe(86_400);
  });

  test.each([
    [null, null],
    ['120', 120],
    ['Sun, 15 Mar 2026 12:05:00 GMT', 300],
    ['Sun, 15 Mar 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('Retry-After: %s', (header, seconds) => {
    expect(requestedWait(header, new Date('2026-03-15T12:00:00Z'))).toBe(seconds);
  });
});

describe('the tick', () => {
  const START = '2026-03-15T12:00:00.000Z';
  const crawl = (changes: Partial<Crawl> = {}): Crawl => ({
    ...newCrawl('019ced2c-9000-7000-8000-5d3c2b1a0f00', 18, START),
    ...changes,
  });
  const WEEK = 7 * 86_400;

  test.each<[string, Crawl | undefined, number, boolean, boolean]>([
    ['begins the first crawl', undefined, 0, true, true],
    ['begins none while the list is in order', undefined, 0, false, false],
    ['leaves a crawl alone that moves', crawl(), 800, true, false],
    ['takes up one that stands still', crawl(), 1_000, false, true],
    [
      'leaves one alone that waits for a long time',
      crawl({ notBefore: '2026-03-16T12:00:00.000Z' }),
      80_000,
      true,
      false,
    ],
    ['leaves a leased crawl alone', crawl({ leaseUntil: '2026-03-15T12:16:00.000Z' }), 1_000, true, false],
    ['has one read that was not', crawl({ status: 'gathered' }), 1_000, false, true],
    ['lets one rest that has given up', crawl({ status: 'stopped' }), 80_000, true, false],
    ['and takes it up a day later', crawl({ status: 'stopped' }), 90_000, true, true],
    ['replaces one that has grown too old', crawl({ movedAt: '2026-03-21T12:00:00.000Z' }), 6 * 86_400, true, true],
    ['crawls not twice a week', crawl({ status: 'over' }), WEEK - 1, true, false],
    ['crawls every week', crawl({ status: 'over' }), WEEK, true, true],
    ['crawls not for a list in order', crawl({ status: 'over' }), WEEK, false, false],
  ])('%s', (_case, standing, seconds, isListDue, expected) => {
    const now = new Date(Date.parse(START) + seconds * 1000);

    expect(needsRefresh(standing, { isListDue, everySeconds: WEEK, now })).toBe(expected);
  });
});
