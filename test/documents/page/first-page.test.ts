import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '#packages/agreements/src/markdown/tree.ts';
import { printerOf } from '#packages/agreements/src/printing/choose-printer.ts';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';

const browser = signersBrowser();
const A4 = { width: 595.28, height: 841.89 };

describe.skipIf(!chromiumPath)('first page of the signing page (needs Chromium)', () => {
  test.each(some(Object.entries(DEVICES), 1))(
    'the preview is shown before the PDF is loaded, and nothing can be filled or finished until then: %s',
    async (_name, device) => {
      const stub = await browser.start(aState(everyKind()));
      const release = stub.hold(/^GET \/pdf$/);
      const visit = await browser.visit(stub, device);
      const { page, button, field } = visit;
      const sheet = page.locator('.sheet').first();
      await page.locator('.sheet.previewed > img.preview').waitFor();

      await page.getByText('Loading the rest of the document…').waitFor();
      const early = await sheet.boundingBox();
      expect(await field('Full name').isVisible()).toBe(true);
      expect(await field('Full name').evaluate('(input) => { input.focus(); }')).toBeUndefined();
      expect(await focusedName(page)).not.toContain('Full name');
      expect(await button('Finish').isVisible()).toBe(false);
      expect(await page.locator('.sheet').nth(1).locator('.fields').isVisible()).toBe(false);
      await expectAccessible(page);

      release();
      await page.locator('.sheet.drawn').first().waitFor();
      await eventually(() => page.locator('.preview').count()).toBe(0);
      expect(await sheet.boundingBox()).toEqual(early);
      expect(await page.locator('.loading').count()).toBe(0);
      await button('Finish').waitFor();
      await field('Full name').fill('Ada Lovelace');
      // Loaded ahead by the frame of the page, and not a second time.
      expect(stub.asked.filter((line) => line === 'GET /preview')).toHaveLength(1);
      expectQuiet(visit);
    },
  );

  test('a first page that cannot be drawn as a preview is shown with the PDF', async () => {
    const stub = await browser.start(aState(everyKind()), { preview: null });
    const release = stub.hold(/^GET \/pdf$/);
    const visit = await browser.visit(stub, DEVICES.phone);
    const { page, field } = visit;
    await page.getByText('Loading the document…').waitFor();
    await eventually(() => page.locator('.preview').count()).toBe(0);

    expect(await field('Full name').isVisible()).toBe(false);

    release();
    await page.locator('.sheet.drawn').first().waitFor();
    await field('Full name').fill('Ada Lovelace');
    expectQuiet(visit);
  });

  test('the preview stays while a PDF that failed is loaded again', { tags: 'full' }, async () => {
    const stub = await browser.start(aState(everyKind()));
    stub.fail(/^GET \/pdf$/, 500);
    const { page, button } = await browser.visit(stub, DEVICES.phone);
    await page.locator('.sheet.previewed').waitFor();

    await button('Try again').click();

    await page.locator('.sheet.drawn').first().waitFor();
    await button('Finish').waitFor();
  });
});

describe.skipIf(!chromiumPath)('structure of a tagged PDF (needs Chromium)', () => {
  test('headings, lists and tables have their roles, and words keep their positions', async () => {
    const state = aState([aField({ fieldType: 'text', label: 'Name', yPosition: 600 })]);
    state.document.pages = [A4];
    const stub = await browser.start(state, { pdf: await aTaggedPdf() });
    const { page } = await browser.visit(stub);
    await page.locator('.sheet.drawn .structure').waitFor({ state: 'attached' });

    const tree = await accessibleTree(page);
    expect(tree).toContain('heading 1 "Supply agreement"');
    expect(tree).toContain('heading 2 "Prices"');
    const roles = tree.map((line) => line.split(' ')[0]);
    expect(roles.filter((role) => role === 'listitem')).toHaveLength(2);
    expect(roles.filter((role) => role === 'row')).toHaveLength(3);
    expect(tree.filter((line) => /^(columnheader|cell) /.test(line))).toEqual([
      'columnheader "Item"',
      'columnheader "Price"',
      'cell "Paper"',
      'cell "12.50"',
      'cell "Ink"',
      'cell "7.00"',
    ]);
    // What is read first comes first, and no word is read twice.
    expect(tree.indexOf('heading 2 "Prices"')).toBeLessThan(roles.indexOf('table'));
    expect(tree.filter((line) => line === 'StaticText "Prices"')).toHaveLength(1);

    const sheet = await page.locator('.sheet').boundingBox();
    const word = await page.getByText('Supply agreement').boundingBox();
    expect((word?.x ?? 0) - (sheet?.x ?? 0)).toBeGreaterThan(50);
    expect((word?.y ?? 0) - (sheet?.y ?? 0)).toBeGreaterThan(50);
    expect(word?.width).toBeGreaterThan(150);
    await expectAccessible(page);
  });
});

async function aTaggedPdf(): Promise<Uint8Array> {
  const at = { line: 1, column: 1 };
  const text = (words: string): Inline => ({ kind: 'text', text: words, at });
  const paragraph = (words: string): Block => ({ kind: 'paragraph', children: [text(words)] });
  const cells = (...words: string[]) => words.map((word) => [text(word)]);
  const blocks: Block[] = [
    { kind: 'heading', level: 1, children: [text('Supply agreement')] },
    paragraph('The parties agree as follows.'),
    { kind: 'heading', level: 2, children: [text('Prices')] },
    { kind: 'list', start: 1, isTight: true, items: [[paragraph('One.')], [paragraph('Two.')]] },
    {
      kind: 'table',
      alignments: [null, null],
      head: cells('Item', 'Price'),
      rows: [cells('Paper', '12.50'), cells('Ink', '7.00')],
    },
  ];
  const printed = await printerOf('typst').print({ pageSize: 'A4', title: 'Supply agreement', tree: { blocks } });
  if ('code' in printed) throw new Error(printed.code);
  return printed.pdf;
}

interface AccessibleNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
}

/** What Chromium tells a screen reader, in its order: role, level of a heading, name. */
async function accessibleTree(page: Page): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  const answer = await devTools.send('Accessibility.getFullAXTree');
  const nodes = answer.nodes as AccessibleNode[];
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const linesOf = (node: AccessibleNode | undefined): string[] => {
    if (!node) return [];
    const level = node.properties?.find(({ name }) => name === 'level')?.value.value;
    const role = [node.role?.value, ...(node.role?.value === 'heading' ? [level] : [])].join(' ');
    const line = `${role} "${node.name?.value.trim() ?? ''}"`;
    const below = (node.childIds ?? []).flatMap((id) => linesOf(byId.get(id)));
    return node.ignored ? below : [line, ...below];
  };
  return linesOf(nodes[0]);
}
