import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type {} from './shared-cloud.ts';

const PROGRAM = fileURLToPath(new URL('run-shared-cloud.ts', import.meta.url));

/**
 * One local cloud for all files that only call it. Nothing waits for it here: files of other projects run while it
 * starts, and those that need it wait until it is ready.
 */
export default function setup({ provide }: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-cloud-'));
  const cloud = spawn(process.execPath, [PROGRAM, directory], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(cloud, 'exit');
  provide('cloudDirectory', directory);
  return async () => {
    cloud.stdin.end();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
}
