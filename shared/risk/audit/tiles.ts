import { type Range, rootOf, rootOfComplete, type Subtree, subtreesOf } from '@assay/foundation/merkle';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { placesPartition } from './places.ts';

/**
 * The nodes of a tree in tiles, as transparency logs store them: a tile of level 0 has the hashes of 256 leaves, one of
 * level 1 the roots of 256 tiles of level 0. A proof reads about two tiles of each level: up to 8 of 4 billion leaves.
 */
const LEVELS_PER_TILE = 8;
const TILE_WIDTH = 2 ** LEVELS_PER_TILE;
const HASH_BYTES = 32;
const INDEX_DIGITS = 12;

const tilesPartition = (scope: Scope, level: number) => `${scopeKey(scope)}#audit-tiles#${level}`;
const tileKey = (scope: Scope, level: number, index: number): Key => ({
  pk: tilesPartition(scope, level),
  sk: String(index).padStart(INDEX_DIGITS, '0'),
});

interface Tile {
  level: number;
  index: number;
  hashes: string[];
}

/** The tiles that change when leaves are added to a tree. `partial` has the hashes of the last tile of each level. */
export function tilesAfter(size: number, partial: readonly (readonly string[])[], leaves: readonly string[]): Tile[] {
  const tiles: Tile[] = [];
  let [count, added] = [size, leaves];
  for (let level = 0; added.length > 0; level += 1) {
    const nodes = [...(partial[level] ?? []), ...added];
    const first = Math.floor(count / TILE_WIDTH);
    const full: string[] = [];
    for (let start = 0; start < nodes.length; start += TILE_WIDTH) {
      const hashes = nodes.slice(start, start + TILE_WIDTH);
      tiles.push({ level, index: first + start / TILE_WIDTH, hashes });
      if (hashes.length === TILE_WIDTH) full.push(rootOfComplete(hashes));
    }
    [count, added] = [first, full];
  }
  return tiles;
}

/** The hashes of the last tile of each level, where it is not full. */
export async function readPartialTiles(store: Store, scope: Scope, size: number): Promise<string[][]> {
  const keys: Key[] = [];
  for (let [level, count] = [0, size]; count > 0; [level, count] = [level + 1, Math.floor(count / TILE_WIDTH)])
    keys.push(tileKey(scope, level, Math.floor(count / TILE_WIDTH)));
  const rows = await store.getMany(keys.map((key) => ({ table: 'journal', key })));
  return rows.map((row) => (row ? hashesIn(row) : []));
}

export function tileWrites(scope: Scope, tiles: readonly Tile[]): Write[] {
  return tiles.map(({ level, index, hashes }) => ({
    table: 'journal',
    put: { ...tileKey(scope, level, index), hashes: Buffer.from(hashes.join(''), 'hex') },
  }));
}

/** For each tile that begins with one of these leaves. */
export function placeWrites(scope: Scope, size: number, ids: readonly string[]): Write[] {
  return ids.flatMap((sk, added): Write[] => {
    const leaf = size + added;
    if (leaf % TILE_WIDTH !== 0) return [];
    return [{ table: 'journal', put: { pk: placesPartition(scope), sk, tile: leaf / TILE_WIDTH } }];
  });
}

/** The number of the leaf with this hash among those near this event; undefined if there is none. */
export async function findLeaf(store: Store, scope: Scope, id: string, hash: string): Promise<number | undefined> {
  const before = { pk: placesPartition(scope), upTo: id, descending: true, limit: 1 };
  const [place] = (await store.query('journal', before)).items;
  if (!place) return undefined;
  const row = await store.get('journal', tileKey(scope, 0, Number(place.tile)));
  const found = row ? hashesIn(row).indexOf(hash) : -1;
  return found < 0 ? undefined : Number(place.tile) * TILE_WIDTH + found;
}

/** The hashes of nodes of the tree, in one round trip. */
export async function hashesOf(store: Store, scope: Scope, ranges: readonly Range[]): Promise<string[]> {
  const needed = ranges.map((range) => subtreesOf(range).map(nodesOf));
  const keys = new Map(needed.flat().map(({ level, tile }) => [`${level}/${tile}`, tileKey(scope, level, tile)]));
  const rows = await store.getMany([...keys.values()].map((key) => ({ table: 'journal', key })));
  const tiles = new Map([...keys.keys()].map((name, index) => [name, hashesIn(rows[index])]));
  return needed.map((subtrees) =>
    rootOf(
      subtrees.map(({ level, tile, first, count }) => {
        const nodes = (tiles.get(`${level}/${tile}`) ?? []).slice(first, first + count);
        if (nodes.length < count) throw new Error(`Tile ${level}/${tile} of the audit log has too few hashes.`);
        return rootOfComplete(nodes);
      }),
    ),
  );
}

/** The nodes of one tile that make up a subtree. */
function nodesOf({ level, index }: Subtree) {
  const count = 2 ** (level % LEVELS_PER_TILE);
  const start = index * count;
  const tile = Math.floor(start / TILE_WIDTH);
  return { level: Math.floor(level / LEVELS_PER_TILE), tile, first: start - tile * TILE_WIDTH, count };
}

function hashesIn(row: Item | undefined): string[] {
  const bytes = Buffer.from((row?.hashes as Uint8Array | undefined) ?? []);
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.toString('hex', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
