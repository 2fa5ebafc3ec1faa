import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const WAITING_MS = 200;

/** Does the work while no other process does work with the same lock, a file with its process id. */
export function alone<T>(lock: string, work: () => T): T {
  while (!isClaimed(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAITING_MS);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isClaimed(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** A process that was killed leaves its lock. An empty file is being written. */
function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}
