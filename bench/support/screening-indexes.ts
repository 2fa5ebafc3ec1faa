import { openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { openIndex } from '#packages/watchlist/src/search/list-index.ts';
import type { ReadRange } from '#packages/watchlist/src/search/read-range.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { listKindOf } from '#shared/screening/lists/list.ts';
import { nameTables } from '#shared/screening/name-tables.ts';

/** Indexes of lists in a folder, as a bucket has them: one of each list, and one of several together. */
const JOINT = 'joint';

export interface Built {
  milliseconds: number;
  bytes: number;
}

/** Details stay where they are and are read by range, as from a bucket, whose own time is not ours to count. */
function rangeOfFile(path: string): ReadRange {
  const file = openSync(path, 'r');
  return (offset, length) => {
    const bytes = Buffer.allocUnsafe(length);
    readSync(file, bytes, 0, length, offset);
    return Promise.resolve(bytes);
  };
}

export function indexFolder(folder: string) {
  const fileOf = (key: string, part: string) => join(folder, `${key}.${part}`);
  const openFile = (key: string) => openIndex(readFileSync(fileOf(key, 'table')), rangeOfFile(fileOf(key, 'details')));

  function build(key: string, entries: Iterable<ListedEntry>): Built {
    const start = performance.now();
    const builder = new IndexBuilder(nameTables);
    for (const entry of entries) builder.add(entry);
    const { table, details } = builder.finish();
    const milliseconds = performance.now() - start;
    writeFileSync(fileOf(key, 'table'), table);
    writeFileSync(fileOf(key, 'details'), details);
    return { milliseconds, bytes: table.length };
  }

  /** One index of these lists, in the order of their keys. */
  function joinLists(lists: ReadonlyMap<string, readonly ListedEntry[]>): Built {
    const stretches: Record<string, ScreenedList['stretch']> = {};
    let from = 0;
    for (const [key, { length }] of lists) {
      stretches[key] = { from, to: from + length };
      from += length;
    }
    writeFileSync(fileOf(JOINT, 'members'), JSON.stringify(stretches));
    return build(JOINT, [...lists.values()].flat());
  }

  const asList = (key: string, index: ScreenedList['index']): ScreenedList => ({
    key,
    listKind: listKindOf(key),
    index,
    missing: false,
    stale: false,
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
  });

  const openEach = (keys: readonly string[]) => keys.map((key) => asList(key, openFile(key)));

  /** As a function has them: those that were joined by one index, the others each by its own. */
  function openJointIndex(keys: readonly string[]): ScreenedList[] {
    const joint = openFile(JOINT);
    const stretches = JSON.parse(readFileSync(fileOf(JOINT, 'members'), 'utf8'));
    return keys.map((key) =>
      key in stretches ? { ...asList(key, joint), stretch: stretches[key] } : asList(key, openFile(key)),
    );
  }
  return { build, joinLists, openEach, openJointIndex };
}
