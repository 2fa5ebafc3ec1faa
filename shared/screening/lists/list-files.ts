import { UPLOADED, WIKIDATA_FILE } from '@assay/watchlist/catalogue';
import * as z from 'zod';
import { optionalSetting } from '#shared/platform/environment.ts';
import { ListKey, lists, PEP_LIST } from './list.ts';
import { isOwn, type ListId } from './list-id.ts';

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
export const isSwitchedOff = (id: ListId) => !isOwn(id) && configuredFor(id) === null;

/** The operator's configuration replaces the defaults; nothing is downloaded for an empty set. */
function addressesOf(id: ListId): Readonly<Record<string, string>> {
  if (isOwn(id)) return {};
  const configured = configuredFor(id);
  return configured === undefined ? lists[id].files : (configured ?? {});
}

const downloads = (addresses: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(addresses).filter(([name]) => name !== WIKIDATA_FILE));

export const filesOf = (id: ListId) => downloads(addressesOf(id));

/** The files of a list in every format that may be downloaded, the preferred first. */
export const editionsOf = (id: ListId): Record<string, string>[] => [
  filesOf(id),
  ...(!isOwn(id) && configuredFor(id) === undefined ? (lists[id].fallbacks ?? []).map(downloads) : []),
];

/** The list that is crawled, and the service it is crawled from, if one is configured. */
export const CRAWLED_LIST = PEP_LIST;
export const crawledFrom = (id: ListId): string | undefined =>
  id === CRAWLED_LIST ? addressesOf(id)[WIKIDATA_FILE] : undefined;

export const hasAddress = (id: ListId) => Object.keys(addressesOf(id)).length > 0;

/** How often a list has to be confirmed, by its publisher or by an upload. An own list is as its organization wants it. */
export const refreshOf = (id: ListId) => (isOwn(id) ? undefined : hasAddress(id) ? lists[id].refresh : UPLOADED);
