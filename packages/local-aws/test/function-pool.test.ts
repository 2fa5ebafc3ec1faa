import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FunctionPool, PayloadTooLarge } from '../src/functions/function-pool.ts';

test('a function sees its own environment, its context and nothing of this process', async () => {
  const pool = poolOf(`export const handler = async (event, context) => ({
    event, table: process.env.TABLE, path: process.env.SECRET_OF_THIS_MACHINE ?? null,
    name: context.functionName, memory: context.memoryLimitInMB,
    remaining: context.getRemainingTimeInMillis(),
  })`);
  process.env.SECRET_OF_THIS_MACHINE = 'x';

  const answer = await pool.invoke({ a: 1 });

  expect(answer).toMatchObject({
    event: { a: 1 },
    table: 'risk',
    path: null,
    name: 'fn',
    memory: '128',
  });
  expect((answer as { remaining: number }).remaining).toBeGreaterThan(0);
  expect((answer as { remaining: number }).remaining).toBeLessThanOrEqual(1000);
});

test('one event at a time per worker, and no more workers than four', async () => {
  const pool = poolOf(`
    let running = 0;
    const id = Math.random();
    export const handler = async () => {
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const seen = running;
      running -= 1;
      return { id, seen };
    }`);

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => pool.invoke({}) as Promise<{ id: number; seen: number }>),
  );

  expect(answers.every(({ seen }) => seen === 1)).toBe(true);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(4);
});

test('a function that throws fails that event alone', async () => {
  const pool = poolOf(`export const handler = async ({ bad }) => {
    if (bad) throw new TypeError('bad event');
    return 'fine';
  }`);

  await expect(pool.invoke({ bad: true })).rejects.toThrow('TypeError: bad event');

  expect(await pool.invoke({ bad: false })).toBe('fine');
});

test.each([
  ['takes too long', 'await new Promise(() => {})', 'timed out after 1 seconds'],
  ['never lets go of the processor', 'for (;;);', 'timed out after 1 seconds'],
  ['ends the process', 'process.exit(1)', 'ended without an answer'],
  [
    'throws an error that is not caught',
    'setImmediate(() => { throw new Error("loose") }); await new Promise(() => {})',
    'loose',
  ],
])('a function that %s is ended, and the next event gets a new one', async (_name, code, complaint) => {
  const pool = poolOf(`export const handler = async ({ bad }) => { if (bad) { ${code} } return 'fine'; }`);

  await expect(pool.invoke({ bad: true })).rejects.toThrow(complaint);

  expect(await pool.invoke({ bad: false })).toBe('fine');
});

test('code that cannot be loaded is an error with its reason', async () => {
  const pool = poolOf(`throw new Error('no configuration')`);

  await expect(pool.invoke({})).rejects.toThrow('no configuration');
});

test('more than Lambda carries is refused', async () => {
  const pool = poolOf('export const handler = async () => null');

  await expect(pool.invoke({ body: 'x'.repeat(6 * 1024 * 1024) })).rejects.toThrow(PayloadTooLarge);
});

test('the clock of running and of new workers can be moved', async () => {
  const pool = poolOf(`export const handler = async () => globalThis[Symbol.for('assay.clock-shift-ms')] ?? null`);
  expect(await pool.invoke({})).toBe(0);

  pool.setClock(60_000);
  const shifts = await Promise.all([pool.invoke({}), pool.invoke({})]);

  expect(shifts).toEqual([60_000, 60_000]);
});

test('what a function writes is passed on', async () => {
  const output: string[] = [];
  const pool = poolOf(`export const handler = async () => { console.log('hello'); }`, (chunk) =>
    output.push(chunk.toString()),
  );

  expect(await pool.invoke({})).toBeNull();

  await expect.poll(() => output.join('')).toBe('hello\n');
});

test('a stop ends what runs and refuses what waits', async () => {
  const pool = poolOf(`export const handler = () => new Promise(() => {})`, undefined, 60);
  const waiting = Array.from({ length: 6 }, () => pool.invoke({}));
  const outcomes = Promise.allSettled(waiting);

  await pool.stop();

  expect((await outcomes).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
});

function poolOf(code: string, onOutput: (chunk: Buffer) => void = () => undefined, timeoutSeconds = 1) {
  const directory = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(directory, 'index.mjs'), code);
  const pool = new FunctionPool(
    {
      name: 'fn',
      arn: 'arn:fn',
      directory,
      handler: 'index.handler',
      environment: {},
      timeoutSeconds,
      memoryMb: 128,
      temporaryMb: 512,
      policies: [],
    },
    { environment: { TABLE: 'risk' }, clockShiftMs: 0, timeLimits: { factor: 1 }, onOutput },
  );
  onTestFinished(async () => {
    await pool.stop();
    rmSync(directory, { recursive: true });
  });
  return pool;
}
