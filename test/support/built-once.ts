import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDirectory } from '#infra/write-directory.ts';

const POLL_MS = 50;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The directory for what is built once per run (`vitest.config.ts`); other programs have one each. */
function sharedDirectory(): string {
  process.env.BUILT_FILES ??= mkdtempSync(join(tmpdir(), 'assay-built-'));
  return process.env.BUILT_FILES;
}

/** A directory with these files, written by the first process that asks; others wait for it. */
export function builtOnce(name: string, build: () => Record<string, Uint8Array>): string {
  const directory = join(sharedDirectory(), name);
  const draft = `${directory}.draft`;
  while (!existsSync(directory)) {
    if (mkdirSync(draft, { recursive: true }) === undefined) Atomics.wait(never, 0, 0, POLL_MS);
    else
      try {
        // Another may have renamed its draft just before this one was made.
        if (existsSync(directory)) break;
        writeDirectory(draft, build());
        renameSync(draft, directory);
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
  }
  return directory;
}
