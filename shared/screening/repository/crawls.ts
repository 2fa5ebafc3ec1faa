import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { Crawl } from '../crawl/crawl.ts';

/** There is one crawl at a time, and like the lists it is nobody's. */
const KEY: Key = { pk: 'lists', sk: 'service_pep#crawl' };

export async function findCrawl(store: Store): Promise<Crawl | undefined> {
  const [row] = await store.getMany([{ table: 'screening', key: KEY }]);
  return row && Crawl.parse(row.crawl);
}

/** Provided nobody has moved it in the meantime. */
export function replaceCrawl(before: Crawl | undefined, after: Crawl): Write {
  const revision = (before?.revision ?? 0) + 1;
  return {
    table: 'screening',
    put: { ...KEY, revision, crawl: { ...after, revision } },
    when: before ? { revision: before.revision } : 'absent',
  };
}
