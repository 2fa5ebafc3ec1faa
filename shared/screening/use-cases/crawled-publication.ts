import { sha256Hex } from '@assay/foundation/canonical-json';
import type { Crawl } from '../crawl/crawl.ts';
import type { FetchLimits } from '../lists/fetch-file.ts';
import { type FetchedList, fetchList } from '../lists/fetch-list.ts';
import { crawledFiles } from '../repository/crawl-objects.ts';

interface Beside {
  /** Rosters that are read together with the crawl: file -> URL. */
  addresses: Record<string, string>;
  directory: string;
  limits?: FetchLimits;
}

/** Each crawl is a new publication, so the digest does not depend on its content. */
export async function crawledPublication(crawl: Crawl, { addresses, directory, limits }: Beside): Promise<FetchedList> {
  const rosters = await fetchList(addresses, directory, {}, limits);
  const { files, digest } = rosters === 'unchanged' ? NO_ROSTERS : rosters;
  return {
    files: { ...files, ...crawledFiles(crawl) },
    digest: sha256Hex(`${crawl.crawlId}\n${digest}`),
    validators: {},
  };
}

const NO_ROSTERS = { files: {}, digest: '' };
