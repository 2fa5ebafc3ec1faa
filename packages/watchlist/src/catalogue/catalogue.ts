import type { CatalogueEntry, Refresh } from './catalogue-entry.ts';

export type { CatalogueEntry } from './catalogue-entry.ts';

const DAY_HOURS = 24;
const HOURLY: Refresh = { everyHours: 1, staleAfterHours: 6 };
/** The European Commission asks for fewer requests than others. */
const TWO_HOURLY: Refresh = { everyHours: 2, staleAfterHours: 6 };
const WEEKLY: Refresh = { everyHours: 7 * DAY_HOURS, staleAfterHours: 21 * DAY_HOURS };

/** For lists without a download URL: operators upload them now and then. */
export const UPLOADED: Refresh = WEEKLY;

/** Stands for a SPARQL service among the files: it is queried by a crawl, not downloaded. */
export const WIKIDATA_FILE = 'wikidata.sparql';

const ofacFiles = (names: readonly string[]) => {
  const exports = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
  return Object.fromEntries(names.map((name) => [name, `${exports}/${name.toUpperCase()}`]));
};

/** The advanced format has every fact with its kind; the CSV files have most of them in prose. */
const OFAC_XML = [[/advanced\.xml$/i], [/enhanced\.xml$/i]];

/** OFAC gives all its entries ids of one number range, and a page each. */
const ofacEntryUrl = (id: string) =>
  /^\d+$/.test(id) ? `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}` : undefined;

/** The name of OFAC's main list in its enhanced and advanced formats. */
const isSdnName = (listName: string) => /^SDN List$/i.test(listName);

const FIFTY_PERCENT_RULE =
  'Companies that listed persons own by 50 % or more fall under the same measures without being named.';

/**
 * The lists, one entry each: the only place that names them all. Workflows, policies, the API, the console, the
 * local cloud, benchmarks and the table in docs/screening.md follow from it. `docs/add-a-list.md` says how to add one.
 *
 * Stored policies and evidence name lists in this order, so a new list is added at the end.
 */
const catalogue = {
  eu_fsf: {
    name: 'European Union consolidated financial sanctions list',
    shortName: 'EU',
    listKind: 'sanctions',
    attribution:
      '© European Union, consolidated list of persons, groups and entities subject to EU financial ' +
      'sanctions. Only the Official Journal is authentic.',
    coverage: {
      summary:
        'Persons, groups and entities whose assets are frozen under restrictive measures of the European Union, from ' +
        'the financial sanctions files of the European Commission.',
      gaps: [
        'Asset freezes only: persons under a travel ban alone, and sectoral, trade and transport measures, are not on it.',
        'The file follows the Official Journal by hours to days.',
        'Companies that listed persons own or control are not named.',
      ],
    },
    publisherUrl:
      'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
    parser: 'eu',
    files: {
      // The token is public.
      'eu_fsf.xml':
        'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    },
    uploads: [
      { nameEndsWith: '.xml', example: 'xmlFullSanctionsList_1_1.xml' },
      { nameEndsWith: '.csv', example: 'csvFullSanctionsList_1_1.csv' },
    ],
    editions: [[/\.xml$/i], [/\.csv$/i]],
    refresh: TWO_HOURLY,
  },
  ofac_sdn: {
    name: 'United States list of specially designated nationals and blocked persons',
    shortName: 'OFAC SDN',
    listKind: 'sanctions',
    attribution: 'U.S. Department of the Treasury, Office of Foreign Assets Control: SDN list.',
    coverage: {
      summary:
        'Persons, entities, vessels and aircraft whose property is blocked by the United States (specially designated ' +
        'nationals), with wallet addresses where OFAC publishes them.',
      gaps: [
        FIFTY_PERCENT_RULE,
        'Measures short of blocking are on `ofac_consolidated`; export controls of other departments are on neither.',
      ],
    },
    publisherUrl: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
    entryUrl: ofacEntryUrl,
    parser: 'ofac',
    files: ofacFiles(['sdn_advanced.xml']),
    fallbacks: [ofacFiles(['sdn_enhanced.xml']), ofacFiles(['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'])],
    uploads: [{ nameEndsWith: '.xml', example: 'SDN_ENHANCED.XML' }],
    editions: [...OFAC_XML, [/^sdn\.csv$/i, /^alt\.csv$/i, /^add\.csv$/i, /^sdn_comments\.csv$/i], [/\.xml$/i]],
    refresh: HOURLY,
    isOwnName: isSdnName,
  },
  ofac_consolidated: {
    name: 'United States consolidated non-SDN sanctions list',
    shortName: 'OFAC non-SDN',
    listKind: 'sanctions',
    attribution: 'U.S. Department of the Treasury, Office of Foreign Assets Control: consolidated sanctions list.',
    coverage: {
      summary:
        'OFAC’s lists beside the SDN list, in one: sectoral sanctions, foreign sanctions evaders, Chinese ' +
        'military-industrial complex companies, restricted correspondent accounts and menu-based sanctions.',
      gaps: [
        'The measures differ by programme and mostly do not block property: read `programmes` of an entry.',
        FIFTY_PERCENT_RULE,
      ],
    },
    publisherUrl: 'https://sanctionslist.ofac.treas.gov/Home/ConsolidatedList',
    entryUrl: ofacEntryUrl,
    parser: 'ofac',
    files: ofacFiles(['cons_advanced.xml']),
    fallbacks: [
      ofacFiles(['cons_enhanced.xml']),
      ofacFiles(['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv']),
    ],
    uploads: [{ nameEndsWith: '.xml', example: 'CONS_ENHANCED.XML' }],
    editions: [
      ...OFAC_XML,
      [/^cons_prim\.csv$/i, /^cons_alt\.csv$/i, /^cons_add\.csv$/i, /^cons_comments\.csv$/i],
      [/\.xml$/i],
    ],
    refresh: HOURLY,
    isOwnName: (listName) => !isSdnName(listName),
  },
  uk_sanctions: {
    name: 'United Kingdom sanctions list',
    shortName: 'UK',
    listKind: 'sanctions',
    attribution:
      'UK Sanctions List, Foreign, Commonwealth & Development Office. Contains public sector ' +
      'information licensed under the Open Government Licence v3.0.',
    coverage: {
      summary:
        'Persons, entities and ships designated under the Sanctions and Anti-Money Laundering Act 2018, those of the ' +
        'United Nations included. Since 28 January 2026 the only sanctions list of the United Kingdom.',
      gaps: [
        'Companies that designated persons own or control are not named.',
        'Organisations that are proscribed under the Terrorism Act 2000 and not designated are not on it.',
      ],
    },
    publisherUrl: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
    parser: 'uk',
    files: { 'UK-Sanctions-List.csv': 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv' },
    uploads: [
      { nameEndsWith: '.csv', example: 'UK-Sanctions-List.csv' },
      { nameEndsWith: '.xml', example: 'UK-Sanctions-List.xml' },
    ],
    editions: [[/\.csv$/i], [/\.xml$/i]],
    refresh: HOURLY,
  },
  idb_sanctions: {
    name: 'Inter-American Development Bank list of sanctioned firms and individuals',
    shortName: 'IDB',
    listKind: 'sanctions',
    attribution: 'Inter-American Development Bank, sanctioned firms and individuals.',
    coverage: {
      summary:
        'Firms and individuals sanctioned by the Inter-American Development Bank for prohibited practices, also those ' +
        'whose sanction has ended (`endsOn`).',
      gaps: [
        'The bank offers no download URL: the list is as current as the latest upload by an operator.',
        'It states neither dates of birth nor ids nor a publication date.',
        'A sanction of the bank is not a measure of a state.',
      ],
    },
    publisherUrl: 'https://www.iadb.org/en/transparency/sanctioned-firms-and-individuals',
    parser: 'idb',
    // Its page offers the file only by a script.
    files: {},
    uploads: [
      { nameEndsWith: '.csv', example: 'idb_sanctioned.csv' },
      { nameEndsWith: '.xlsx', example: 'idb_sanctioned.xlsx' },
    ],
    editions: [[/\.csv$/i], [/\.xlsx$/i]],
    refresh: HOURLY,
  },
  service_pep: {
    name: 'Politically exposed persons, from Wikidata and official rosters',
    shortName: 'PEP',
    listKind: 'pep',
    attribution: 'Wikidata (CC0) and the official rosters that each position names.',
    coverage: {
      summary:
        'Holders of national and international public office, former holders and their relatives, as Wikidata and the ' +
        'rosters that an operator has configured state them.',
      gaps: [
        'As complete as Wikidata and the configured rosters: no register of all public offices exists.',
        'Close associates are not on it.',
        'Many entries state no date of birth or nationality.',
      ],
    },
    publisherUrl: 'https://www.wikidata.org/wiki/Wikidata:WikiProject_every_politician',
    entryUrl: (id) => (/^Q\d+$/.test(id) ? `https://www.wikidata.org/wiki/${id}` : undefined),
    parser: 'pep',
    // Operators may configure rosters in addition or instead.
    files: { [WIKIDATA_FILE]: 'https://query.wikidata.org/sparql' },
    // The reader of a table is chosen by its name, that of a document by its content.
    uploads: [
      { nameEndsWith: '.json', example: 'legislators-current.json' },
      { nameEndsWith: '.yaml', example: 'legislators-current.yaml' },
      { nameEndsWith: '.yml', example: 'legislators-current.yml' },
      { nameEndsWith: 'holders21.csv', example: 'holders21.csv' },
      { nameEndsWith: 'current.csv', example: 'legislators-current.csv' },
      { nameEndsWith: 'legislators.csv', example: 'legislators.csv' },
      { nameEndsWith: 'leaders.csv', example: 'leaders.csv' },
      { nameEndsWith: 'wikidata.csv', example: 'wikidata.csv' },
      { nameEndsWith: 'persons_offices.csv', example: 'persons_offices.csv' },
    ],
    // Rosters of any name: see infra/local.
    editions: [],
    refresh: WEEKLY,
  },
  un_sanctions: {
    name: 'United Nations Security Council consolidated list',
    shortName: 'UN',
    listKind: 'sanctions',
    attribution: 'United Nations Security Council, consolidated list.',
    coverage: {
      summary:
        'Individuals, groups and entities under measures of the United Nations Security Council, of all its regimes.',
      gaps: [
        'Ships under measures of the Security Council are published elsewhere and are not on it.',
        'The file does not state the measures: some regimes have travel bans without an asset freeze, or the reverse. ' +
          'Read the regime in `programmes`.',
        'Companies that listed persons own or control are not named.',
      ],
    },
    publisherUrl: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    parser: 'un',
    files: { 'consolidated.xml': 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' },
    uploads: [{ nameEndsWith: '.xml', example: 'consolidated.xml' }],
    editions: [[/\.xml$/i]],
    refresh: HOURLY,
  },
} satisfies Record<string, CatalogueEntry>;

export type ListKey = keyof typeof catalogue;
export const lists: Readonly<Record<ListKey, CatalogueEntry>> = catalogue;
/** All keys, in the order of the catalogue. */
export const LIST_KEYS = Object.keys(catalogue) as readonly ListKey[];
