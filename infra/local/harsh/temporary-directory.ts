import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary directory of a function's own, and how full it is. */
export interface TemporaryDirectory {
  path: string;
  /** Calls back once, when there is more in it than fits; stops looking when it is told to. */
  watch(onFull: () => void): () => void;
  isFull(): Promise<boolean>;
  remove(): void;
}

const LOOKING_MS = 250;

/**
 * Stands for `/tmp` of a Lambda function, which has a size. Nothing here can refuse the byte that does not fit, so the
 * directory is looked at while the function runs, and the function is ended when it is over: later than AWS, which
 * answers ENOSPC, but before the function can finish with it unnoticed.
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

export async function bytesBelow(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    // A file may go between being listed and being looked at.
    const found = await stat(join(path, name)).catch(() => undefined);
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}
