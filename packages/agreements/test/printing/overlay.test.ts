import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { type OverlayText, printOverlay, uncoveredIn } from '../../src/printing/typst-overlay.ts';
import { fontsIn, plain, textsIn } from './read-pdf.ts';

/** Capitals of our fonts are this high, in sizes of the font. */
const CAPITALS = 0.714;
const BOX = { x: 100, y: 200, width: 200, height: 30, fontSize: 12, multiline: false };
const LETTER = { width: 612, height: 792 };

const overlay = (...texts: (Partial<OverlayText> & { text: string })[]) =>
  printOverlay([{ ...LETTER, texts: texts.map((one) => ({ ...BOX, ...one })) }]);

/** What stands on each line, from the top, and where the line begins. */
async function linesOf(pdf: Uint8Array) {
  const lines = new Map<number, { text: string; x: number; y: number }>();
  for (const { text, x, y } of await textsIn(pdf)) {
    const key = Math.round(y);
    const line = lines.get(key) ?? { text: '', x, y };
    lines.set(key, { ...line, text: line.text + plain(text), x: Math.min(line.x, x) });
  }
  return [...lines.values()].sort((a, b) => a.y - b.y);
}

test.each([
  [12, 30],
  [9, 15],
  [6, 60],
])('overlay: a line of %d pt stands 4 pt from the left, centred in %d pt', async (fontSize, height) => {
  const [line] = await linesOf(await overlay({ text: 'Hxmn', fontSize, height }));

  expect(Math.abs((line?.x ?? 0) - 104)).toBeLessThan(0.5);
  expect(Math.abs((line?.y ?? 0) - (200 + height / 2 + (CAPITALS * fontSize) / 2))).toBeLessThan(0.5);
});

test.each([
  ['Latin', 'A value that is wider than its box and the page it stands on. '.repeat(5)],
  ['Chinese', '合同双方同意'.repeat(30)],
  ['several lines', 'one\ntwo\r\nthree'],
])('overlay: a single line is never wrapped or shrunk: %s', async (_case, text) => {
  // A reader tells nothing of what lies beyond the page, so this one is wide.
  const pdf = await printOverlay([{ width: 6_000, height: 792, texts: [{ ...BOX, text }] }]);

  const lines = await linesOf(pdf);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.text).toBe(plain(text));
  expect(Math.abs((lines[0]?.x ?? 0) - 104)).toBeLessThan(0.5);
});

test('overlay: several lines wrap to the width from the top, and lines beyond the height are dropped', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`);

  const pdf = await overlay({ text: words.join(' '), height: 60, multiline: true });

  const lines = await linesOf(pdf);
  expect(lines).toHaveLength(4);
  for (const { x, width } of await textsIn(pdf)) expect(x + width).toBeLessThan(300.5);
  for (const { x } of lines) expect(Math.abs(x - 104)).toBeLessThan(0.5);
  expect(lines[0]?.y).toBeLessThan(216);
  expect(lines[3]?.y).toBeLessThan(260);
  // What is left is the beginning, and nothing of what was dropped is in the file.
  const kept = lines.map(({ text }) => text).join('');
  expect(words.join('').startsWith(kept)).toBe(true);
  expect(kept).not.toContain('word30');
});

test.each([
  ['a word wider than the box', 'abcdefghij'.repeat(30), 4],
  ['lines of its own', 'one\n\nthree\nfour\nfive', 4],
  ['Japanese', '契約書を確認する'.repeat(20), 4],
])('overlay: several lines hold %s', async (_case, text, count) => {
  const lines = await linesOf(await overlay({ text, height: 60, multiline: true }));

  const last = lines.at(-1);
  expect(Math.round(((last?.y ?? 0) - (lines[0]?.y ?? 0)) / (1.2 * 12)) + 1).toBe(count);
  expect(plain(text).startsWith(lines.map((line) => line.text).join(''))).toBe(true);
});

test('overlay: a box too low for one line stays empty', async () => {
  expect(await linesOf(await overlay({ text: 'x', height: 10, multiline: true }))).toEqual([]);
});

test.each([
  ['Arabic', 'مرحبا John 123', 'NotoSansArabic'],
  ['Hebrew', 'שלום', 'NotoSansHebrew'],
  ['Korean', '홍길동', 'NotoSansKR'],
  ['Devanagari', 'नमस्ते', 'NotoSans-'],
])('overlay: %s is set in its own font, aligned left', async (_script, text, font) => {
  const pdf = await overlay({ text });

  expect((await fontsIn(pdf)).some(({ name, isEmbedded }) => isEmbedded && name.includes(font))).toBe(true);
  const [line] = await linesOf(pdf);
  expect(Math.abs((line?.x ?? 0) - 104)).toBeLessThan(0.5);
});

test('overlay: a right-to-left value shows its parts in that order', async () => {
  const texts = await textsIn(await overlay({ text: 'שלום John' }));

  const john = texts.find(({ text }) => text.includes('John'));
  const hebrew = texts.find(({ text }) => /\p{Script=Hebrew}/u.test(text));
  expect(john?.x).toBeLessThan(hebrew?.x ?? 0);
});

test('overlay: each page has its own size and contains only the values', async () => {
  const sizes = [LETTER, { width: 300.5, height: 200.25 }, { width: 841.89, height: 595.28 }];

  const pdf = await printOverlay(
    sizes.map((size, index) => ({
      ...size,
      texts: index === 1 ? [] : [{ ...BOX, text: `page${index}` }],
    })),
  );

  const document = await PDFDocument.load(pdf);
  for (const [index, page] of document.getPages().entries()) {
    expect(page.getWidth()).toBeCloseTo(sizes[index]?.width ?? 0, 1);
    expect(page.getHeight()).toBeCloseTo(sizes[index]?.height ?? 0, 1);
  }
  expect((await textsIn(pdf)).map(({ page, text }) => [page, text])).toEqual([
    [1, 'page0'],
    [3, 'page2'],
  ]);
});

test('overlay: values are never interpreted as markup, and the output is deterministic', async () => {
  const text = '#panic("x") *b* $y$ @z \\ <b>&amp;</b>';

  const first = await overlay({ text });

  expect((await linesOf(first))[0]?.text).toBe(plain(text));
  expect(Buffer.compare(first, await overlay({ text }))).toBe(0);
});

test('overlay: a value that no font covers is not printed', async () => {
  expect(uncoveredIn('Ann 😀')).toEqual(['😀']);
  await expect(overlay({ text: 'Ann 😀' })).rejects.toThrow('no font covers');
});

test.each([
  ['center', (width: number) => 100 + (200 - width) / 2],
  ['right', (width: number) => 300 - 4 - width],
] as const)('overlay: a form that declares %s alignment keeps it', async (alignment, startOf) => {
  const pdf = await overlay({ text: 'Привет', alignment, color: '#0000ff' });

  const [text] = await textsIn(pdf);
  expect(Math.abs((text?.x ?? 0) - startOf(text?.width ?? 0))).toBeLessThan(0.5);
});
