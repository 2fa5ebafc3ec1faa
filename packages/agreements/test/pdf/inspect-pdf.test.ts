import { PDFDict, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { RENDERED_CHARACTERS, UPLOAD_PAGES } from '../../src/limits.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { aForm, aFormToBeDrawn, altered, anEncryptedPdf, aPdf, fileOf, type PageSpec } from './fixtures.ts';
import { aSigner } from './signer.ts';

test.each<[string, PageSpec, [number, number]]>([
  ['a plain page', {}, [600, 800]],
  ['a page turned to the right', { rotate: 90 }, [800, 600]],
  ['a page upside down', { rotate: 180 }, [600, 800]],
  ['a page turned to the left', { rotate: 270 }, [800, 600]],
  ['a page turned more than once around', { rotate: 450 }, [800, 600]],
  ['a page turned by a negative angle', { rotate: -90 }, [800, 600]],
  ['a cropped page', { cropBox: [100, 200, 300, 400] }, [300, 400]],
  ['a crop that is larger than the page', { cropBox: [-50, -50, 900, 900] }, [600, 800]],
  ['a crop beside the page', { cropBox: [5_000, 5_000, 10, 10] }, [600, 800]],
  ['a page in units of two points', { userUnit: 2 }, [1_200, 1_600]],
  ['all of it', { rotate: 90, cropBox: [0, 0, 300, 400], userUnit: 3 }, [1_200, 900]],
])('PDF inspection: the size of %s is the visible one', async (_case, page, [width, height]) => {
  expect(await inspectPdf(await aPdf(page))).toMatchObject({ pages: [{ width, height }] });
});

test('PDF inspection: every page has its own size, in order', async () => {
  const pdf = await aPdf({}, { width: 300, height: 300 }, { rotate: 90 });

  expect(await inspectPdf(pdf)).toMatchObject({
    pages: [
      { width: 600, height: 800 },
      { width: 300, height: 300 },
      { width: 800, height: 600 },
    ],
  });
});

test('PDF inspection: a page size is inherited from the page tree', async () => {
  const pdf = fileOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] /Rotate 90 >>',
    '<< /Type /Page /Parent 2 0 R >>',
  );

  expect(await inspectPdf(pdf)).toMatchObject({ pages: [{ width: 100, height: 200 }] });
});

test('PDF inspection: a form and an unsigned signature field are accepted', async () => {
  const pdf = await altered(await aForm(), withSignatureField(false));

  expect(await inspectPdf(pdf)).toMatchObject({ pages: { length: 2 } });
});

test('PDF inspection: an encrypted file without a password is accepted', async () => {
  expect(await inspectPdf(await anEncryptedPdf(''))).toMatchObject({ pages: { length: 1 } });
});

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

test.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
  ['nothing', 'not_a_pdf', () => new Uint8Array()],
  ['a text', 'not_a_pdf', () => Buffer.from('Dear sir or madam')],
  ['a picture', 'not_a_pdf', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ['a header alone', 'broken', () => Buffer.from('%PDF-1.7\n')],
  ['a file that needs a password', 'encrypted', () => anEncryptedPdf('secret')],
  ['a file that has been signed', 'signed', signedByField],
  ['a file that carries our own seal', 'signed', sealed],
  ['a file without pages', 'broken', () => fileOf(CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>')],
  ['a catalog without a page tree', 'broken', () => fileOf('<< /Type /Catalog >>')],
  ['a page tree that is a page of its own', 'broken', () => fileOf(CATALOG, tree('2 0 R', 1))],
  ['a page that stands there twice', 'broken', () => fileOf(CATALOG, tree('3 0 R 3 0 R', 2), PAGE)],
  ['a page too small to be seen', 'broken', () => aPageOf(`0.${'0'.repeat(199)}1`)],
  ['a page too large for any wall', 'broken', () => aPageOf('1000001')],
  ['a page larger than the world', 'broken', () => aPageOf(`1${'0'.repeat(300)}`)],
  ['more pages than are allowed', 'too_many_pages', () => aPdf(...Array(UPLOAD_PAGES + 1).fill({}))],
  [
    'a value that is left to us to draw, in letters that no font has,',
    'unprintable_form',
    () => aFormToBeDrawn('code', 'ᏣᎳᎩ'),
  ],
  ['more values that are left to us to draw than can be printed', 'unprintable_form', tooMuchToDraw],
])('PDF inspection: %s is rejected as %s', async (_case, code, make) => {
  const inspected = await inspectPdf(await make());

  expect(inspected).toEqual({ refusal: { code, message: expect.stringMatching(/^The .*\.$/) } });
});

test.each([
  ['a value that is left to us to draw', () => aFormToBeDrawn('code', 'Иван Петров')],
  ['one in letters that no font has, if the form draws it itself', withOwnDrawing],
  ['an invisible one in letters that no font has', hidden],
])('PDF inspection: %s is accepted', async (_case, make) => {
  expect(await inspectPdf(await make())).toMatchObject({ pages: { length: 2 } });
});

test('PDF inspection: the maximum number of pages is accepted', async () => {
  const pdf = await aPdf(...Array(UPLOAD_PAGES).fill({}));

  expect(await inspectPdf(pdf)).toMatchObject({ pages: { length: UPLOAD_PAGES } });
});

test('PDF inspection: a file that its table and a full scan describe differently is rejected', async () => {
  const shown = fileOf(CATALOG, tree('3 0 R', 1), PAGE);
  // Appended behind the end, where no table points.
  const hidden = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] >>\nendobj\n';
  const pdf = Buffer.concat([shown, Buffer.from(hidden)]);

  expect(await inspectPdf(shown)).toMatchObject({ pages: [{ width: 600, height: 800 }] });
  expect(await inspectPdf(pdf)).toMatchObject({ refusal: { code: 'broken' } });
});

function tree(kids: string, count: number) {
  return `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
}

function aPageOf(points: string) {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points} ${points}] >>`;
  return fileOf(CATALOG, tree('3 0 R', 1), page);
}

async function tooMuchToDraw() {
  const value = 'Ж'.repeat(10_000);
  const places = RENDERED_CHARACTERS / value.length + 1;
  return altered(await aPdf(), (document) => {
    const { context } = document;
    const field = { FT: 'Tx', T: PDFHexString.fromText('notes'), V: PDFHexString.fromText(value) };
    const parent = context.register(context.obj(field));
    const widget = { Type: 'Annot', Subtype: 'Widget', Parent: parent, Rect: [0, 0, 100, 20] };
    for (let place = 0; place < places; place += 1)
      document.getPage(0).node.addAnnot(context.register(context.obj(widget)));
  });
}

async function withOwnDrawing() {
  return altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document))
      if (name === 'code') dict.set(PDFName.of('V'), PDFHexString.fromText('ᏣᎳᎩ'));
  });
}

async function hidden() {
  return altered(await aFormToBeDrawn('code', 'ᏣᎳᎩ'), (document) => {
    for (const { dict, name } of widgetsOf(document)) if (name === 'code') dict.set(PDFName.of('F'), PDFNumber.of(2));
  });
}

function withSignatureField(isSigned: boolean) {
  return (document: Parameters<Parameters<typeof altered>[1]>[0]) => {
    const { context, catalog } = document;
    const field = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        Rect: [0, 0, 0, 0],
        ...(isSigned && { V: { Type: 'Sig' } }),
      }),
    );
    catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('Fields'), context.obj([field]));
  };
}

async function signedByField() {
  return altered(await aForm(), withSignatureField(true));
}

async function sealed() {
  return sealPdf(await aPdf(), await aSigner(), { reason: 'Test', sealedAt: new Date(0) });
}
