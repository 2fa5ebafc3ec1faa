import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type {} from './shared-cloud.ts';
import { DONE } from './shared-cloud-files.ts';

const LOOK_MS = 1_000;
const PROGRAM = fileURLToPath(new URL('run-shared-cloud.ts', import.meta.url));

/**
 * One local cloud for all files that only call it. Nothing waits for it here: files of other projects run while it
 * starts, and those that need it wait until it is ready. It ends after the last of its files, because even a cloud
 * that nobody calls polls its streams and queues.
 */
export default function setup({ provide, config, vitest }: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-cloud-'));
  const cloud = spawn(process.execPath, [PROGRAM, directory], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(cloud, 'exit');
  const done = join(directory, DONE);
  mkdirSync(done);
  provide('cloudDirectory', directory);
  const looking = setInterval(() => {
    if (readdirSync(done).length < config.include.length) return;
    clearInterval(looking);
    cloud.stdin.end();
  }, LOOK_MS).unref();
  // Files are run again.
  if (vitest.config.watch) clearInterval(looking);
  return async () => {
    clearInterval(looking);
    cloud.stdin.end();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
}
