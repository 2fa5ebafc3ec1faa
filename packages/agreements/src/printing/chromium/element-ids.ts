import type { PDFArray, PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib';

/**
 * Table cells refer to their headers by ids from a counter of the browser that does not always
 * start at the same number. Renumbering them makes every print identical.
 */
type PdfLibrary = typeof import('@cantoo/pdf-lib');
type NewIds = ReadonlyMap<string, string>;

const DIGITS = 8;
const newId = (at: number) => `cell${String(at).padStart(DIGITS, '0')}`;

export function renumberElements({ context, catalog }: PDFDocument, library: PdfLibrary): void {
  const { PDFName, PDFDict: Dict, PDFArray: List } = library;
  const root = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), Dict);
  const tree = root?.lookupMaybe(PDFName.of('IDTree'), Dict);
  if (!tree) return;
  const nodes = nodesOf(tree, library);
  const names = nodes.flatMap((node) => textsIn(node.lookupMaybe(PDFName.of('Names'), List), library));
  // Names in the tree are sorted, and the new ids must be as well.
  const ids: NewIds = new Map(names.map((name, at) => [name, newId(at)]));
  for (const node of nodes)
    for (const key of ['Names', 'Limits']) renameIn(node.lookupMaybe(PDFName.of(key), List), ids, library);
  for (const [, element] of context.enumerateIndirectObjects())
    if (element instanceof Dict) renameElement(element, ids, library);
}

/** The tree and all nodes below it. */
function nodesOf(tree: PDFDict, library: PdfLibrary): PDFDict[] {
  const { PDFName, PDFDict: Dict, PDFArray: List } = library;
  const kids = tree.lookupMaybe(PDFName.of('Kids'), List);
  const below = Array.from({ length: kids?.size() ?? 0 }, (_, at) => kids?.lookup(at, Dict));
  return [tree, ...below.flatMap((kid) => (kid ? nodesOf(kid, library) : []))];
}

function textOf(value: PDFObject | undefined, { PDFString }: PdfLibrary): string | undefined {
  return value instanceof PDFString ? value.asString() : undefined;
}

const textsIn = (list: PDFArray | undefined, library: PdfLibrary): string[] =>
  (list?.asArray() ?? []).flatMap((value) => textOf(value, library) ?? []);

function renameIn(list: PDFArray | undefined, ids: NewIds, library: PdfLibrary): void {
  list?.asArray().forEach((value, at) => {
    const id = ids.get(textOf(value, library) ?? '');
    if (id !== undefined) list.set(at, library.PDFString.of(id));
  });
}

/** Renames the element's own id and the headers in its attributes. */
function renameElement(element: PDFDict, ids: NewIds, library: PdfLibrary): void {
  const { PDFName, PDFDict: Dict, PDFArray: List, PDFString } = library;
  const id = ids.get(textOf(element.get(PDFName.of('ID')), library) ?? '');
  if (id !== undefined) element.set(PDFName.of('ID'), PDFString.of(id));
  const attributes = element.lookup(PDFName.of('A'));
  const all = attributes instanceof List ? attributes.asArray() : [attributes];
  for (const each of all)
    if (each instanceof Dict) renameIn(each.lookupMaybe(PDFName.of('Headers'), List), ids, library);
}
