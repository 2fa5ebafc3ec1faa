import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function's own temporary directory, with a size limit. */
export interface TemporaryDirectory {
  path: string;
  /**
   * Calls back once when the directory exceeds its limit. Returns a function that stops the check.
   */
  watch(onFull: () => void): () => void;
  isFull(): Promise<boolean>;
  remove(): void;
}

const LOOKING_MS = 250;

/**
 * Stands in for `/tmp` of a Lambda function, which has a size limit. A write cannot be refused
 * here, so the directory is polled while the function runs, and a function that exceeds the limit
 * is terminated: later than AWS, which answers ENOSPC, but before the function can finish
 * unnoticed.
 */
export function temporaryDirectory(limitBytes: number): TemporaryDirectory {
  const home = join(tmpdir(), 'assay-functions');
  mkdirSync(home, { recursive: true });
  const path = mkdtempSync(join(home, 'tmp-'));
  const isFull = async () => (await bytesBelow(path)) > limitBytes;
  return {
    path,
    isFull,
    watch(onFull) {
      const look = async () => {
        if (!(await isFull())) return;
        clearInterval(timer);
        onFull();
      };
      const timer = setInterval(() => void look().catch(() => undefined), LOOKING_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function bytesBelow(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    // A file may disappear between listing and `stat`.
    const found = await stat(join(path, name)).catch(() => undefined);
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}
