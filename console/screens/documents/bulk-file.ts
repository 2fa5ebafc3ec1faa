import { columnsOf, contentOf } from '@assay/agreements/bulk-columns';
import { type CsvRecord, csvLine, delimiterOf, parseCsv } from '@assay/foundation/csv';
import { labelOf, type Variable } from '../../domain/template-variables.ts';

/** Limits of the service, so that a file is not uploaded to be refused. */
const MOST_ROWS = 10_000;
const MOST_CHARACTERS = 2_000_000;
/** A character has up to four bytes. */
const MOST_BYTES = 4 * MOST_CHARACTERS;

interface Role {
  id: string;
  label: string | null;
}

export interface CsvFile {
  headings: readonly string[];
  rows: readonly CsvRecord[];
}

/** The text of a file, or why it cannot be read. */
export async function textOf(file: File): Promise<{ csv: string } | { fault: string }> {
  if (file.size === 0) return { fault: `${file.name} is empty.` };
  if (file.size > MOST_BYTES) return { fault: `${file.name} is larger than 2 million characters. Split it.` };
  try {
    return { csv: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { fault: `${file.name} is not UTF-8 text. In a spreadsheet, save it as “CSV UTF-8”.` };
  }
}

/** The headings and rows of a file, or why the service would refuse it. */
export function fileIn(csv: string): CsvFile | { fault: string } {
  if (csv.length > MOST_CHARACTERS) return { fault: 'The file is larger than 2 million characters. Split it.' };
  const records = parseCsv(csv, delimiterOf(csv));
  if (!records) return { fault: 'A quotation mark in the file is never closed.' };
  const [head, ...rows] = records;
  if (!head || rows.length === 0) return { fault: 'The file has no rows after its headings.' };
  if (rows.length > MOST_ROWS)
    return { fault: `The file has ${rows.length.toLocaleString('en')} rows. Send at most 10,000 at once.` };
  return { headings: head.cells.map((heading) => heading.trim()), rows };
}

/** Variables that a cell can fill, by their path; lists cannot come from a row. */
function cellVariables(variables: readonly Variable[], prefix = ''): { path: string; variable: Variable }[] {
  return variables.flatMap((variable) => {
    const path = `${prefix}${variable.key}`;
    if (variable.kind === 'group') return cellVariables(variable.members, `${path}.`);
    return variable.kind === 'list' ? [] : [{ path, variable }];
  });
}

/** `home.city` reads `Home, city`. */
const variableLabel = (path: string) =>
  path
    .split('.')
    .map((key, index) => (index === 0 ? labelOf(key) : labelOf(key).toLowerCase()))
    .join(', ');

export const roleLabel = ({ id, label }: Role) => label ?? id;

const IGNORED = ['ignore', 'Leave out'] as const;

/** What a column can mean, by the words of the API, with a label. */
export const meaningOptions = (
  roles: readonly Role[],
  variables: readonly Variable[],
): (readonly [string, string])[] => [
  ...roles.flatMap((role) => [
    [`signers.${role.id}.name`, `${roleLabel(role)}: name`] as const,
    [`signers.${role.id}.email`, `${roleLabel(role)}: email`] as const,
    [`signers.${role.id}.language`, `${roleLabel(role)}: language`] as const,
  ]),
  ...cellVariables(variables).map(({ path }) => [`data.${path}`, variableLabel(path)] as const),
  ['name', 'Name of the document'],
  IGNORED,
];

/** The meanings of all columns and what keeps the service from taking the file. */
export function readColumns(
  { headings }: CsvFile,
  roles: readonly Role[],
  variables: readonly Variable[],
  chosen: Readonly<Record<string, string>>,
) {
  // A blank heading, as after a trailing comma, has no meaning of its own.
  const blank = headings.includes('') ? { '': 'ignore' } : {};
  const wanted = {
    ...blank,
    ...Object.fromEntries(headings.flatMap((one) => (chosen[one] ? [[one, chosen[one]]] : []))),
  };
  const { columns, errors } = columnsOf(
    headings,
    roles.map(({ id }) => id),
    wanted,
  );
  const labels = new Map(meaningOptions(roles, variables));
  const given = new Set(columns.map(({ meaning }) => meaning));
  return {
    columns,
    wanted,
    faults: errors.map(({ message }) =>
      message.replaceAll(/`([^`]+)`/g, (_, meaning: string) => `“${labels.get(meaning) ?? meaning}”`),
    ),
    /** Without them the rows are refused, unless the template does not print them. */
    missing: cellVariables(variables).flatMap(({ path }) => (given.has(`data.${path}`) ? [] : [variableLabel(path)])),
    lists: variables.filter(({ kind }) => kind === 'list').map(({ key }) => labelOf(key)),
  };
}

export type Columns = ReturnType<typeof readColumns>['columns'];

/** What a row says, as the service reads it. */
export const readRow = (columns: Columns, { cells }: CsvRecord, name: string) => contentOf(columns, cells, name);

/** Lines whose cell in this column is empty: it would be printed as nothing. */
export const emptyLines = ({ rows }: CsvFile, column: number): readonly number[] =>
  rows.filter(({ cells }) => (cells[column] ?? '').trim() === '').map(({ line }) => line);

/** A file with the headings that a template needs, and one row of sample data. */
export function sampleFile(roles: readonly Role[], variables: readonly Variable[], sample: unknown): string {
  const places = cellVariables(variables);
  return [
    csvLine([
      ...roles.flatMap(({ id }) => [`${id} name`, `${id} email`]),
      'document',
      ...places.map(({ path }) => path),
    ]),
    csvLine([
      ...roles.flatMap(({ id }) => [`Name of ${id}`, `${id.replaceAll(/[^a-z0-9]/gi, '-').toLowerCase()}@example.com`]),
      '',
      ...places.map(({ path }) => valueAt(sample, path.split('.'))),
    ]),
  ].join('');
}

const valueAt = (value: unknown, [first = '', ...rest]: readonly string[]): unknown => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return '';
  const inner: unknown = Reflect.get(value, first);
  return rest.length === 0 ? inner : valueAt(inner, rest);
};

/** One line of the report of a bulk send. */
export interface ReportLine {
  line: string;
  status: string;
  documentId: string;
  signers: string;
  problem: string;
}

const REPORT_HEADINGS = ['line', 'status', 'documentId', 'signers', 'code', 'problem'];

/** The lines of a report; undefined if the file is not one. */
export function reportIn(csv: string): ReportLine[] | undefined {
  const [head, ...rows] = parseCsv(csv) ?? [];
  if (head?.cells.join() !== REPORT_HEADINGS.join()) return undefined;
  return rows.map(({ cells: [line = '', status = '', documentId = '', signers = '', , problem = ''] }) => ({
    line,
    status,
    documentId,
    signers,
    problem,
  }));
}
