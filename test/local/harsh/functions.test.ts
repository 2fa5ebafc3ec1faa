import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FunctionPool } from '#packages/local-aws/src/functions/function-pool.ts';
import type { FunctionHarshness } from '#packages/local-aws/src/functions/function-worker.ts';

const CALM: FunctionHarshness = {
  freezes: false,
  limitsTemporaryFiles: false,
  killAfterMs: () => undefined,
};

const COUNTING = `
  let ticks = 0;
  setInterval(() => { ticks += 1; }, 10).unref();
  export const handler = async () => {
    const before = ticks;
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { before, after: ticks };
  }`;

test.each([
  ['stands still between invocations', true],
  ['runs on without harsh mode', false],
])('a function %s', async (_case, freezes) => {
  const pool = poolOf(COUNTING, { ...CALM, freezes });
  const invoke = () => pool.invoke({}) as Promise<{ before: number; after: number }>;
  const { after } = await invoke();

  await sleep(500);

  const { before } = await invoke();
  if (freezes) expect(before - after).toBeLessThan(5);
  else expect(before - after).toBeGreaterThan(10);
});

test('a frozen function can be stopped, and takes events that come at once', async () => {
  const pool = poolOf('export const handler = async (event) => event', { ...CALM, freezes: true });

  for (let number = 0; number < 50; number += 1) expect(await pool.invoke({ number })).toEqual({ number });

  await pool.stop();
});

test('a function that fills its temporary directory fails, and the directory goes with it', async () => {
  const code = `
    import { writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { join } from 'node:path';
    export const handler = async ({ megabytes }) => {
      writeFileSync(join(tmpdir(), 'file'), Buffer.alloc(megabytes * 1024 * 1024));
      return tmpdir();
    }`;
  const pool = poolOf(code, { ...CALM, limitsTemporaryFiles: true });

  const directory = String(await pool.invoke({ megabytes: 1 }));
  expect(directory).not.toBe(tmpdir());
  await expect(pool.invoke({ megabytes: 3 })).rejects.toThrow('ENOSPC');

  await expect.poll(() => existsSync(directory)).toBe(false);
  expect(await pool.invoke({ megabytes: 1 })).not.toBe(directory);
});

test('a killed invocation fails, and the next one gets another function', async () => {
  const lives = [10, undefined];
  const pool = poolOf('export const handler = () => new Promise((resolve) => setTimeout(() => resolve("done"), 200))', {
    ...CALM,
    killAfterMs: () => lives.shift(),
  });

  await expect(pool.invoke({})).rejects.toThrow('killed');

  expect(await pool.invoke({})).toBe('done');
});

function poolOf(code: string, harsh: FunctionHarshness): FunctionPool {
  const directory = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(directory, 'index.mjs'), code);
  const pool = new FunctionPool(
    {
      name: 'fn',
      arn: 'arn:fn',
      directory,
      handler: 'index.handler',
      environment: {},
      timeoutSeconds: 5,
      memoryMb: 128,
      temporaryMb: 2,
      policies: [],
    },
    {
      environment: {},
      clockShiftMs: 0,
      timeLimits: { factor: 1 },
      onOutput: () => undefined,
      harsh,
    },
  );
  onTestFinished(async () => {
    await pool.stop();
    rmSync(directory, { recursive: true });
  });
  return pool;
}
