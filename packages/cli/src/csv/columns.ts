import { usageError } from '../failure.ts';

/** Which heading of a file has which column of a command. */
export type Columns = ReadonlyMap<string, number>;

interface KnownColumns {
  columns: readonly string[];
  synonyms?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Finds the columns by `--map column=heading`, or by headings that read like the column: `External ID`
 * is `externalId`.
 */
export function columnsOf(
  headings: readonly string[],
  { columns: known, synonyms = {} }: KnownColumns,
  mapped: readonly string[],
): Columns {
  const columns = new Map<string, number>();
  for (const text of mapped) {
    const at = text.indexOf('=');
    const [column, heading] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at < 1 || !known.includes(column))
      throw usageError(`--map takes <column>=<heading>. Columns: ${known.join(', ')}.`);
    const index = headings.indexOf(heading);
    if (index < 0) throw usageError(`The file has no heading "${heading}". Headings: ${headings.join(', ')}.`);
    columns.set(column, index);
  }
  const taken = new Set(columns.values());
  for (const column of known) {
    if (columns.has(column)) continue;
    const index = headings.findIndex(
      (heading, at) =>
        !taken.has(at) &&
        [column, ...(synonyms[column] ?? [])].some((name) => simplified(name) === simplified(heading)),
    );
    if (index >= 0) columns.set(column, index);
  }
  return columns;
}

const simplified = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Reads the cells of a row by column; an empty cell is the same as a missing one. */
export const cellsOf = (columns: Columns, cells: readonly string[]) => (column: string) => {
  const text = cells[columns.get(column) ?? -1]?.trim();
  return text === '' ? undefined : text;
};

export type CsvCell = ReturnType<typeof cellsOf>;

/** Several values in one cell, separated by semicolons. */
export const valuesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
