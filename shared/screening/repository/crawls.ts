import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { Crawl } from '../crawl/crawl.ts';

/** There is one crawl at a time. Like the lists it belongs to no organization. */
const KEY: Key = { pk: 'lists', sk: 'service_pep#crawl' };

export async function findCrawl(store: Store): Promise<Crawl | undefined> {
  const [row] = await store.getMany([{ table: 'screening', key: KEY }]);
  return row && Crawl.parse(row.crawl);
}

/** Conditional on the revision, so that a concurrent change is not overwritten. */
export function replaceCrawl(before: Crawl | undefined, after: Crawl): Write {
  const revision = (before?.revision ?? 0) + 1;
  return {
    table: 'screening',
    put: { ...KEY, revision, crawl: { ...after, revision } },
    when: before ? { revision: before.revision } : 'absent',
  };
}
