import { FONT_TABLE, PARTS_OF_EM } from './font-table.ts';
import { FAMILY_KEYS, type FamilyKey } from './fonts.ts';
import { unpackRanges, type ValuedRange, valueAt } from './packed-ranges.ts';

/** Characters of the fonts and their widths, parsed from the table on first use. */
const tables = new Map<FamilyKey, ValuedRange[]>();

function tableOf(family: FamilyKey): ValuedRange[] {
  const known = tables.get(family);
  if (known) return known;
  const table = unpackRanges(FONT_TABLE[family]);
  tables.set(family, table);
  return table;
}

export const hasCharacter = (family: FamilyKey, codePoint: number) => valueAt(tableOf(family), codePoint) !== undefined;

/** A safe width for characters that are not in the table; those are never printed. */
const UNKNOWN_EM = 1;

const widths = { text: new Map<number, number>(), code: new Map<number, number>() };

/** Width of a single character in ems, in its widest face. Joined to others it may be narrower. */
export function widthInEms(codePoint: number, style: 'text' | 'code'): number {
  const known = widths[style].get(codePoint);
  if (known !== undefined) return known;
  const families = style === 'code' ? ['code' as const, ...FAMILY_KEYS] : FAMILY_KEYS;
  const parts = families
    .values()
    .map((family) => valueAt(tableOf(family), codePoint))
    .find((value) => value !== undefined);
  const width = parts === undefined ? UNKNOWN_EM : parts / PARTS_OF_EM;
  widths[style].set(codePoint, width);
  return width;
}
