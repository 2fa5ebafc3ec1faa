import { expect, test } from 'vitest';
import { failedItems } from '../src/events/batch-answer.ts';
import { type BatchRules, deliverBatch, type StreamRecord } from '../src/events/stream-batch.ts';

const records = (...numbers: string[]): StreamRecord[] =>
  numbers.map((number) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber: number } }));

const numbersOf = (batch: readonly StreamRecord[]) => batch.map(({ dynamodb }) => dynamodb.SequenceNumber).join('');

/** Rules under which one record is poison, and what came of them. */
function rulesFor(poison: string, changes: Partial<BatchRules> = {}) {
  const seen: string[] = [];
  const discarded: string[] = [];
  const rules: BatchRules = {
    invoke: async (batch) => {
      seen.push(numbersOf(batch));
      if (numbersOf(batch).includes(poison)) throw new Error('poison');
    },
    reportsFailures: false,
    bisects: false,
    maxRetries: 1,
    discard: async (batch) => {
      discarded.push(numbersOf(batch));
    },
    waitBeforeRetry: async () => undefined,
    isStopped: () => false,
    ...changes,
  };
  return { seen, discarded, rules };
}

/** A function that says itself where it failed. */
const reporting = (poison: string, seen: string[]): Partial<BatchRules> => ({
  reportsFailures: true,
  invoke: async (batch) => {
    seen.push(numbersOf(batch));
    const failed = numbersOf(batch).includes(poison) ? [{ itemIdentifier: poison }] : [];
    return { batchItemFailures: failed };
  },
});

test('a batch that succeeds is handed over once', async () => {
  const { seen, discarded, rules } = rulesFor('x');

  expect(await deliverBatch(records('a', 'b', 'c'), rules)).toBe(true);

  expect({ seen, discarded }).toEqual({ seen: ['abc'], discarded: [] });
});

test('without halving, the whole batch is tried again and then discarded', async () => {
  const { seen, discarded, rules } = rulesFor('b');

  await deliverBatch(records('a', 'b', 'c'), rules);

  expect({ seen, discarded }).toEqual({ seen: ['abc', 'abc'], discarded: ['abc'] });
});

test('halving isolates the poison, and only the poison is discarded', async () => {
  const { seen, discarded, rules } = rulesFor('c', { bisects: true });

  await deliverBatch(records('a', 'b', 'c', 'd'), rules);

  expect({ seen, discarded }).toEqual({
    seen: ['abcd', 'ab', 'cd', 'c', 'c', 'd'],
    discarded: ['c'],
  });
});

test('what a function reports as done is not handed over again', async () => {
  const seen: string[] = [];
  const { discarded, rules } = rulesFor('c', { bisects: true, ...reporting('c', seen) });

  await deliverBatch(records('a', 'b', 'c', 'd'), rules);

  // Nor is it halved any more: as on Lambda, what lies behind a reported failure stays together.
  expect({ seen, discarded }).toEqual({ seen: ['abcd', 'cd'], discarded: ['cd'] });
});

test('a stop ends the attempts and leaves the batch for the next start', async () => {
  const { seen, discarded, rules } = rulesFor('a', { isStopped: () => true });

  expect(await deliverBatch(records('a'), rules)).toBe(false);

  expect({ seen, discarded }).toEqual({ seen: ['a'], discarded: [] });
});

test.each([
  ['nothing at all', null, []],
  ['an empty list', { batchItemFailures: [] }, []],
  ['no list', { batchItemFailures: null }, []],
  ['one of them', { batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
  ['one that was not sent', { batchItemFailures: [{ itemIdentifier: 'z' }] }, ['a', 'b']],
  ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }, ['a', 'b']],
  ['an empty object', {}, []],
  ['a key of another name', { batchItemFailures: [{ id: 'b' }] }, ['a', 'b']],
  ['a text', 'done', ['a', 'b']],
])('an answer with %s', (_name, answer, expected) => {
  expect([...failedItems(answer, ['a', 'b'])]).toEqual(expected);
});
