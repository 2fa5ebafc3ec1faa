import type { LoadedList } from '../search/search-pool.ts';
import { hashFor } from './dice.ts';

/** An entry of a list, by its position in the index that holds it. */
export interface ChosenEntry {
  list: LoadedList;
  entry: number;
}

const stretchOf = ({ index, stretch }: LoadedList) => stretch ?? { from: 0, to: index.meta.entryCount };
const sizeOf = (list: LoadedList) => stretchOf(list).to - stretchOf(list).from;

/** Equal shares, so that a small list is tested too; what it cannot fill goes to the larger ones. */
function sharesOf(lists: readonly LoadedList[], count: number): ReadonlyMap<LoadedList, number> {
  const shares = new Map<LoadedList, number>();
  let left = count;
  const bySize = lists.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  for (const [at, list] of bySize.entries()) {
    const share = Math.min(sizeOf(list), Math.floor(left / (bySize.length - at)));
    shares.set(list, share);
    left -= share;
  }
  return shares;
}

/** The entries with the lowest hashes: a new version of a list changes few of them. */
function draw(list: LoadedList, share: number, seed: number): ChosenEntry[] {
  if (share === 0) return [];
  const { from } = stretchOf(list);
  const hashes = Uint32Array.from({ length: sizeOf(list) }, (_, at) => hashFor(`${list.key} ${at}`, seed));
  const limit = hashes.toSorted()[share - 1] ?? 0;
  const chosen: ChosenEntry[] = [];
  for (let at = 0; at < hashes.length && chosen.length < share; at += 1)
    if ((hashes[at] ?? 0) <= limit) chosen.push({ list, entry: from + at });
  return chosen;
}

/** The entries that a test is made of, the same for the same seed and list versions. */
export function chooseEntries(lists: readonly LoadedList[], { count, seed }: { count: number; seed: number }) {
  const shares = sharesOf(lists, count);
  return lists.flatMap((list) => draw(list, shares.get(list) ?? 0, seed));
}
