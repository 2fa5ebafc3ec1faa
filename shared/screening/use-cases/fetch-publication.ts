import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Crawl } from '../crawl/crawl.ts';
import { FetchFailed, type FetchLimits } from '../lists/fetch-file.ts';
import { type FetchedList, fetchList } from '../lists/fetch-list.ts';
import { filesOf } from '../lists/list-files.ts';
import type { ListId } from '../lists/list-id.ts';
import { isUpToDate, type ListState } from '../lists/list-state.ts';
import type { OwnColumn } from '../lists/own-columns.ts';
import { saveUpload, type Upload } from '../repository/uploads.ts';
import { crawledPublication } from './crawled-publication.ts';
import type { Requester } from './record-list-change.ts';

export interface RefreshRequest {
  key: ListId;
  /** A file that an operator uploaded, to be read instead of the publisher's. */
  upload?: Upload | undefined;
  /** How the file of an own list is read, and whether a second person has to approve it. */
  columns?: Readonly<Record<string, OwnColumn>> | undefined;
  needsApproval?: boolean | undefined;
  /** The person who requested it; missing for scheduled refreshes. */
  requester?: Requester | undefined;
  /** The person who requested a crawl that has ended, long after the request. */
  requested?: Crawl['requested'];
  /** The completed crawl that is ready to be read. */
  crawlId?: string | undefined;
}

export interface FetchOptions {
  /** File -> URL. */
  addresses?: Record<string, string>;
  limits?: FetchLimits;
  /** The crawl whose results are read in addition to the files. */
  crawl?: Crawl;
}

/** Downloads the files of a list to disk; undefined if the list has no download URL. */
export async function fetchPublication(
  { key, upload }: RefreshRequest,
  { active, validators }: ListState,
  directory: string,
  options: FetchOptions,
): Promise<FetchedList | 'unchanged' | 'nothing'> {
  if (upload) return fetchUpload(upload, directory);
  const addresses = options.addresses ?? filesOf(key);
  if (options.crawl) return crawledPublication(options.crawl, { ...options, addresses, directory });
  if (Object.keys(addresses).length === 0) return 'nothing';
  // Without validators the publisher sends files even if unchanged, which is needed if the rules
  // for reading them have changed.
  const known = active && isUpToDate(active) ? validators : {};
  return fetchList(addresses, directory, known, options.limits);
}

async function fetchUpload(upload: Upload, directory: string) {
  const path = join(directory, `uploaded-${upload.fileName}`);
  if (!(await saveUpload(upload, path)))
    throw new FetchFailed('not_found', 'No file has been uploaded for this `uploadId`.');
  return fetchList({ [upload.fileName]: pathToFileURL(path).href }, directory, {});
}
