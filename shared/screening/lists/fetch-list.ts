import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { ListFiles } from '@assay/watchlist/parsers';
import { type FetchLimits, fetchFile, type Validators } from './fetch-file.ts';

/** A publication on disk. */
export interface FetchedList {
  files: ListFiles;
  /** Digest over all files, independent of their order. */
  digest: string;
  validators: Record<string, Validators>;
}

const plainName = (name: string) => name.replace(/\.gz$/, '');

/**
 * Downloads every file of a publication, or none if the publisher reports that none has changed. If
 * one has changed, all are downloaded, since they belong together.
 */
export async function fetchList(
  addresses: Record<string, string>,
  directory: string,
  known: Record<string, Validators>,
  limits?: FetchLimits,
): Promise<FetchedList | 'unchanged'> {
  const names = Object.keys(addresses).sort();
  const first = await fetchAll(names, addresses, directory, known, limits);
  const unchanged = names.filter((name) => first.get(name)?.status === 'unchanged');
  if (unchanged.length === names.length) return 'unchanged';
  const rest = await fetchAll(unchanged, addresses, directory, {}, limits);

  const fetched = [...first, ...rest].flatMap(([name, file]) => (file.status === 'fetched' ? [{ name, ...file }] : []));
  const digests = fetched.map(({ name, digest }) => `${plainName(name)} ${digest}`).sort();
  return {
    files: Object.fromEntries(
      names.map((name) => {
        const path = join(directory, plainName(name));
        return [plainName(name), streamOf(path)];
      }),
    ),
    digest: sha256Hex(digests.join('\n')),
    validators: Object.fromEntries(fetched.map(({ name, validators }) => [name, validators])),
  };
}

async function fetchAll(
  names: readonly string[],
  addresses: Record<string, string>,
  directory: string,
  known: Record<string, Validators>,
  limits?: FetchLimits,
) {
  const outcomes = new Map<string, Awaited<ReturnType<typeof fetchFile>>>();
  // Sequentially: publishers limit the number of connections per client.
  for (const name of names) {
    const target = join(directory, name);
    await mkdir(dirname(target), { recursive: true });
    outcomes.set(name, await fetchFile(addresses[name] ?? '', target, known[name] ?? {}, limits));
  }
  return outcomes;
}

/** Opened when it is read, so that a file that a parser skips is never left open. */
const streamOf = (path: string): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator](),
});
