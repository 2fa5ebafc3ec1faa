import type { Worker } from 'node:worker_threads';
import { afterAll, vi } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';

/**
 * Files of the project `service` run in one process after another, because loading the packages
 * (AWS SDK, CDK, zod) again for each takes longer than most of the tests. The packages stay loaded,
 * while each file has its own instances of our modules and leaves the clock, the environment of the
 * process and its threads as it found them.
 */
vi.resetModules();

const environment = { ...process.env };
const threads: Worker[] = [];
const onThread = (thread: Worker) => threads.push(thread);
process.on('worker', onThread);

// Hooks run in reverse order, so this one, of the first setup file, follows all hooks of the file.
afterAll(async () => {
  process.off('worker', onThread);
  await Promise.all(threads.map((thread) => thread.terminate()));
  vi.useRealTimers();
  shiftClock(0);
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
