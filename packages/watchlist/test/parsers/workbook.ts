import { strToU8, zipSync } from 'fflate';

/** A ZIP file of these members. */
export const zip = (members: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]))));

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const inline = (text: string) =>
  text ? `<x:c t="inlineStr"><x:is><x:t>${escaped(text)}</x:t></x:is></x:c>` : '<x:c />';

/** A workbook as the bank's page exports it: texts inline, no references, trailing cells left out. */
export const exportedWorkbook = (rows: readonly string[][]): Buffer =>
  zip({
    'xl/worksheets/sheet.xml': `<?xml version="1.0"?><x:worksheet xmlns:x="urn:x"><x:sheetData>${rows
      .map((cells) => `<x:row>${cells.map(inline).join('')}</x:row>`)
      .join('')}</x:sheetData></x:worksheet>`,
  });
