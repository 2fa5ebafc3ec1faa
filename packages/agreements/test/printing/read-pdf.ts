import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * A text and its position: the left end of its baseline in points from the top left of its page.
 */
export interface PlacedText {
  text: string;
  page: number;
  x: number;
  y: number;
  width: number;
}

/** Every text of a PDF in file order. */
export async function textsIn(
  pdf: Uint8Array,
  options: { disableNormalization?: boolean } = {},
): Promise<PlacedText[]> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0, useSystemFonts: false });
  const document = await loading.promise;
  const texts: PlacedText[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const sheet = await document.getPage(page);
    const { height } = sheet.getViewport({ scale: 1 });
    const { items } = await sheet.getTextContent(options);
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        texts.push({
          text: item.str,
          page,
          x: item.transform[4],
          y: height - item.transform[5],
          width: item.width,
        });
  }
  await loading.destroy();
  return texts;
}

const PAGE_NUMBER = /^\d+\/\d+$/;

/** The running title is above this height. */
const HEADER = 50;

/** The text of each page without title, number and white space. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const pages: PlacedText[][] = [];
  for (const item of await textsIn(pdf)) {
    pages[item.page - 1] ??= [];
    pages[item.page - 1]?.push(item);
  }
  return pages.map((items) => {
    const foot = Math.max(...items.map(({ y }) => y));
    return items
      .filter(({ y }) => y < foot - 1 && y > HEADER)
      .map((item) => plain(item.text))
      .filter((words) => !PAGE_NUMBER.test(words))
      .join('');
  });
}

export const plain = (words: string) => words.normalize('NFKC').replace(/[\s\u{200b}\u{ad}]/gu, '');

export const wholeText = async (pdf: Uint8Array) => (await pagesOf(pdf)).join('');

/** Every font of a file: its name, and whether it is embedded. */
export async function fontsIn(pdf: Uint8Array) {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict)
    .filter((font) => font.get(PDFName.of('FontDescriptor')) !== undefined)
    .map((font) => {
      const descriptor = font.lookup(PDFName.of('FontDescriptor'), PDFDict);
      return {
        name: String(font.get(PDFName.of('BaseFont'))).slice(1),
        isEmbedded: ['FontFile', 'FontFile2', 'FontFile3'].some(
          (key) => descriptor.lookup(PDFName.of(key)) instanceof PDFStream,
        ),
      };
    });
}

export async function linksIn(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().flatMap((page) => {
    const annotations = page.node.Annots() ?? PDFArray.withContext(document.context);
    return annotations
      .asArray()
      .map((_, index) => annotations.lookup(index, PDFDict).lookup(PDFName.of('A'), PDFDict))
      .map((action) => action.lookup(PDFName.of('URI'), PDFString).decodeText());
  });
}

export const titleOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf, { updateMetadata: false })).getTitle();

/** Names of all actions a document could perform. */
export async function actionsIn(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const dictionaries = context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object))
    .filter((object) => object instanceof PDFDict);
  return dictionaries
    .flatMap((one) => one.keys().map(String))
    .filter((key) => ['/JS', '/JavaScript', '/Launch', '/OpenAction', '/AA', '/EmbeddedFile'].includes(key));
}

/** The alternative texts of all figures in the tag structure. */
export async function alternativesIn(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && object.get(PDFName.of('S')) === PDFName.of('Figure'))
    .map((figure) => (figure as PDFDict).lookup(PDFName.of('Alt')))
    .filter((alternative) => alternative instanceof PDFString || alternative instanceof PDFHexString)
    .map((alternative) => alternative.decodeText());
}
