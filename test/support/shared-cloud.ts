import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { openIssuer } from '#infra/local/issuer.ts';
import { type DevFile, seed } from '#infra/local/seed.ts';
import { FAILED, READY, REPORTS } from './shared-cloud-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the local cloud that all files of the project `cloud` share. */
    cloudDirectory: string;
  }
}

/** The local cloud of this run, with its invented lists. No file stops it or moves its clock. */
export interface SharedCloud {
  /** Credentials of the organization whose people are on the sign-in page, and of another. */
  dev: DevFile;
  baseUrl: string;
  directory: string;
  /** Failures of functions, and calls that no grant allows. */
  reports(): string[];
}

const POLL_MS = 100;

/** Waits until it has started and loaded its lists; the run's time limit for hooks is the longest it waits. */
export async function sharedCloud(): Promise<SharedCloud> {
  const directory = inject('cloudDirectory');
  const fileOf = (name: string) => join(directory, name);
  while (!existsSync(fileOf(READY))) {
    if (existsSync(fileOf(FAILED))) throw new Error(readFileSync(fileOf(FAILED), 'utf8'));
    await sleep(POLL_MS);
  }
  const dev: DevFile = JSON.parse(readFileSync(fileOf('dev.json'), 'utf8'));
  return {
    dev,
    baseUrl: dev.baseUrl,
    directory,
    reports: () =>
      existsSync(fileOf(REPORTS)) ? readFileSync(fileOf(REPORTS), 'utf8').split('\n').filter(Boolean) : [],
  };
}

/** Credentials of two organizations that no other file knows. Their people cannot sign in to the console. */
export async function newOrganizations({ baseUrl, directory }: SharedCloud): Promise<DevFile> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-organizations-'));
  try {
    const issuer = await openIssuer(join(directory, 'data/issuer.json'), baseUrl);
    return await seed(baseUrl, issuer, { file: join(folder, 'demo.json'), onReplaced: () => undefined });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
