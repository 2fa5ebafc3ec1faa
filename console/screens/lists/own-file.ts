import { delimiterOf, parseCsv } from '@assay/foundation/csv';
import type { OwnColumn } from '@assay/watchlist/own-columns';

/** As the service accepts them. */
export const OWN_FILES = ['.csv', '.ndjson', '.jsonl', '.json'] as const;

const HEAD_BYTES = 64 * 1024;
const SHOWN_ROWS = 3;
const SHOWN_CHARACTERS = 200;

/** The beginning of a file for an own list. Only a CSV file has headings. */
export interface OwnHead {
  headings: readonly string[] | null;
  rows: readonly { line: number; cells: readonly string[] }[];
}

/** The first rows of a file, or why it cannot be read. The service checks the whole file. */
export async function headOf(file: File): Promise<OwnHead | { fault: string }> {
  if (file.size === 0) return { fault: `${file.name} is empty. It was not sent.` };
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return headIn(file.name, bytes, file.size <= HEAD_BYTES);
}

export function headIn(name: string, bytes: Uint8Array, isWhole: boolean): OwnHead | { fault: string } {
  const text = decoded(bytes);
  const lines = (isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1)).replace(/^\ufeff/, '');
  return /\.csv$/i.test(name) ? csvHead(lines) : jsonHead(lines);
}

/** As spreadsheets save it: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function csvHead(text: string): OwnHead | { fault: string } {
  const [head, ...rows] = parseCsv(text, delimiterOf(text)) ?? [];
  if (!head)
    return { fault: 'The headings cannot be read: a quotation mark is never closed, or the file has no text.' };
  if (rows.length === 0) return { fault: 'The file has no rows after its headings.' };
  return { headings: head.cells.map((heading) => heading.trim()), rows: rows.slice(0, SHOWN_ROWS) };
}

function jsonHead(text: string): OwnHead | { fault: string } {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() ? [{ line: index + 1, text: line }] : []));
  if (lines.length === 0) return { fault: 'The file has no lines.' };
  return {
    headings: null,
    rows: lines.slice(0, SHOWN_ROWS).map(({ line, text: one }) => ({ line, cells: [nameIn(one)] })),
  };
}

/** Who a line is about: a row, or an entity of FollowTheMoney. */
function nameIn(line: string): string {
  try {
    const { name, caption, schema, properties } = JSON.parse(line);
    const found = name ?? caption ?? properties?.name?.[0];
    if (found === undefined) return schema ? `${schema}, which belongs to another line` : 'There is no name.';
    return String(schema ? `${found} (${schema})` : found).slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'The line is no JSON object.';
  }
}

/** What a column of an own list can be, as people read it. */
export const FIELDS: Readonly<Record<OwnColumn, string>> = {
  id: 'Id',
  name: 'Name',
  kind: 'Kind: person, entity or vessel',
  aliases: 'Other names',
  weakAliases: 'Weak other names',
  dateOfBirth: 'Date of birth',
  placeOfBirth: 'Place of birth',
  gender: 'Gender',
  nationality: 'Nationality',
  identifiers: 'Identifiers, as kind:value',
  identifierKind: 'Kind of identifier',
  identifierValue: 'Identifier',
  identifierCountry: 'Country of identifier',
  emails: 'Email addresses',
  addresses: 'Addresses',
  measures: 'Measures',
  programme: 'Programme',
  listedOn: 'Listed on',
  endsOn: 'Ends on',
  remarks: 'Remarks',
  ignore: 'Leave out',
};

/** The service takes no other characters in the name of a file. */
export const uploadName = (name: string) => name.replaceAll(/[^\w.-]/g, '_').replace(/^[^A-Za-z0-9]+/, '');

/** The key of a new list, from its name. */
export const keyFor = (name: string) =>
  `own_${name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 36)}`;

export const isOwnKey = (key: string) => /^own_[a-z0-9_]{1,36}$/.test(key);
