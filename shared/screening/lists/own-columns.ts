import { parseCsv } from '@assay/foundation/csv';
import { OWN_COLUMNS } from '@assay/watchlist/own-columns';
import * as z from 'zod';

export const OwnColumn = z.enum(OWN_COLUMNS);
export type OwnColumn = z.infer<typeof OwnColumn>;

/** The row that the cells state, not checked yet. */
export function ownRowOfCells(columns: readonly OwnColumn[], cells: readonly string[]): Record<string, unknown> {
  const texts = (column: OwnColumn) =>
    columns.flatMap((one, index) => (one === column ? [(cells[index] ?? '').trim().replace(/\s+/g, ' ')] : []));
  const single = (column: OwnColumn) => texts(column)[0] || undefined;
  const inOrder = (column: OwnColumn) => texts(column).flatMap(separated);
  const several = (column: OwnColumn) => inOrder(column).filter(Boolean);
  const [kinds, countries] = [inOrder('identifierKind'), inOrder('identifierCountry')];
  const identifiers = inOrder('identifierValue').flatMap((value, index) =>
    value || kinds[index]
      ? [{ kind: kinds[index] ?? '', value, ...(countries[index] && { country: countries[index] }) }]
      : [],
  );
  return {
    id: single('id'),
    name: single('name') ?? '',
    kind: single('kind'),
    aliases: several('aliases'),
    weakAliases: several('weakAliases'),
    dateOfBirth: several('dateOfBirth'),
    placeOfBirth: several('placeOfBirth'),
    gender: single('gender'),
    nationality: several('nationality'),
    identifiers: [
      ...identifiers,
      ...several('identifiers'),
      ...several('emails').map((value) => ({ kind: 'email', value })),
    ],
    addresses: several('addresses'),
    measures: several('measures'),
    programme: several('programme'),
    listedOn: single('listedOn'),
    endsOn: single('endsOn'),
    remarks: single('remarks'),
  };
}

/** Values within a cell are separated by semicolons; one with a semicolon is quoted. */
const separated = (cell: string): string[] =>
  (cell.includes('"') ? parseCsv(cell, ';')?.[0]?.cells : undefined)?.map((value) => value.trim()) ??
  cell.split(';').map((value) => value.trim());
