/** One line of CSV (RFC 4180). */
export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\n`;

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a text that begins like this as a formula. For texts that come from others. */
export const withoutFormula = (text: string) => (/^[=+@\t\r-]/.test(text) ? `'${text}` : text);
