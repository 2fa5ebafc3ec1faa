import { expect, test } from 'vitest';
import { BoundedCache } from '#shared/platform/store/bounded-cache.ts';
import { withRecentReads } from '#shared/platform/store/recent-reads.ts';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';

const KEY = { pk: 'lists', sk: 'ofac' };
const READ: Read = { table: 'screening', key: KEY, maxAgeMs: 1_000 };

/** One row whose read a test can delay; every other method throws. */
function aStore() {
  const state = { version: 1, reads: 0, nowMs: 0, hold: Promise.resolve() };
  const unused = () => Promise.reject(new Error('unused'));
  const store: Store = {
    get: unused,
    query: unused,
    getMany: async (reads) => {
      state.reads += 1;
      const { version } = state;
      await state.hold;
      return reads.map(({ key }): Item => ({ ...key, version }));
    },
    transact: async () => {
      state.version += 1;
    },
    writeOne: async () => {
      state.version += 1;
      return true;
    },
    deleteMany: async () => {
      state.version += 1;
    },
  };
  const cached = withRecentReads(store, () => state.nowMs);
  const read = async (wanted = READ) => (await cached.getMany([wanted]))[0]?.version;
  return { state, cached, read };
}

test('recent reads: a row is read once a second', async () => {
  const { state, read } = aStore();

  const seen = [];
  for (state.nowMs = 0; state.nowMs < 3_000; state.nowMs += 250) seen.push(await read());

  expect(state.reads).toBe(3);
  expect(seen).toEqual(Array.from({ length: 12 }, () => 1));
});

test('recent reads: a change of another process is seen after a second', async () => {
  const { state, read } = aStore();
  await read();

  state.version = 2;

  state.nowMs = 999;
  expect(await read()).toBe(1);
  state.nowMs = 1_000;
  expect(await read()).toBe(2);
});

test.each<[string, (store: Store) => Promise<unknown>]>([
  ['transact', (store) => store.transact([{ table: 'screening', put: { ...KEY } }], 't')],
  ['writeOne', (store) => store.writeOne({ table: 'screening', remove: KEY })],
  ['deleteMany', (store) => store.deleteMany('screening', [KEY])],
])('recent reads: a write of the same process is seen at once (%s)', async (_name, write) => {
  const { cached, read } = aStore();
  await read();

  await write(cached);

  expect(await read()).toBe(2);
});

test('recent reads: a read that began before a write does not bring the old row back', async () => {
  const { state, cached, read } = aStore();
  let release = () => {};
  state.hold = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const early = read();

  await cached.writeOne({ table: 'screening', put: { ...KEY } });
  release();

  expect(await early).toBe(1);
  expect(await read()).toBe(2);
});

test('recent reads: a failed read is not cached, and neither is a read without an age', async () => {
  const { state, cached, read } = aStore();
  state.hold = Promise.reject(new Error('unavailable'));

  await expect(read()).rejects.toThrow('unavailable');
  state.hold = Promise.resolve();

  expect(await read()).toBe(1);
  await cached.getMany([{ table: 'screening', key: KEY }]);
  await cached.getMany([{ table: 'screening', key: KEY }]);
  expect(state.reads).toBe(4);
});

test('recent reads: results are in the order of the reads, cached or not', async () => {
  const { cached } = aStore();
  const keys = ['a', 'b', 'c', 'd'].map((sk) => ({ pk: 'lists', sk }));
  const read = (key: (typeof keys)[number]): Read => ({ ...READ, key });
  await cached.getMany(keys.slice(1, 3).map(read));

  const rows = await cached.getMany(keys.map(read));

  expect(rows.map((row) => row?.sk)).toEqual(['a', 'b', 'c', 'd']);
});

test('bounded cache: the least recently used entry is evicted, and too heavy ones are not stored', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  cache.get('a');

  cache.set('c', 3, 4);
  cache.set('d', 4, 11);

  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([1, undefined, 3, undefined]);
});
