import type { TableName } from '../../tables.ts';
import { now } from '../clock.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Item, Key, Read, Store, Write } from './store.ts';

const ROWS = 256;

interface Recent {
  startedMs: number;
  row: Promise<Item | undefined>;
}

/**
 * Serves reads that accept an age (`maxAgeMs`) from the memory of this process. Age counts from the start
 * of a read, so that a row is never staler than accepted. A write of this process evicts its row before and
 * after it happens; a read that began before the write cannot restore the old row, because entries are
 * stored when a read starts, not when it ends.
 */
export function withRecentReads(store: Store, clockMs: () => number = () => now().getTime()): Store {
  const recent = new BoundedCache<Recent>(ROWS);

  const isFresh = ({ startedMs }: Recent, maxAgeMs: number) => {
    const ageMs = clockMs() - startedMs;
    // After the clock was set back, the age is unknown.
    return ageMs >= 0 && ageMs < maxAgeMs;
  };

  const getMany = async (reads: readonly Read[]): Promise<(Item | undefined)[]> => {
    const known = reads.map((read) => {
      const entry = read.maxAgeMs === undefined ? undefined : recent.get(nameOf(read));
      return entry && isFresh(entry, read.maxAgeMs ?? 0) ? entry.row : undefined;
    });
    const wanted = reads.filter((_, index) => known[index] === undefined);
    const answers = wanted.length > 0 ? store.getMany(wanted) : Promise.resolve([]);
    const startedMs = clockMs();
    let next = 0;
    const rows = reads.map((read, index) => {
      const own = known[index];
      if (own) return own;
      const place = next++;
      const row = answers.then((found) => found[place]);
      if (read.maxAgeMs !== undefined) remember(nameOf(read), { startedMs, row });
      return row;
    });
    return Promise.all(rows);
  };

  const remember = (name: string, entry: Recent) => {
    recent.set(name, entry);
    entry.row.catch(() => recent.get(name) === entry && recent.delete(name));
  };

  const forgetting = async <T>(names: readonly string[], write: () => Promise<T>): Promise<T> => {
    const forget = () => {
      for (const name of names) recent.delete(name);
    };
    forget();
    // Also after a failure: the write may have happened although its reply was lost.
    return write().finally(forget);
  };

  return {
    ...store,
    getMany,
    transact: (writes, token) => forgetting(writes.map(nameOfWrite), () => store.transact(writes, token)),
    writeOne: (write) => forgetting([nameOfWrite(write)], () => store.writeOne(write)),
    deleteMany: (table, keys) =>
      forgetting(
        keys.map((key) => nameOf({ table, key })),
        () => store.deleteMany(table, keys),
      ),
  };
}

/** Organization and mode are part of the partition key, and thereby of this name. */
const nameOf = ({ table, key: { pk, sk } }: { table: TableName; key: Key }) => `${table}\n${pk}\n${sk}`;

function nameOfWrite(write: Write): string {
  const { table } = write;
  if ('put' in write) return nameOf({ table, key: write.put });
  if ('update' in write) return nameOf({ table, key: write.update });
  if ('count' in write) return nameOf({ table, key: write.count });
  return nameOf({ table, key: 'remove' in write ? write.remove : write.check });
}
