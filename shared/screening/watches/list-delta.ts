import type { EntryTerms, ListedEntry, ListIndex } from '@assay/watchlist';
import { entryTerms } from '@assay/watchlist';
import { entryDigest } from '../entry-digest.ts';
import { WATCH_DELTA_ENTRIES } from '../limits.ts';
import { numberOf } from '../lists/entry-digests.ts';
import { keyOfList, type ListId } from '../lists/list-id.ts';
import { nameTables } from '../name-tables.ts';
import { readIndex } from '../repository/list-indexes.ts';

/** An entry that one of two versions of a list lacks, or that they state differently. */
export interface ChangedEntry {
  list: string;
  id: string;
  /** By which watches find it; null for an entry that was removed. */
  found: EntryTerms | null;
}

/** `anew` if so much has changed, or so little is known, that all watches have to be screened again. */
export type ListDelta = readonly ChangedEntry[] | 'anew';

interface Versions {
  from: string | null;
  to: string | null;
}

/** The organizations of one installation ask for the same deltas, one after the other. */
const recent = new Map<string, Promise<ListDelta>>();
const RECENT_DELTAS = 4;

export function deltaBetween(key: ListId, { from, to }: Versions): Promise<ListDelta> {
  const name = `${key} ${from} ${to}`;
  const known = recent.get(name);
  if (known) return known;
  const delta = compareVersions(key, { from, to });
  recent.set(name, delta);
  const [oldest] = recent.keys();
  if (recent.size > RECENT_DELTAS && oldest !== undefined) recent.delete(oldest);
  delta.catch(() => recent.delete(name));
  return delta;
}

/** Everything that a search or a reviewer is shown of an entry. */
const contentOf = (entry: ListedEntry) => numberOf(`${entryDigest(entry)} ${(entry.measures ?? []).join(' ')}`);

/** Both versions are read as streams; of the earlier one a number per entry is held in memory. */
async function compareVersions(key: ListId, { from, to }: Versions): Promise<ListDelta> {
  const before = from === null ? 'none' : await readIndex(key, from);
  if (!before) return 'anew';
  const contents = new Map<number, number>();
  for await (const entry of entriesOf(before)) contents.set(numberOf(entry.id), contentOf(entry));
  const after = to === null ? 'none' : await readIndex(key, to);
  if (!after) return 'anew';
  const changed: ChangedEntry[] = [];
  for await (const entry of entriesOf(after)) {
    const id = numberOf(entry.id);
    const earlier = contents.get(id);
    contents.delete(id);
    if (earlier === contentOf(entry)) continue;
    if (changed.length === WATCH_DELTA_ENTRIES) return 'anew';
    changed.push({ list: keyOfList(key), id: entry.id, found: await entryTerms(nameTables, entry) });
  }
  if (contents.size > WATCH_DELTA_ENTRIES) return 'anew';
  if (contents.size > 0)
    for await (const { id } of entriesOf(before))
      if (contents.has(numberOf(id))) changed.push({ list: keyOfList(key), id, found: null });
  return changed;
}

async function* entriesOf(index: ListIndex | 'none'): AsyncGenerator<ListedEntry> {
  if (index !== 'none') yield* index.everyEntry();
}
