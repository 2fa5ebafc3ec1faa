import { expect, test } from 'vitest';
import { repeat } from '../src/events/event-sources.ts';

const broken = () => new TypeError('fetch failed', { cause: new Error('The other side closed the connection.') });

/** Runs rounds that fail like this, then succeed, and returns what was reported. */
async function reportsOf(failures: readonly Error[]): Promise<string[]> {
  const reports: string[] = [];
  const left = [...failures];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = repeat(
    async () => {
      const failure = left.shift();
      if (failure) throw failure;
      resolve();
      await new Promise(setImmediate);
    },
    (problem) => reports.push(problem),
  );
  await promise;
  await stop();
  return reports;
}

test('event sources: a connection that breaks once is opened again without a report', async () => {
  expect(await reportsOf([broken()])).toEqual([]);
});

test('event sources: a second broken connection in a row is reported', async () => {
  expect(await reportsOf([broken(), broken()])).toEqual(['TypeError: fetch failed']);
});

test('event sources: any other failure is reported at once', async () => {
  expect(await reportsOf([new TypeError('x is not a function')])).toEqual(['TypeError: x is not a function']);
});
