import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { finishPdf } from '../../src/pdf/finish-pdf.ts';
import { printCertificate } from '../../src/printing/typst-certificate.ts';
import { printOverlay } from '../../src/printing/typst-overlay.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { heading, paragraph, printed, table } from '../printing/trees.ts';
import { completionFacts } from './completion-facts.ts';
import { aPdf } from './fixtures.ts';
import { aSigner } from './signer.ts';
import { aStamp } from './stamps.ts';

const { pageCount: _, originalSha256: __, stampedSha256: ___, ...facts } = completionFacts();

/** With its values stamped, its certificate and its seal. */
async function finished(original: Uint8Array) {
  const seal = { reason: 'All have signed.', sealedAt: new Date('2026-03-01T10:20:31Z') };
  const stamps = [aStamp({ value: 'Ada' })];
  const by = { printOverlay, printCertificate, signer: await aSigner() };
  return (await finishPdf({ original, stamps, facts, seal, ...by })).pdf;
}

interface Node {
  role?: string;
  id?: string;
  type?: string;
  children?: Node[];
}

/** Of every page, what its tags say: each heading with its words, and the roles in their order. */
async function tagsOf(pdf: Uint8Array) {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const words = new Map<string, string>();
      /** Marks may stand within marks, of which only some have an id. */
      const open: string[] = [];
      for (const item of items)
        if ('str' in item) {
          const id = open.at(-1) ?? '';
          words.set(id, (words.get(id) ?? '') + item.str);
        } else if (item.type === 'endMarkedContent') open.pop();
        else open.push(item.id ?? open.at(-1) ?? '');
      const roles: string[] = [];
      const headings: string[] = [];
      const spoken: string[] = [];
      const wordsOf = (node: Node): string =>
        (node.id && words.get(node.id)) || (node.children ?? []).map(wordsOf).join('');
      const walk = (node: Node) => {
        if (node.role) roles.push(node.role);
        if (/^H\d$/.test(node.role ?? '')) headings.push(wordsOf(node));
        const own = node.id && words.get(node.id);
        if (own) spoken.push(own);
        node.children?.forEach(walk);
      };
      walk(((await page.getStructTree()) ?? {}) as Node);
      return { roles, headings, words: spoken };
    }),
  );
}

const A_TABLE = table(['Item', 'Price'], [['Rent', '1,000']]);

test('sealed files: document and certificate keep their own tags', async () => {
  const { pdf } = await printed(typstPrinter, heading(1, 'Lease'), paragraph('Rent.'), A_TABLE);

  const pages = await tagsOf(await finished(pdf));

  const [first, certificate] = pages;
  expect(first?.headings).toEqual(['Lease']);
  expect(first?.words.at(-1)).toBe('Ada');
  expect(first?.roles).toEqual(expect.arrayContaining(['Table', 'TH', 'TD']));
  expect(certificate?.headings[0]).toBe('Certificate of completion');
  expect(certificate?.headings).not.toContain('Lease');
});

test('sealed files: ids of cells and entries of the tag tree are unique and in order', async () => {
  const { pdf } = await printed(typstPrinter, heading(1, 'Lease'), A_TABLE);

  const document = await PDFDocument.load(await finished(pdf));

  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const arrayIn = (tree: string, leaves: string) =>
    root.lookup(PDFName.of(tree), PDFDict).lookup(PDFName.of(leaves), PDFArray).asArray();
  const keysOf = (entries: unknown[]) => entries.filter((_, index) => index % 2 === 0).map(String);
  const numbers = keysOf(arrayIn('ParentTree', 'Nums')).map(Number);
  const ids = keysOf(arrayIn('IDTree', 'Names'));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.some((id) => id.includes('appendix-'))).toBe(true);
  expect(numbers).toHaveLength(document.getPageCount());
});

test('sealed files: a document without tags gets none from its certificate', async () => {
  const pages = await tagsOf(await finished(await aPdf()));

  expect(pages.flatMap(({ roles }) => roles)).toEqual([]);
});
