import * as z from 'zod';

/** The supported lists. Callers name the lists to screen against; there is no default. */
export const LIST_KEYS = [
  'eu_fsf',
  'ofac_sdn',
  'ofac_consolidated',
  'uk_sanctions',
  'idb_sanctions',
  'service_pep',
] as const;
export const ListKey = z.enum(LIST_KEYS);
export type ListKey = z.infer<typeof ListKey>;

export type ListKind = 'sanctions' | 'pep';

export interface ListDefinition {
  name: string;
  listKind: ListKind;
  /** Attribution that every result of the list must carry. */
  attribution: string;
  refreshHours: number;
}

const SIX_HOURLY = 6;
const WEEKLY = 7 * 24;
/** For lists without a download URL: operators upload them now and then, not every six hours. */
export const HANDED_IN_HOURS = WEEKLY;

export const lists: Record<ListKey, ListDefinition> = {
  eu_fsf: {
    name: 'European Union consolidated financial sanctions list',
    listKind: 'sanctions',
    attribution:
      '© European Union, consolidated list of persons, groups and entities subject to EU financial ' +
      'sanctions. Only the Official Journal is authentic.',
    refreshHours: SIX_HOURLY,
  },
  ofac_sdn: {
    name: 'United States list of specially designated nationals and blocked persons',
    listKind: 'sanctions',
    attribution: 'U.S. Department of the Treasury, Office of Foreign Assets Control: SDN list.',
    refreshHours: SIX_HOURLY,
  },
  ofac_consolidated: {
    name: 'United States consolidated non-SDN sanctions list',
    listKind: 'sanctions',
    attribution: 'U.S. Department of the Treasury, Office of Foreign Assets Control: consolidated sanctions list.',
    refreshHours: SIX_HOURLY,
  },
  uk_sanctions: {
    name: 'United Kingdom sanctions list',
    listKind: 'sanctions',
    attribution:
      'UK Sanctions List, Foreign, Commonwealth & Development Office. Contains public sector ' +
      'information licensed under the Open Government Licence v3.0.',
    refreshHours: SIX_HOURLY,
  },
  idb_sanctions: {
    name: 'Inter-American Development Bank list of sanctioned firms and individuals',
    listKind: 'sanctions',
    attribution: 'Inter-American Development Bank, sanctioned firms and individuals.',
    refreshHours: SIX_HOURLY,
  },
  service_pep: {
    name: 'Politically exposed persons, from Wikidata and official rosters',
    listKind: 'pep',
    attribution: 'Wikidata (CC0) and the official rosters that each position names.',
    refreshHours: WEEKLY,
  },
};

const MEBI = 1024 * 1024;
/**
 * SDN_ADVANCED.XML, the largest published file, has about 120 MB. A function has room for two
 * copies.
 */
const SANCTIONS_UPLOAD_BYTES = 160 * MEBI;
const PEP_UPLOAD_BYTES = 192 * MEBI;

/** The largest file that can be uploaded for a list. */
export const uploadLimitOf = (key: ListKey) =>
  lists[key].listKind === 'pep' ? PEP_UPLOAD_BYTES : SANCTIONS_UPLOAD_BYTES;

/**
 * An unknown list counts as a sanctions list, so that a missing list is never treated as harmless.
 */
export function listKindOf(key: string): ListKind {
  const known = ListKey.safeParse(key).data;
  return known ? lists[known].listKind : 'sanctions';
}
