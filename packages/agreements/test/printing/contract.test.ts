import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { walked } from '../../../../test/support/soak.ts';
import { OUTPUT_PAGES } from '../../src/limits.ts';
import { killBrowser } from '../../src/printing/chromium/browser.ts';
import type { PageSize } from '../../src/printing/printer.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { printers } from './printers.ts';
import { actionsIn, fontsIn, linksIn, pagesOf, plain, textsIn, titleOf, wholeText } from './read-pdf.ts';
import { AGREEMENT, AGREEMENT_READS, HOSTILE, WORDS } from './sample-texts.ts';
import {
  code,
  codeBlock,
  heading,
  link,
  list,
  pageBreak,
  paragraph,
  print,
  printed,
  signatures,
  strong,
  table,
  times,
  treeOf,
} from './trees.ts';

afterAll(killBrowser);

const MARGIN = 62;

const JOINS = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

describe.each(printers)('%s', (_name, printer, isHere) => {
  const it = test.runIf(isHere);
  /** Every row for the printer in use, one for the other; all in the full run. */
  const rowsOf = <Row>(rows: Row[]) => (printer === typstPrinter ? rows : walked(rows, (all) => all.slice(0, 1)));

  it('prints every kind of block, in tree order', async () => {
    const { pdf, pages } = await printed(printer, ...AGREEMENT);

    expect(pages).toHaveLength(1);
    expect(await wholeText(pdf)).toBe(plain(AGREEMENT_READS));
    expect(await titleOf(pdf)).toBe('Test');
    expect(new Set(await linksIn(pdf))).toEqual(new Set(['https://example.com/terms?a=1&b=2']));
  });

  it.each<[PageSize, number, number]>([
    ['A4', 595.3, 841.9],
    ['Letter', 612, 792],
  ])('prints on %s', async (pageSize, width, height) => {
    const tree = treeOf(...times(60, () => paragraph(WORDS)));

    const outcome = await printer.print({ tree, pageSize, title: '' });

    if ('code' in outcome) throw new Error(outcome.code);
    expect(outcome.pages.length).toBeGreaterThan(1);
    for (const page of outcome.pages) {
      expect(Math.abs(page.width - width)).toBeLessThan(0.5);
      expect(Math.abs(page.height - height)).toBeLessThan(0.5);
    }
  });

  it('prints page numbers in the footer', async () => {
    const { pdf } = await printed(printer, paragraph('One'), pageBreak, paragraph('Two'));

    const feet = (await textsIn(pdf)).filter(({ y }) => y > 842 - MARGIN);
    expect(plain(feet.map((item) => item.text).join(''))).toBe('1/22/2');
  });

  it('reports where each signature goes: above its label, two of a group next to each other', async () => {
    const { pdf, signatures: places } = await printed(
      printer,
      paragraph(WORDS),
      signatures(['buyer', 'For the buyer'], ['seller', 'For the seller']),
      pageBreak,
      signatures(['witness', null]),
    );

    expect(places.map(({ role, pageNumber }) => [role, pageNumber])).toEqual([
      ['buyer', 1],
      ['seller', 1],
      ['witness', 2],
    ]);
    const texts = await textsIn(pdf);
    const labels = { buyer: 'For the buyer', seller: 'For the seller', witness: 'witness' };
    for (const place of places) {
      const [first = ''] = labels[place.role as keyof typeof labels].split(' ');
      const label = texts.find(
        ({ text, page, x }) => page === place.pageNumber && text.startsWith(first) && Math.abs(x - place.xPosition) < 1,
      );
      const gap = (label?.y ?? 0) - (place.yPosition + place.height);
      expect(gap).toBeGreaterThan(5);
      expect(gap).toBeLessThan(16);
      expect([place.width, place.height]).toEqual([200, 50]);
    }
    expect(places[0]?.yPosition).toBe(places[1]?.yPosition);
    expect((places[1]?.xPosition ?? 0) - (places[0]?.xPosition ?? 0)).toBeGreaterThan(200);
    expect(await linksIn(pdf)).toEqual([]);
  });

  it.each(
    rowsOf([
      ['توقيع المستأجر', 'توقيع المالك'],
      ['חתימת השוכר', 'חתימת המשכיר'],
    ]),
  )('places signatures with right-to-left labels from the right: %s', async (tenant, landlord) => {
    const { signatures: places } = await printed(
      printer,
      signatures(['tenant', tenant], ['landlord', landlord]),
      signatures(['witness', tenant]),
    );

    const right = 595.28 - MARGIN - 200;
    const x = Object.fromEntries(places.map(({ role, xPosition }) => [role, xPosition]));
    expect(x.tenant).toBeCloseTo(right, 0);
    expect(x.witness).toBeCloseTo(right, 0);
    expect(right - (x.landlord ?? 0)).toBeGreaterThan(200);
  });

  it('never splits a pair of signatures across pages', async () => {
    for (const lines of times(5, (index) => 39 + index)) {
      const { pdf, signatures: places } = await printed(
        printer,
        ...times(lines, () => paragraph('line')),
        signatures(['buyer', 'Buyer'], ['seller', 'Seller']),
      );

      const label = (await textsIn(pdf)).find(({ text }) => text.startsWith('Buyer'));
      expect(places.map(({ pageNumber }) => pageNumber)).toEqual([label?.page, label?.page]);
      expect(label?.y).toBeLessThan(842 - MARGIN);
    }
  });

  it.each(
    rowsOf([
      ['a paragraph', [paragraph('Signed by:')], /Signedby:$/],
      ['a long paragraph', [paragraph(WORDS.repeat(12))], /EffectiveDate\.$/],
      ['a heading', [heading(2, 'Signatures')], /Signatures$/],
      ['a table', [table(['Annex'], [['One'], ['Two']])], /Two$/],
    ]),
  )('keeps signatures on a page with %s before them', async (_case, before, ending) => {
    const pages = new Set<number>();
    for (const lines of times(8, (index) => 20 + 2 * index)) {
      const { pdf, signatures: places } = await printed(
        printer,
        ...times(lines, () => paragraph('line')),
        ...before,
        signatures(['buyer', 'Buyer'], ['seller', 'Seller']),
      );

      const page = places[0]?.pageNumber ?? 0;
      const [beforeLabel = ''] = ((await pagesOf(pdf))[page - 1] ?? '').split('Buyer');
      expect(beforeLabel).toMatch(ending);
      pages.add(page);
    }
    // Otherwise no case was near the end of the page.
    expect(pages).toEqual(new Set([1, 2]));
  });

  it('prints the title in the header of every page but the first', async () => {
    const { pdf } = await printed(printer, paragraph('One'), pageBreak, paragraph('Two'));

    const heads = (await textsIn(pdf)).filter(({ y }) => y < 50);
    expect(heads.map(({ text, page }) => [text, page])).toEqual([['Test', 2]]);
  });

  it('numbers nested lists as in contracts', async () => {
    const { pdf } = await printed(
      printer,
      list(1, [
        paragraph('one'),
        list(2, [paragraph('two'), list(4, [paragraph('three')])]),
        { kind: 'list', start: 7, delimiter: ')', isTight: true, items: [[paragraph('seven')]] },
      ]),
      list(null, [paragraph('☐ open')], [paragraph('☑ done')]),
    );

    expect(await wholeText(pdf)).toBe('1.one(b)two(iv)threeg)seven☐open☑done');
  });

  it('does not leave a heading alone at the end of a page', { tags: 'full' }, async () => {
    const ends = new Set<number>();
    for (const lines of times(10, (index) => 28 + index)) {
      const { pdf } = await printed(
        printer,
        ...times(lines, () => paragraph('line')),
        heading(2, 'Heading'),
        paragraph(WORDS.repeat(8)),
      );

      const [first = '', second = ''] = await pagesOf(pdf);
      expect(first).not.toMatch(/Heading$/);
      expect(first + second).toContain('HeadingTheSupplier');
      ends.add(first.includes('Heading') ? 1 : 2);
    }
    // Otherwise no case was near the end of the page.
    expect(ends).toEqual(new Set([1, 2]));
  });

  it('repeats the header of a table on every page, within the margins', { tags: 'full' }, async () => {
    const rows = times(90, (index) => [`Row ${index}`, WORDS, 'x'.repeat(120), '1,000.00']);

    const { pdf } = await printed(printer, table(['Number', 'What', 'Code', 'Price'], rows));

    const pages = await pagesOf(pdf);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toMatch(/^NumberWhatCodePriceRow/);
    for (const { x, width } of await textsIn(pdf)) {
      expect(x).toBeGreaterThan(MARGIN - 1);
      expect(x + width).toBeLessThan(595.3 - MARGIN + 1);
    }
    expect(pages.join('').match(/Row\d+/g)).toHaveLength(90);
  });

  it('keeps a table of thirty columns within the margins', async () => {
    const columns = times(30, (index) => `Column ${index}`);

    const { pdf } = await printed(printer, table(columns, [columns.map(() => 'wrapped words')]));

    for (const { x, width } of await textsIn(pdf)) expect(x + width).toBeLessThan(595.3 - MARGIN + 1);
    expect(await wholeText(pdf)).toContain('wrapped');
  });

  it('breaks a word of 100,000 letters instead of exceeding the margin', { tags: 'full' }, async () => {
    const word = 'abcdefghij'.repeat(10_000);

    const { pdf } = await printed(printer, paragraph('Before ', word, ' after'));

    const text = await wholeText(pdf);
    expect(text).toBe(`Before${word}after`);
    for (const { x, width } of await textsIn(pdf)) expect(x + width).toBeLessThan(595.3 - MARGIN + 1);
  });

  it.each(rowsOf(HOSTILE))('prints literally: %s', async (words) => {
    const { pdf, signatures: places } = await printed(
      printer,
      heading(1, words),
      paragraph(words, code(words), link('https://example.com/', words)),
      table([words], [[words]]),
      codeBlock(words),
      signatures(['role', words.slice(0, 80)]),
    );

    const times8 = (await wholeText(pdf)).split(plain(words)).length - 1;
    expect(times8).toBeGreaterThanOrEqual(6);
    expect(places).toHaveLength(1);
    expect(new Set(await linksIn(pdf))).toEqual(new Set(['https://example.com/']));
    expect(await actionsIn(pdf)).toEqual([]);
  });

  it.each(
    rowsOf([
      ['Latin', 'Štěpánka Łódź naïve', 'NotoSans-'],
      ['Greek', 'Ελληνική Δημοκρατία', 'NotoSans-'],
      ['Cyrillic', 'Кириллица Україна', 'NotoSans-'],
      ['Arabic', 'العقد شريعة المتعاقدين', 'NotoSansArabic-'],
      ['Hebrew', 'שלום עולם', 'NotoSansHebrew-'],
      ['Devanagari', 'नमस्ते दुनिया', 'NotoSans-'],
      ['Chinese', '合同双方同意', 'NotoSansSC-'],
      ['Japanese', '契約書を確認する', 'NotoSansJP-'],
      ['Korean', '계약서 확인', 'NotoSansKR-'],
    ]),
  )('prints %s in one of our fonts, embedded as a subset', async (_script, words, font) => {
    const { pdf } = await printed(
      printer,
      paragraph(words),
      paragraph(strong({ kind: 'text' as const, text: words, at: { line: 1, column: 1 } })),
    );

    const fonts = await fontsIn(pdf);
    expect(fonts.some(({ name }) => name.includes(font))).toBe(true);
    for (const { name, isEmbedded } of fonts) {
      expect(name).toMatch(/^[A-Z]{6}\+NotoSans/);
      expect(isEmbedded).toBe(true);
    }
    // Letters that join are made of parts, of which a file tells no letters.
    if (JOINS.test(words)) return;
    const missing = new Set(plain(words)).difference(new Set(await wholeText(pdf)));
    expect([...missing]).toEqual([]);
  });

  it('aligns text to the right if its first letter is right-to-left', async () => {
    const { pdf } = await printed(printer, paragraph('שלום'), paragraph('shalom'), paragraph('1. שלום'));

    const ends = (await textsIn(pdf)).filter(({ y }) => y < 200).map(({ x, width }) => x + width);
    expect(Math.max(...ends)).toBeGreaterThan(595 - MARGIN - 2);
    const latin = (await textsIn(pdf)).find(({ text }) => text.startsWith('shalom'));
    expect(Math.abs((latin?.x ?? 0) - MARGIN)).toBeLessThan(1);
  });

  it('gives the same bytes for the same tree', async () => {
    const blocks = [...AGREEMENT, paragraph('العقد 契約書'), signatures(['a', null], ['b', 'B'])];

    const first = await printed(printer, ...blocks);
    await printed(printer, paragraph('Something else'));
    const second = await printed(printer, ...blocks);

    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    expect(second.signatures).toEqual(first.signatures);
  });

  it('prints fifty pages and rejects one more', async () => {
    const pages = (count: number) => times(count, (index) => [paragraph(`Page ${index}`), pageBreak]).flat();

    const most = await printed(printer, ...pages(OUTPUT_PAGES));
    const beyond = await print(printer, ...pages(OUTPUT_PAGES + 1));

    expect(most.pages).toHaveLength(OUTPUT_PAGES);
    expect(beyond).toEqual({ code: 'too_many_pages', at: { line: 3, column: 7 } });
  });

  it('prints no empty page for a redundant page break', async () => {
    const { pages } = await printed(
      printer,
      pageBreak,
      paragraph('a'),
      pageBreak,
      pageBreak,
      paragraph('b'),
      pageBreak,
    );

    expect(pages).toHaveLength(2);
  });

  it('reports every character without a font, and prints nothing', async () => {
    const outcome = await print(printer, paragraph('Fine, 😀 and ⁂', code('\u{1f680}')), signatures(['a', '𐎀']));

    expect(outcome).toEqual({
      code: 'uncovered_characters',
      findings: [/“😀” \(U\+1F600\), “🚀” \(U\+1F680\)/, /𐎀/].map((message) => ({
        line: 3,
        column: 7,
        message: expect.stringMatching(message),
      })),
    });
  });

  it('rejects more nodes than allowed', async () => {
    const outcome = await print(printer, ...times(25_001, () => paragraph('')));

    expect(outcome).toEqual({ code: 'too_long_to_print' });
  });

  it('makes no network requests', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('asked');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/`;

    const { pdf } = await printed(
      printer,
      paragraph(link(address, 'a link'), `<img src="${address}i"><link rel=stylesheet href="${address}c">`),
      paragraph(`#image("${address}t") @import url(${address}u); <iframe src="file:///etc/hostname">`),
    );
    server.close();

    expect(asked).toEqual([]);
    expect(await wholeText(pdf)).toContain('file:///etc/hostname');
  });
});
