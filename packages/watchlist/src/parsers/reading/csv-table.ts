import { csvRows } from './csv-rows.ts';
import type { FileLimits } from './file-limits.ts';
import { unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';

export type CsvRow = Readonly<Record<string, string>>;

export interface TableLayout {
  /** Required column names; without them it is another file. */
  required: readonly string[];
  delimiter?: string;
  /** Lines before the header, where some publishers state their date. */
  onPreamble?: (line: string) => void;
}

const MOST_PREAMBLE_ROWS = 3;

export const csvTable = (file: ListFile, limits: FileLimits, layout: TableLayout) =>
  tableRows(csvRows(file, limits, layout.delimiter), file.name, layout);

/**
 * Rows by column name. A row whose number of cells differs from the header is `undefined`, but a
 * short one at the very end means that the file was truncated.
 */
export async function* tableRows(
  rows: AsyncIterable<string[]>,
  fileName: string,
  layout: TableLayout,
): AsyncGenerator<CsvRow | undefined> {
  let header: string[] | undefined;
  let isLastShort = false;
  let preambleRows = 0;
  for await (const cells of rows) {
    if (!header) {
      const names = cells.map((cell) => cell.trim());
      if (layout.required.every((name) => names.includes(name))) header = names;
      else layout.onPreamble?.(cells.join(','));
      preambleRows += 1;
      if (preambleRows > MOST_PREAMBLE_ROWS) break;
      continue;
    }
    isLastShort = cells.length < header.length;
    yield cells.length === header.length ? rowOf(header, cells) : undefined;
  }
  if (!header) unreadable('unexpected_format', `${fileName} has no column "${layout.required[0]}".`);
  if (isLastShort) unreadable('truncated', `${fileName} ends in the middle of a row.`);
}

const rowOf = (header: readonly string[], cells: readonly string[]): CsvRow =>
  Object.fromEntries(header.map((name, at) => [name, (cells[at] ?? '').trim()]));
