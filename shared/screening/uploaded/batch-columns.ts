import * as z from 'zod';

/** The columns of a file with customers to screen. */
export const BatchColumn = z.enum([
  'name',
  'aliases',
  'entityType',
  'country',
  'dateOfBirth',
  'nationality',
  'identifierKind',
  'identifierValue',
  'identifierCountry',
  'riskSubjectId',
  'reference',
  'ignore',
]);
export type BatchColumn = z.infer<typeof BatchColumn>;

/** Columns whose cells can hold several values, separated by semicolons. */
type ListColumn =
  | 'aliases'
  | 'dateOfBirth'
  | 'nationality'
  | 'identifierKind'
  | 'identifierValue'
  | 'identifierCountry';

const simplified = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '');

const BY_HEADING = new Map(BatchColumn.options.map((column) => [simplified(column), column]));

interface Columns {
  /** The meaning of each column, in the order of the file. */
  columns: BatchColumn[];
  /** What is wrong with the headings. Never quotes one: a file without headings begins with a customer. */
  faults: string[];
}

/** The meanings of the columns of a file: as mapped, or as headed. */
export function columnsOf(headings: readonly string[], mapped: Readonly<Record<string, BatchColumn>>): Columns {
  const meanings = new Map(Object.entries(mapped).map(([heading, column]) => [heading.trim(), column]));
  const columns = headings.map((heading) => meanings.get(heading.trim()) ?? BY_HEADING.get(simplified(heading)));
  const faults: string[] = [];
  for (const [index, column] of columns.entries())
    if (column === undefined)
      faults.push(`Column ${index + 1} has no known heading. Map it in \`columns\`, also to \`ignore\`.`);
    else if (column !== 'ignore' && columns.indexOf(column) < index)
      faults.push(`Column ${index + 1} is a second \`${column}\`.`);
  if (!columns.includes('name')) faults.push('No column is the `name`.');
  if (columns.includes('identifierValue') !== columns.includes('identifierKind'))
    faults.push('`identifierKind` and `identifierValue` belong together.');
  return { columns: columns.map((column) => column ?? 'ignore'), faults };
}

const TYPES = new Map([
  ['person', 'person'],
  ['individual', 'person'],
  ['entity', 'entity'],
  ['company', 'entity'],
  ['business', 'entity'],
  ['organization', 'entity'],
]);

/** An item of a batch as the cells of a row state it, not checked yet. */
export function itemOf(columns: readonly BatchColumn[], cells: readonly string[]): Record<string, unknown> {
  const cell = (column: BatchColumn) => {
    // Spreadsheets break lines within cells.
    const value = cells[columns.indexOf(column)]?.trim().replace(/\s+/g, ' ');
    return columns.includes(column) && value ? value : undefined;
  };
  const values = (column: ListColumn) => (cell(column) ?? '').split(';').map((value) => value.trim());
  const stated = (column: ListColumn) => values(column).filter(Boolean);
  const [kinds, countries] = [values('identifierKind'), values('identifierCountry')];
  const identifiers = values('identifierValue').flatMap((value, index) =>
    value || kinds[index]
      ? [{ kind: kinds[index] ?? '', value, ...(countries[index] && { country: countries[index] }) }]
      : [],
  );
  const entityType = cell('entityType');
  const country = cell('country');
  const [riskSubjectId, reference] = [cell('riskSubjectId'), cell('reference')];
  return {
    subject: {
      name: cell('name') ?? '',
      aliases: stated('aliases'),
      ...(entityType && { entityType: TYPES.get(entityType.toLowerCase()) ?? entityType }),
      ...(country && { country }),
      datesOfBirth: stated('dateOfBirth'),
      nationalities: stated('nationality'),
      identifiers,
    },
    ...(riskSubjectId && { riskSubjectId }),
    ...(reference && { reference }),
  };
}
