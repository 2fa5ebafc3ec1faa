/** @module-tag full */

import { afterEach, expect, test, vi } from 'vitest';
import { listBlobs } from '#shared/platform/blobs.ts';
import { crawling, crawlNow, listedPeps, pepState } from '#test/support/crawling.ts';
import type { Plan } from '#test/support/faults.ts';
import { scaled } from '#test/support/soak.ts';

/**
 * Workers that die at any call to DynamoDB, SQS, S3 or the SPARQL service: nothing is lost or done
 * twice.
 */
const parts = crawling();
afterEach(() => vi.restoreAllMocks());

interface Death {
  plan: Plan;
  /** The call at which the worker died, if it did. */
  at: () => string | undefined;
}

type Moment = 'before' | 'after';

/** The worker dies at the first call that `isTheOne` accepts; all its later calls fail. */
function dying(moment: Moment, isTheOne: (name: string, number: number) => boolean): Death {
  let made = 0;
  let died: string | undefined;
  const fate = (name: string): Moment | undefined => {
    if (died !== undefined) return 'before';
    if (!isTheOne(name, made++)) return undefined;
    died = `${moment} ${name}`;
    return moment;
  };
  const error = new Error('crashed');
  const reach = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const dies = fate(`${init?.method ?? 'GET'} question`);
    if (dies === 'before') throw error;
    const response = await reach(url, init);
    if (dies === 'after') throw error;
    return response;
  });
  return {
    at: () => died,
    plan: {
      ofCall: ({ command, input }) => {
        const fails = fate(nameOf(command, input.Key));
        return fails && { fails, error };
      },
    },
  };
}

/** Points are numbered: before the first call, after it, before the second. */
const dyingAt = (point: number) =>
  dying(point % 2 ? 'after' : 'before', (_name, number) => number === Math.floor(point / 2));

/** Objects by the ending of their keys. */
const nameOf = (command: string, objectKey: unknown) =>
  typeof objectKey === 'string' ? `${command} ${objectKey.split('.').at(-1)}` : command;

/**
 * Every turn is taken twice: by a worker that dies at the given point, and by one that does not.
 */
async function crawlDying(pointOf: (turn: number) => number): Promise<string[]> {
  // No waiting between attempts.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const deaths: string[] = [];
  await parts.simulation.tick();
  for (let turn = 0; !(await isOver()); turn += 1) {
    if (turn > 200) throw new Error(`It does not come to an end: ${JSON.stringify(await crawlNow().catch(String))}`);
    const death = dyingAt(pointOf(turn));
    await parts.simulation.step(death.plan);
    vi.mocked(globalThis.fetch).mockRestore();
    deaths.push(...[death.at()].filter((at) => at !== undefined));
    if (!(await isOver())) await parts.simulation.step();
  }
  return deaths;
}

const isOver = async () => (await crawlNow().catch(() => undefined))?.status === 'over';

/** Points at which the answer is not stored yet, so that it has to be queried again. */
const NOT_KEPT = /^(?:after POST question|.* PutObject gz|before PutObject leads)$/;

const leftOver = async () => (await listBlobs('lists', 'crawls/')).length;

const POINTS = 20;
const offsets = Array.from({ length: scaled(2, POINTS) }, (_, index) => index);

test.each(offsets)('crawl: killed once in every turn from point %i on, it still completes', async (offset) => {
  const deaths = await crawlDying((turn) => (turn * 3 + offset) % POINTS);

  expect(deaths.length).toBeGreaterThan(10);
  expect(Object.keys(await listedPeps())).toHaveLength(6);
  expect(await pepState()).toMatchObject({ held: [], previous: [], attentionReasons: [] });
  expect(parts.wikidata.mostAtOnce).toBe(1);
  const questions = parts.wikidata.asked.map(({ purpose, ids }) => `${purpose} ${ids.join(' ')}`);
  const repeated = questions.length - new Set(questions).size;
  expect(repeated).toBeLessThanOrEqual(deaths.filter((at) => NOT_KEPT.test(at)).length);
  expect(await leftOver()).toBe(0);
});

test('crawl: an answer stored by a worker that died is not queried again', async () => {
  await parts.simulation.tick();
  await parts.simulation.step(); // begins
  const death = dying('after', (name) => name === 'PutObject leads');
  await parts.simulation.step(death.plan);
  vi.restoreAllMocks();

  await parts.simulation.step();

  expect(death.at()).toBe('after PutObject leads');
  expect(parts.wikidata.asked).toHaveLength(1);
  expect(await crawlNow()).toMatchObject({ stage: 'find-positions', chunk: '1' });
});

test('crawl: a lost message is detected by the tick', async () => {
  await parts.simulation.tick();
  await parts.simulation.step();
  await parts.simulation.step();
  const { turn, chunk } = await crawlNow();
  parts.simulation.waiting = [];

  await parts.simulation.step(); // the schedule, half an hour later
  await parts.simulation.step();

  expect(await crawlNow()).toMatchObject({ status: 'running', turn: turn + 1, chunk });
  await parts.simulation.run();
  expect((await pepState()).active?.entryCount).toBe(6);
});

test('crawl: a worker that keeps dying on the same chunk is stopped after a limit', async () => {
  await parts.simulation.tick();
  await parts.simulation.step();
  const stoppedNow = async () => (await crawlNow()).status === 'stopped';
  for (let turn = 0; turn < 40 && !(await stoppedNow()); turn += 1) {
    await parts.simulation.step(dying('after', (name) => name === 'POST question').plan);
    vi.restoreAllMocks();
  }

  expect(await stoppedNow()).toBe(true);
  expect(parts.wikidata.asked.length).toBeLessThanOrEqual(12);
  expect(await pepState()).toMatchObject({ active: null, attentionReasons: ['crawl_failed'] });
});

test('crawl: if the reader dies after reading it, the crawl is closed and no other starts', async () => {
  await parts.simulation.tick();
  await parts.simulation.run({
    until: async () => (await crawlNow().catch(() => undefined))?.status === 'gathered',
  });
  const { crawlId } = await crawlNow();
  const asked = parts.wikidata.asked.length;
  const [message] = parts.simulation.waiting;
  await parts.simulation.step(dying('before', (name) => name.startsWith('DeleteObject')).plan);
  vi.restoreAllMocks();

  await parts.simulation.run();
  if (message) parts.simulation.waiting.push(message); // SQS may deliver it once more
  await parts.simulation.run();

  expect(message?.body).toMatchObject({ crawlId });
  expect(await crawlNow()).toMatchObject({ crawlId, status: 'over' });
  expect(parts.wikidata.asked).toHaveLength(asked);
  expect(await leftOver()).toBe(0);
});

test('crawl: objects left by a worker that died during cleanup are removed before the next crawl', async () => {
  await parts.simulation.tick();
  await parts.simulation.run({
    until: async () => (await crawlNow().catch(() => undefined))?.status === 'gathered',
  });
  await parts.simulation.step(dying('before', (name) => name.startsWith('DeleteObject')).plan);
  vi.restoreAllMocks();
  parts.simulation.waiting = [];
  const left = await leftOver();
  parts.simulation.seconds += 8 * 86_400;

  await parts.simulation.tick();
  await parts.simulation.run();

  expect(left).toBeGreaterThan(0);
  expect(await leftOver()).toBe(0);
});
