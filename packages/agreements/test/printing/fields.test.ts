import { afterAll, describe, expect, test as vitestTest } from 'vitest';
import { renderSource } from '../../src/markdown/render-source.ts';
import { killBrowser } from '../../src/printing/chromium/browser.ts';
import { PAGES } from '../../src/printing/page.ts';
import type { FieldPlace, Printed, Printer } from '../../src/printing/printer.ts';
import { printers } from './printers.ts';
import { type PlacedText, textsIn } from './read-pdf.ts';

afterAll(killBrowser);

const testWhen = (isHere: boolean) => vitestTest.runIf(isHere);

async function printedFrom(printer: Printer, source: string): Promise<Printed> {
  const rendered = renderSource({ source, data: {}, signerNames: new Map([['a', 'Ada Example']]) });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
  const printed = await printer.print({ tree: rendered.tree, pageSize: 'A4', title: 'Test' });
  if ('code' in printed) throw new Error(JSON.stringify(printed));
  return printed;
}

const FIELDS = `# Lease

I, ::field{type=text, role=a}, born on ::field{type=date, role=a}, agree to all of this, which is long
enough for several lines, with ::field{type=initials, role=a} at its end and ::field{type=text, role=a} after.

- ::field{type=checkbox, role=a} I keep pets, namely ::field{type=text, role=a, width=300}.
- ::field{type=dropdown, role=a, options="x; y"}

| Clause | Choice |
|---|---|
| Plan | ::field{type=checkbox, role=a} Basic ::field{type=checkbox, role=a} Plus |
| Remarks of the tenant | ::field{type=text, role=a, multiline=true, width=400} |

::signature{role=a, name=true, title=true, date=true, place=true}
`;

const overlap = (one: FieldPlace, other: FieldPlace) =>
  one.pageNumber === other.pageNumber &&
  one.xPosition < other.xPosition + other.width &&
  other.xPosition < one.xPosition + one.width &&
  one.yPosition < other.yPosition + other.height &&
  other.yPosition < one.yPosition + one.height;

/** From the height of small letters to the baseline, where no box may be. */
const covers = ({ pageNumber, xPosition, yPosition, width, height }: FieldPlace, text: PlacedText) =>
  text.page === pageNumber &&
  text.x < xPosition + width - 0.5 &&
  text.x + text.width > xPosition + 0.5 &&
  text.y - 4 < yPosition + height &&
  text.y > yPosition + 0.5;

describe.each(printers)('%s: fields', (_name, printer, isHere) => {
  const test = testWhen(isHere);

  test('boxes lie within the page and overlap neither text nor other boxes', { tags: 'full' }, async () => {
    const { pdf, fields, signatures } = await printedFrom(printer, FIELDS);
    const texts = (await textsIn(pdf)).filter(({ text }) => text.trim() !== '');

    expect(fields.map(({ id }) => id)).toEqual(fields.map((_, index) => `f${index + 1}`));
    expect(fields).toHaveLength(13);
    const { width, height } = PAGES.A4;
    for (const [index, field] of fields.entries()) {
      expect(field.xPosition).toBeGreaterThanOrEqual(61.9);
      expect(field.xPosition + field.width).toBeLessThanOrEqual(width - 61.9);
      expect(field.yPosition + field.height).toBeLessThanOrEqual(height - 61.9);
      expect(texts.filter((text) => covers(field, text))).toEqual([]);
      const others = [...fields.slice(index + 1), ...signatures.map(({ role, ...place }) => ({ id: role, ...place }))];
      expect(others.filter((other) => overlap(field, other))).toEqual([]);
    }
    expect(texts.map(({ text }) => text).join('')).toContain('Ada Example');
  });

  test('a value in a line of text stands on its baseline', async () => {
    const { pdf, fields } = await printedFrom(printer, FIELDS);
    const line = (await textsIn(pdf)).find(({ text }) => text.startsWith('I,'));
    const [first] = fields;

    // 10.5 pt letters, of which capitals are 0.714 high, in the middle of the box.
    const baseline = (first?.yPosition ?? 0) + (17.5 + 10.5 * 0.714) / 2;
    expect(Math.abs(baseline - (line?.y ?? 0))).toBeLessThan(1);
  });

  test('a signature with lines is neither alone on its page nor split', async () => {
    for (let lines = 24; lines <= 36; lines += 3) {
      const source = `${'A paragraph.\n\n'.repeat(lines)}Signed by:\n\n::signature{role=a, name=true, title=true, date=true, place=true}`;
      const { pdf, fields, signatures } = await printedFrom(printer, source);
      const texts = await textsIn(pdf);
      const [signature] = signatures;
      const before = texts.find(({ text }) => text.startsWith('Signed by'));

      expect(before?.page).toBe(signature?.pageNumber);
      expect(new Set(fields.map(({ pageNumber }) => pageNumber))).toEqual(new Set([signature?.pageNumber]));
    }
  });
});
