import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import {
  FAMILIES,
  FAMILY_KEYS,
  type FontFamily,
  fontFile,
} from '#shared/documents/printing/fonts.ts';
import { packRanges, rangesOf } from '#shared/documents/printing/packed-ranges.ts';

/**
 * node bin/font-coverage.ts: records which characters our fonts have and how wide they are, so that
 * functions need not open fifty megabytes of fonts. Run it when a font's version changes.
 */
const TABLE = fileURLToPath(new URL('../shared/documents/printing/font-table.ts', import.meta.url));
const PARTS_OF_EM = 16;

/** A character counts if every face of the family has it; its width is that of the widest face. */
function advancesOf(family: FontFamily): Map<number, number> {
  const fonts = family.weights.map((weight) => {
    const font = openSync(fontFile(family, weight));
    if (!('glyphForCodePoint' in font)) throw new Error(`${font.type} holds several fonts.`);
    return font;
  });
  const advances = new Map<number, number>();
  for (const codePoint of fonts[0]?.characterSet ?? []) {
    if (!fonts.every((font) => font.hasGlyphForCodePoint(codePoint))) continue;
    const widths = fonts.map((font) => advanceOf(font, codePoint) / font.unitsPerEm);
    advances.set(codePoint, Math.ceil(Math.max(...widths) * PARTS_OF_EM));
  }
  return advances;
}

/** From the `hmtx` table: `advanceWidth` also reads the outline, and fails on some empty glyphs. */
function advanceOf(font: Font, codePoint: number): number {
  const { metrics } = (font as unknown as { hmtx: HorizontalMetrics }).hmtx;
  const { id } = font.glyphForCodePoint(codePoint);
  return metrics.get(Math.min(id, metrics.length - 1)).advance;
}

interface HorizontalMetrics {
  metrics: { length: number; get: (index: number) => { advance: number } };
}

export function fontTable(): string {
  const lines = FAMILY_KEYS.map(
    (key) => `  ${key}: '${packRanges(rangesOf(advancesOf(FAMILIES[key])))}',`,
  );
  return `${[
    "import type { FamilyKey } from './fonts.ts';",
    '',
    '/** Made by bin/font-coverage.ts. Which characters a family has, and how many parts of an em each takes. */',
    `export const PARTS_OF_EM = ${PARTS_OF_EM};`,
    '',
    '// biome-ignore format: a line a family',
    'export const FONT_TABLE: Record<FamilyKey, string> = {',
    ...lines,
    '};',
  ].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TABLE, fontTable());
