import { UPLOADED, WIKIDATA_FILE } from '@assay/watchlist/catalogue';
import * as z from 'zod';
import { optionalSetting } from '#shared/platform/environment.ts';
import { ListKey, lists, PEP_LIST } from './list.ts';

const Configured = z.partialRecord(ListKey, z.record(z.string(), z.url()).nullable());

/** Parses the operator's configuration of the lists, as JSON. Throws if it is invalid. */
export const parseListFiles = (text: string) => Configured.parse(JSON.parse(text));

/** Parsed once: every run reads it for each of its lists. */
let configured: ReturnType<typeof parseListFiles> | undefined;

function configuredFor(key: ListKey): Record<string, string> | null | undefined {
  configured ??= parseListFiles(optionalSetting('LIST_FILES') ?? '{}');
  return configured[key];
}

/** Whether the operator has switched the list off, whatever versions it has. */
export const isSwitchedOff = (key: ListKey) => configuredFor(key) === null;

/** The operator's configuration replaces the defaults; nothing is downloaded for an empty set. */
function addressesOf(key: ListKey): Readonly<Record<string, string>> {
  const own = configuredFor(key);
  return own === undefined ? lists[key].files : (own ?? {});
}

const downloads = (addresses: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(addresses).filter(([name]) => name !== WIKIDATA_FILE));

export const filesOf = (key: ListKey) => downloads(addressesOf(key));

/** The files of a list in every format that may be downloaded, the preferred first. */
export const editionsOf = (key: ListKey): Record<string, string>[] => [
  filesOf(key),
  ...(configuredFor(key) === undefined ? (lists[key].fallbacks ?? []).map(downloads) : []),
];

/** The list that is crawled, and the service it is crawled from, if one is configured. */
export const CRAWLED_LIST = PEP_LIST;
export const crawledFrom = (key: ListKey): string | undefined =>
  key === CRAWLED_LIST ? addressesOf(key)[WIKIDATA_FILE] : undefined;

export const hasAddress = (key: ListKey) => Object.keys(addressesOf(key)).length > 0;

/** How often a list has to be confirmed, by its publisher or by an upload. */
export const refreshOf = (key: ListKey) => (hasAddress(key) ? lists[key].refresh : UPLOADED);
