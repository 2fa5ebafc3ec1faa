import type { ListedEntry, Measure } from '../../listed-entry.ts';

/** Lists of OFAC whose entries are all under the same measure. */
const MEASURE_OF_LIST: readonly (readonly [RegExp, Measure])[] = [
  [/^SDN\b/i, 'asset_freeze'],
  [/sectoral sanctions|^SSI\b/i, 'sectoral'],
  [/CMIC|military.industrial/i, 'investment_ban'],
];

/** On the other lists short of blocking, directives restrict debt and equity, or ban securities. */
const MEASURE_OF_PROGRAMME: readonly (readonly [RegExp, Measure])[] = [
  [/^(?:UKRAINE-EO13662|RUSSIA-EO14024|BELARUS-EO14038|BURMA-EO14014)$/i, 'sectoral'],
  [/^CMIC-/i, 'investment_ban'],
];

const foundIn = (table: typeof MEASURE_OF_LIST, text: string) =>
  table.find(([pattern]) => pattern.test(text.trim()))?.[1];

function measuresOn(list: string, programmes: readonly string[]): Measure[] {
  const ofAll = foundIn(MEASURE_OF_LIST, list);
  if (ofAll) return [ofAll];
  const known = programmes.flatMap((programme) => foundIn(MEASURE_OF_PROGRAMME, programme) ?? []);
  return known.length > 0 ? known : ['other'];
}

/** Formats that do not state the lists of an entry are distinguished by the publisher's file names. */
export const listOfFile = (fileName: string) => (/cons/i.test(fileName) ? 'Consolidated List' : 'SDN List');

/** The entry with its number as a reference, and the measures of the lists that it is on. */
export const withMeasures = (entry: ListedEntry, lists: readonly string[]): ListedEntry => ({
  ...entry,
  references: [{ scheme: 'ofac', value: entry.id.trim() }],
  measures: lists.flatMap((list) => measuresOn(list, entry.programmes)),
});
