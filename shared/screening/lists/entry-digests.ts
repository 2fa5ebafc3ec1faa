import { hash } from 'node:crypto';
import { type ListedEntry, openFile, packFile } from '@assay/watchlist';

/**
 * The contents of a list version in 16 bytes per entry: a hash of each id and of its content,
 * sorted by id hash. Two versions are compared by a single merge pass, so a list of a million
 * entries never has to be opened twice.
 */
export interface EntryDigests {
  version: number;
  ids: Float64Array;
  contents: Float64Array;
}

/**
 * Content hashes are comparable only between files of the same digest version; id hashes always
 * are.
 */
const DIGEST_VERSION = 1;

/** How the entries of one version relate to those of another. */
export interface Comparison {
  previousCount: number;
  /** Ids in both versions. */
  kept: number;
  /** Ids in both versions, with different content. */
  changed: number;
  /** Ids only in the later version. */
  added: number;
}

export class DigestBuilder {
  private readonly ids: number[] = [];
  private readonly contents: number[] = [];

  add(entry: ListedEntry): void {
    this.ids.push(numberOf(entry.id));
    this.contents.push(numberOf(contentOf(entry)));
  }

  finish(): Buffer {
    const order = Uint32Array.from(this.ids.keys());
    order.sort((one, other) => (this.ids[one] ?? 0) - (this.ids[other] ?? 0));
    const column = (values: readonly number[]) =>
      new Uint8Array(Float64Array.from(order, (at) => values[at] ?? 0).buffer);
    const parts = { ids: column(this.ids), contents: column(this.contents) };
    return packFile({ version: DIGEST_VERSION }, parts);
  }
}

export function openDigests(bytes: Buffer): EntryDigests {
  const file = openFile(bytes);
  // Written by `DigestBuilder`.
  const { version } = file.meta as { version: number };
  const column = (name: string) => {
    const { buffer, byteOffset, byteLength } = file.bytes(name);
    return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
  };
  return { version, ids: column('ids'), contents: column('contents') };
}

export function compareDigests(previous: EntryDigests, next: EntryDigests): Comparison {
  const areContentsComparable = previous.version === next.version;
  let [kept, changed, at] = [0, 0, 0];
  for (const [index, id] of next.ids.entries()) {
    while (at < previous.ids.length && (previous.ids[at] ?? 0) < id) at += 1;
    if (previous.ids[at] !== id) continue;
    kept += 1;
    if (areContentsComparable && previous.contents[at] !== next.contents[index]) changed += 1;
  }
  return { previousCount: previous.ids.length, kept, changed, added: next.ids.length - kept };
}

/** Hashed ids that only one of two versions has: the first ones in the order of the hashes. */
export function differingIds(previous: EntryDigests, next: EntryDigests, limit: number) {
  const [before, after] = [new Set(previous.ids), new Set(next.ids)];
  const firstOf = (ids: Float64Array, others: ReadonlySet<number>) => {
    const found = new Set<number>();
    for (const id of ids) {
      if (found.size === limit) break;
      if (!others.has(id)) found.add(id);
    }
    return found;
  };
  return { added: firstOf(next.ids, before), removed: firstOf(previous.ids, after) };
}

/**
 * 48 bits: a number that a double represents exactly. Among a million ids a collision has a chance
 * of 1 in 500.
 */
const HASH_BYTES = 6;
export const numberOf = (text: string) => hash('sha256', text, 'buffer').readUIntBE(0, HASH_BYTES);

/**
 * The fields by which an entry is found and scored. They are named one by one, so that a field
 * added for display does not make every entry of the next publication count as changed; their order
 * in the file does not matter.
 */
const contentOf = ({ kind, names, births, countries, identifiers, programmes, pep }: ListedEntry) =>
  JSON.stringify([
    kind,
    sorted(names.map(({ text, isWeak }) => [text, isWeak])),
    sorted(births.map(({ from, to, isCirca }) => [from, to, isCirca])),
    sorted(countries),
    sorted(identifiers.map(({ kind, value, country }) => [kind, value, country])),
    sorted(programmes),
    sorted(pep?.positions.map(Object.values) ?? []),
    sorted(pep?.relatedTo.map(({ entryId, relation }) => [entryId, relation]) ?? []),
  ]);

const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).toSorted();
