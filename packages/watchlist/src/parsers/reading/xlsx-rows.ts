import type { FileLimits } from './file-limits.ts';
import { unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';
import { childOf, childrenOf, descendants, textOf, type XmlElement } from './xml-element.ts';
import { xmlRecords } from './xml-records.ts';
import { openZip, type ZipArchive } from './zip-archive.ts';

/** The rows of the first sheet of a workbook, each at least as wide as the first. */
export async function* xlsxRows(file: ListFile, limits: FileLimits): AsyncGenerator<string[]> {
  const archive = await openZip(file, limits);
  const shared = await sharedStrings(archive, file.name, limits);
  const sheetName = [...archive.keys()].filter((name) => SHEET.test(name)).toSorted()[0];
  const sheet = sheetName && archive.get(sheetName);
  if (!sheet) return unreadable('unexpected_format', `${file.name} has no sheet.`);

  let width = 0;
  const plan = { roots: ['worksheet'], records: ['row'] };
  for await (const row of xmlRecords(member(file.name, sheet()), limits, plan)) {
    if (row.name !== 'row') continue;
    const cells = cellsOf(row, shared);
    width ||= cells.length;
    yield Array.from({ length: Math.max(width, cells.length) }, (_, at) => cells[at] ?? '');
  }
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

const member = (name: string, bytes: Uint8Array): ListFile => ({
  name,
  chunks: (async function* () {
    yield bytes;
  })(),
});

async function sharedStrings(archive: ZipArchive, name: string, limits: FileLimits) {
  const strings: string[] = [];
  const packed = archive.get('xl/sharedStrings.xml');
  if (!packed) return strings;
  const plan = { roots: ['sst'], records: ['si'] };
  for await (const item of xmlRecords(member(name, packed()), limits, plan))
    if (item.name === 'si') strings.push(runsOf(item));
  return strings;
}

/** A text may come in runs of different styles. */
const runsOf = (element: XmlElement | undefined) =>
  element ? [...descendants(element, 't')].map(({ text }) => text).join('') : '';

const LAST_COLUMN = 16_384;

function cellsOf(row: XmlElement, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of childrenOf(row, 'c')) {
    const at = columnOf(cell.attributes.r) ?? cells.length;
    if (at < LAST_COLUMN) cells[at] = textOfCell(cell, shared);
  }
  return Array.from(cells, (text) => text ?? '');
}

/** `AB12` is in column 27, counted from nought; cells without a reference follow one another. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOfCell(cell: XmlElement, shared: readonly string[]): string {
  if (cell.attributes.t === 's') return shared[Number(textOf(cell, 'v'))] ?? '';
  return cell.attributes.t === 'inlineStr' ? runsOf(childOf(cell, 'is')) : textOf(cell, 'v');
}
