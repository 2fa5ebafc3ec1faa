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
