import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** One local cloud per directory: two engines on the same files would corrupt them. */
export async function lockDirectory(directory: string, port: number): Promise<{ stop(): void }> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'running');
  if (!tryLock(file, port)) {
    const owner = Number(readFileSync(file, 'utf8'));
    // A killed process leaves its lock file behind, so the lock only counts if its port is served
    // by another process.
    if (owner !== port && (await isServed(owner)))
      throw new Error(`A local cloud is already running in this directory, on port ${owner}.`);
    writeFileSync(file, String(port));
  }
  return { stop: () => rmSync(file, { force: true }) };
}

function tryLock(file: string, port: number): boolean {
  try {
    writeFileSync(file, String(port), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isServed(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
