/** One line of CSV (RFC 4180). */
export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\n`;

/** Semicolons and tabs separate cells in the spreadsheets of many countries, so they are quoted too. */
function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = withoutFormula(Array.isArray(value) ? value.join('; ') : String(value));
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a text that begins like this as a formula, some also after spaces or with full-width characters.
 * An apostrophe before it makes it text. Every text is guarded: ids and references come from others as well.
 */
const withoutFormula = (text: string) => (/^\s*[=+@\-＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text);

export interface CsvRecord {
  /** The line of the file on which it begins, starting at 1. */
  line: number;
  cells: string[];
}

/** Records of a CSV file (RFC 4180) without blank lines; a byte order mark is skipped. Undefined if a quote is never closed. */
export function parseCsv(text: string, delimiter = ','): CsvRecord[] | undefined {
  const records: CsvRecord[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at + 1) : undefined;
    if (cell === null) return undefined;
    const from = cell?.end ?? at;
    let end = from;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
    record.cells.push((cell?.value ?? '') + text.slice(from, end));
    line += cell?.lines ?? 0;
    at = end + 1;
    if (text[end] === delimiter) {
      if (at === text.length) record.cells.push('');
      continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (record.cells.length > 1 || record.cells[0] !== '') records.push(record);
    line += 1;
    record = { line, cells: [] };
  }
  if (record.cells.length > 1 || (record.cells[0] ?? '') !== '') records.push(record);
  return records;
}

/** The text of a quoted cell, where it ends and how many line breaks it has; null if its quote is not closed. */
function quotedCell(text: string, from: number): { value: string; end: number; lines: number } | null {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') {
      const value = text.slice(from, at).replaceAll('""', '"');
      return { value, end: at + 1, lines: (value.match(/\r\n|\r|\n/g) ?? []).length };
    }
  return null;
}

/** The separator of a file: the one that its first line has most often. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((one) => ({ one, count: first.split(one).length }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).one;
}
