import { deflateRawSync } from 'node:zlib';

/** A ZIP file of these members, as small as the format allows. */
export function zip(members: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(members)) {
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

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
