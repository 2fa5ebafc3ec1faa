import * as z from 'zod';
import { optionalSetting } from '#shared/platform/environment.ts';
import { HANDED_IN_HOURS, LIST_KEYS, type ListKey, lists } from './list.ts';

/** The download URLs of each list, by the file name its parser expects. */
const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
const EU = 'https://webgate.ec.europa.eu/fsd/fsf/public/files';
/** The public token of the Commission. */
const EU_TOKEN = 'dG9rZW4tMjAxNw';
const UK = 'https://sanctionslist.fcdo.gov.uk/docs';

/** Stands for a SPARQL service among the files: it is queried by a crawl, not downloaded. */
const WIKIDATA = 'wikidata.sparql';

const ofacFiles = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `${OFAC}/${name.toUpperCase()}`]));

const PUBLISHED: Record<ListKey, Record<string, string>> = {
  eu_fsf: { 'eu_fsf.xml': `${EU}/xmlFullSanctionsList_1_1/content?token=${EU_TOKEN}` },
  ofac_sdn: ofacFiles(['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']),
  ofac_consolidated: ofacFiles(['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv']),
  uk_sanctions: { 'UK-Sanctions-List.csv': `${UK}/UK-Sanctions-List.csv` },
  // Its page offers the file only by a script; an operator uploads it.
  idb_sanctions: {},
  // Operators may configure rosters in addition or instead.
  service_pep: { [WIKIDATA]: 'https://query.wikidata.org/sparql' },
};

const Configured = z.partialRecord(z.enum(LIST_KEYS), z.record(z.string(), z.url()).nullable());

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
function addressesOf(key: ListKey): Record<string, string> {
  const own = configuredFor(key);
  return own === undefined ? PUBLISHED[key] : (own ?? {});
}

export const filesOf = (key: ListKey): Record<string, string> =>
  Object.fromEntries(Object.entries(addressesOf(key)).filter(([name]) => name !== WIKIDATA));

/** The list that is crawled, and the service it is crawled from, if one is configured. */
export const CRAWLED_LIST: ListKey = 'service_pep';
export const crawledFrom = (key: ListKey): string | undefined =>
  key === CRAWLED_LIST ? addressesOf(key)[WIKIDATA] : undefined;

export const hasAddress = (key: ListKey) => Object.keys(addressesOf(key)).length > 0;

/** How often a list has to be confirmed, by its publisher or by an upload. */
export const refreshHoursOf = (key: ListKey) => (hasAddress(key) ? lists[key].refreshHours : HANDED_IN_HOURS);
