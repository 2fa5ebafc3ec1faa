import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { glyphTexts, type Unit } from '../../src/printing/text-layer/clusters.ts';
import { needsRepair } from '../../src/printing/text-layer/needs-repair.ts';
import { printOverlay } from '../../src/printing/typst-overlay.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { hasPoppler } from '../pdf/pixels.ts';
import { textsIn } from './read-pdf.ts';
import { SCRIPTS } from './scripts.ts';
import { heading, list, paragraph, printed, table } from './trees.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-layer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** White space and marks of direction say where text stands, not what it is. */
const bare = (words: string) =>
  words.normalize('NFC').replace(/[\s\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, '');

type Reader = [name: string, isHere: boolean, read: (pdf: Uint8Array) => Promise<string>];
const READERS: Reader[] = [
  [
    'pdf.js',
    true,
    async (pdf) => {
      // It would take some letters apart, such as those of Lao, whatever the file says.
      const texts = await textsIn(pdf, { disableNormalization: true });
      return bare(texts.map(({ text }) => text).join(''));
    },
  ],
  [
    'pdftotext (needs Poppler)',
    hasPoppler,
    async (pdf) => {
      const file = join(folder, 'read.pdf');
      writeFileSync(file, pdf);
      return bare(execFileSync('pdftotext', ['-q', file, '-'], { encoding: 'utf8' }));
    },
  ],
];

const occurrences = (text: string, words: string) => text.split(bare(words)).length - 1;

describe.each(some(SCRIPTS, 4))('text in %s', (_language, words) => {
  describe.each(READERS)('is extracted by %s as it was written,', (_name, isHere, read) => {
    test.runIf(isHere)('printed', async () => {
      const { pdf } = await printed(
        typstPrinter,
        heading(4, words),
        paragraph(words),
        list(1, [paragraph(words)]),
        table(['Text'], [[words]]),
      );

      expect(occurrences(await read(pdf), words)).toBe(4);
    });

    test.runIf(isHere)('stamped', async () => {
      const box = { x: 20, y: 20, width: 900, height: 30, fontSize: 12, multiline: false };

      const pdf = await printOverlay([{ width: 1_000, height: 80, texts: [{ ...box, text: words }] }]);

      expect(await read(pdf)).toBe(bare(words));
    });
  });
});

test('text layer: pdf.js extracts a line of several scripts and directions in its order', async () => {
  const words = 'العقد بين Blue Ltd و شركة الثقة رقم 2026 (مادة 3).';

  const { pdf } = await printed(typstPrinter, paragraph(words));

  const read = (await textsIn(pdf)).filter(({ y }) => y < 700).map(({ text }) => text);
  expect(bare(read.join(''))).toBe(bare(words));
});

describe.each(READERS)('text layer: %s', (_name, isHere, read) => {
  test
    .runIf(isHere)
    .each(['العقد رقم 2026', 'المبلغ 12.50 ورقم 17', 'المادة 3 من 2026', 'המחיר הוא 1,250 ש״ח', 'חוזה 17'])(
    'extracts the numbers of %s in their places',
    async (words) => {
      const { pdf } = await printed(typstPrinter, heading(2, words), paragraph(words), table(['-'], [[words]]));

      expect(occurrences(await read(pdf), words)).toBe(3);
    },
  );
});

test('text layer: plain text is left as Typst wrote it', async () => {
  const words = 'The office, Łódź, Ελλάς, Україна, 合同, 契約書を, 계약서';
  const { pdf } = await printed(typstPrinter, paragraph(words));

  expect(needsRepair(words, pdf)).toBe(false);
  expect(needsRepair(`${words} العقد`, pdf)).toBe(true);
});

/** Glyphs by code and advance; each unit of an item of its own unless told otherwise. */
const unit = (text: string, item: number, ...glyphs: [code: number, advance: number][]): Unit => ({
  text,
  item,
  glyphs: glyphs.map(([code, advance]) => ({ code, advance })),
});
const reading = (...units: Unit[]) => [...glyphTexts(units).values()].map((text) => text ?? '·');

test.each<[string, Unit[], string[]]>([
  ['a letter twice', [unit('a', 0, [1, 5]), unit('a', 0, [1, 5])], ['a', 'a']],
  ['a letter and its dots', [unit('ث', 0, [9, 0]), unit('ث', 1, [1, 5])], ['·', 'ث']],
  [
    'a letter with dots twice, in two shapes',
    [unit('ث', 0, [9, 0]), unit('ث', 1, [1, 5]), unit('ث', 2, [9, 0]), unit('ث', 3, [2, 5])],
    ['·', 'ث', '·', 'ث'],
  ],
  [
    'a syllable around its mark',
    [unit('र्या', 0, [1, 5]), unit('र्या', 1, [9, 0]), unit('र्या', 2, [2, 3])],
    ['र्य', '·', 'ा'],
  ],
  [
    'the same syllable twice',
    [1, 3].flatMap((item) => [unit('कं', item, [1, 5]), unit('कं', item + 1, [9, 0])]),
    ['कं', '·', 'कं', '·'],
  ],
  ['letters that run from the right', [unit('שָ', 0, [9, 0], [1, 5])], ['·', '\u{5b8}ש']],
  ['a mark alone', [unit('\u{301}', 0, [9, 0])], ['\u{301}']],
  ['more glyphs than characters', [unit('কো', 0, [1, 3], [2, 5], [3, 3])], ['ক', 'ে', 'া']],
])('text layer: %s is extracted once per occurrence', (_case, units, texts) => {
  expect(reading(...units)).toEqual(texts);
});
