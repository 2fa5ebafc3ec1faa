import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Takes a lock file that names this process. Returns false if a running process holds it; the lock
 * of a process that has ended is taken over.
 */
export function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isRunning(holderOf(file))) return false;
    rmSync(file, { force: true });
    return tryLock(file);
  }
}

export const unlock = (file: string) => rmSync(file, { force: true });

const holderOf = (file: string) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number.NaN;
  }
};

function isRunning(pid: number): boolean {
  // The holder may not have written its id yet.
  if (pid === 0) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
