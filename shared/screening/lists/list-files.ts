import * as z from 'zod';
import { optionalSetting } from '#shared/platform/environment.ts';
import { HANDED_IN_HOURS, LIST_KEYS, type ListKey, lists } from './list.ts';

/** Where each list is published: file name, as its parser knows it, and address. */
const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
const EU = 'https://webgate.ec.europa.eu/fsd/fsf/public/files';
/** The token the Commission gives to everyone. */
const EU_TOKEN = 'dG9rZW4tMjAxNw';
const UK = 'https://sanctionslist.fcdo.gov.uk/docs';

/** What stands for a SPARQL service among the files: it is no file, but asked, question by question. */
const WIKIDATA = 'wikidata.sparql';

const ofacFiles = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `${OFAC}/${name.toUpperCase()}`]));

const PUBLISHED: Record<ListKey, Record<string, string>> = {
  eu_fsf: { 'eu_fsf.xml': `${EU}/xmlFullSanctionsList_1_1/content?token=${EU_TOKEN}` },
  ofac_sdn: ofacFiles(['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']),
  ofac_consolidated: ofacFiles([
    ...['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'],
  ]),
  uk_sanctions: { 'UK-Sanctions-List.csv': `${UK}/UK-Sanctions-List.csv` },
  // Its page hands the file out by a script; an operator uploads it.
  idb_sanctions: {},
  // Rosters are named by whoever runs the service, beside it or instead.
  service_pep: { [WIKIDATA]: 'https://query.wikidata.org/sparql' },
};

const Configured = z.partialRecord(z.enum(LIST_KEYS), z.record(z.string(), z.url()).nullable());

/** What an operator has said of the lists, as JSON. Throws where it cannot be meant. */
export const parseListFiles = (text: string) => Configured.parse(JSON.parse(text));

/** Read once: every run asks it of each of its lists. */
let configured: ReturnType<typeof parseListFiles> | undefined;

function configuredFor(key: ListKey): Record<string, string> | null | undefined {
  configured ??= parseListFiles(optionalSetting('LIST_FILES') ?? '{}');
  return configured[key];
}

/** A list that an operator wants nobody to search, whatever was read of it before. */
export const isSwitchedOff = (key: ListKey) => configuredFor(key) === null;

/** What an operator configured goes before what is known here; of an empty set nothing is fetched. */
function addressesOf(key: ListKey): Record<string, string> {
  const own = configuredFor(key);
  return own === undefined ? PUBLISHED[key] : (own ?? {});
}

export const filesOf = (key: ListKey): Record<string, string> =>
  Object.fromEntries(Object.entries(addressesOf(key)).filter(([name]) => name !== WIKIDATA));

/** The list that is crawled, and the service it is crawled from, where one is configured. */
export const CRAWLED_LIST: ListKey = 'service_pep';
export const crawledFrom = (key: ListKey): string | undefined =>
  key === CRAWLED_LIST ? addressesOf(key)[WIKIDATA] : undefined;

export const hasAddress = (key: ListKey) => Object.keys(addressesOf(key)).length > 0;

/** How often a list is confirmed, by its publisher or by whoever hands it in. */
export const refreshHoursOf = (key: ListKey) =>
  hasAddress(key) ? lists[key].refreshHours : HANDED_IN_HOURS;
