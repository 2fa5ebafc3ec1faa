import { columnsOf, contentOf } from '@assay/agreements/bulk-columns';
import { refused } from '@assay/foundation';
import { delimiterOf, parseCsv } from '@assay/foundation/csv';
import { BULK_ROWS } from '../limits.ts';
import type { Template } from '../template.ts';
import type { BulkRow } from './bulk-send.ts';

interface Wanted {
  csv: string;
  columns?: Record<string, string> | undefined;
  name?: string | undefined;
}

/** The rows of a file, and the meaning of its columns. A file whose columns do not fit the template is refused. */
export function readRows(
  { name: templateName, signerRoles }: Pick<Template, 'name' | 'signerRoles'>,
  { csv, columns: wanted, name = templateName }: Wanted,
): { rows: BulkRow[]; columns: Record<string, string> } {
  const records = parseCsv(csv, delimiterOf(csv));
  if (!records) throw refused('invalid_csv', 'A quotation mark in the file is never closed.');
  const [head, ...rest] = records;
  if (!head || rest.length === 0) throw refused('no_rows', 'The file has no rows after its headings.');
  if (rest.length > BULK_ROWS)
    throw refused('too_many_rows', `The file has ${rest.length} rows. Send at most ${BULK_ROWS} at once.`);
  const headings = head.cells.map((heading) => heading.trim());
  const roles = signerRoles.map(({ id }) => id);
  const { columns, errors } = columnsOf(headings, roles, wanted);
  if (errors.length > 0) throw refused('invalid_columns', 'The columns do not fit the template. See `errors`.', errors);
  return {
    rows: rest.map(({ line, cells }) => ({
      line,
      ...(cells.length > headings.length && {
        error: `The row has ${cells.length} cells, and there are ${headings.length} headings.`,
      }),
      ...contentOf(columns, cells, name),
    })),
    columns: Object.fromEntries(columns.map(({ heading, meaning }) => [heading, meaning])),
  };
}
