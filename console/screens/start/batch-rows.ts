import { parseCsv } from '@assay/foundation/csv';
import type { Api } from '../../api/client.ts';
import { listed, whoFault } from './screen-form.ts';

type NewBatch = NonNullable<Parameters<Api['screening']['createScreeningBatch']>[0]>['body'];
export type BatchItem = NonNullable<NewBatch['items']>[number];

export interface BatchRow {
  line: number;
  /** As it was typed. */
  text: string;
  item?: BatchItem;
  fault?: string;
}

export const MAX_ROWS = 100;

const COLUMNS = ['name', 'dateOfBirth', 'country', 'kind', 'reference'] as const;
type Column = (typeof COLUMNS)[number];

/** Titles by which a first line names its columns, in small letters without spaces and signs. */
const TITLES: Readonly<Record<string, Column>> = {
  name: 'name',
  fullname: 'name',
  dateofbirth: 'dateOfBirth',
  datesofbirth: 'dateOfBirth',
  birthdate: 'dateOfBirth',
  dob: 'dateOfBirth',
  born: 'dateOfBirth',
  country: 'country',
  nationality: 'country',
  nationalities: 'country',
  kind: 'kind',
  type: 'kind',
  entitytype: 'kind',
  reference: 'reference',
  id: 'reference',
};

const KINDS: Readonly<Record<string, 'person' | 'entity' | null>> = {
  '': null,
  any: null,
  person: 'person',
  individual: 'person',
  entity: 'entity',
  company: 'entity',
  organization: 'entity',
};

/**
 * One person or company per line, with cells between semicolons or tabs, as they are pasted from a spreadsheet. A comma
 * is part of a name. A first line of titles may put the cells in another order.
 */
export function batchRows(text: string): readonly BatchRow[] {
  const delimiter = text.includes('\t') ? '\t' : ';';
  const records = parseCsv(text, delimiter);
  if (!records) return [{ line: 1, text: '', fault: 'A quotation mark is not closed.' }];
  const [first, ...rest] = records;
  const titles = first && titlesIn(first.cells);
  const columns = titles ?? COLUMNS;
  return (titles ? rest : records)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, text: cells.join(delimiter), ...itemOf(line, cells, columns) }));
}

function titlesIn(cells: readonly string[]): readonly (Column | undefined)[] | undefined {
  const columns = cells.map((cell) => TITLES[cell.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  return columns.includes('name') ? columns : undefined;
}

function itemOf(
  line: number,
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
): Pick<BatchRow, 'item' | 'fault'> {
  const cell = (column: Column) => {
    const at = columns.indexOf(column);
    return at === -1 ? '' : (cells[at] ?? '').trim();
  };
  const name = cell('name');
  const datesOfBirth = listed(cell('dateOfBirth'));
  const nationalities = listed(cell('country'));
  const kind = KINDS[cell('kind').toLowerCase()];
  const reference = cell('reference');
  const fault =
    (name === '' && 'The name is missing.') ||
    whoFault({ names: [name], datesOfBirth, nationalities }) ||
    (kind === undefined && 'A kind is person or company.') ||
    (reference.length > 100 && 'A reference has at most 100 characters.') ||
    (cells.length > columns.length && 'There are more cells than columns.');
  if (fault) return { fault };
  return {
    item: {
      subject: {
        name,
        ...(kind && { entityType: kind }),
        ...(datesOfBirth.length > 0 && { datesOfBirth }),
        ...(nationalities.length > 0 && { nationalities: nationalities.map((code) => code.toUpperCase()) }),
      },
      reference: reference || `line ${line}`,
    },
  };
}
