/** The columns of an own list in a CSV file. */
export const OWN_COLUMNS = [
  'id',
  'name',
  'kind',
  'aliases',
  'weakAliases',
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'nationality',
  'identifiers',
  'identifierKind',
  'identifierValue',
  'identifierCountry',
  'emails',
  'addresses',
  'measures',
  'programme',
  'listedOn',
  'endsOn',
  'remarks',
  'ignore',
] as const;
export type OwnColumn = (typeof OWN_COLUMNS)[number];

const simplified = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '');

/** Headings of `targets.simple.csv` of OpenSanctions. */
const OPEN_SANCTIONS: Readonly<Record<string, OwnColumn>> = {
  schema: 'kind',
  birth_date: 'dateOfBirth',
  countries: 'nationality',
  sanctions: 'programme',
  program_ids: 'programme',
  phones: 'ignore',
  dataset: 'ignore',
  first_seen: 'ignore',
  last_seen: 'ignore',
  last_change: 'ignore',
};

const BY_HEADING = new Map<string, OwnColumn>([
  ...Object.entries(OPEN_SANCTIONS).map(([heading, column]) => [simplified(heading), column] as const),
  ...OWN_COLUMNS.map((column) => [simplified(column), column] as const),
]);

/** Columns with one value, of which a row has one. */
const SINGLE: readonly OwnColumn[] = ['id', 'name', 'kind', 'gender', 'listedOn', 'endsOn', 'remarks'];

/** A blank heading, as after a trailing comma, has no meaning. */
const meaningOf = (heading: string) => (heading.trim() === '' ? 'ignore' : BY_HEADING.get(simplified(heading)));

/** The meanings of the columns of a file, as mapped or as headed, and what is wrong with them. */
export function ownColumnsOf(headings: readonly string[], mapped: Readonly<Record<string, OwnColumn>>) {
  const meanings = new Map(Object.entries(mapped).map(([heading, column]) => [heading.trim(), column]));
  const columns = headings.map((heading) => meanings.get(heading.trim()) ?? meaningOf(heading));
  const faults: string[] = [];
  for (const [index, column] of columns.entries())
    if (column === undefined)
      faults.push(`Column ${index + 1} has no known heading. Map it in \`columns\`, also to \`ignore\`.`);
    else if (SINGLE.includes(column) && columns.indexOf(column) < index)
      faults.push(`Column ${index + 1} is a second \`${column}\`.`);
  if (!columns.includes('name')) faults.push('No column is the `name`.');
  if (columns.includes('identifierValue') !== columns.includes('identifierKind'))
    faults.push('`identifierKind` and `identifierValue` belong together.');
  return { columns: columns.map((column) => column ?? 'ignore'), faults };
}
