import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import {
  dictsIn,
  dictsWithRefs,
  entriesOf,
  KIDS,
  numberOf,
  PARENT_TREE,
  STRUCTURE,
  setParentTree,
  type TreeEntry,
} from './tag-tree.ts';

const ID_TREE = PDFName.of('IDTree');
const ROLE_MAP = PDFName.of('RoleMap');

/**
 * Appends all pages of another file. If both files are tagged, the tags of the pages are merged:
 * pages copied alone would refer to tags of the target document. A document without tags gets none.
 */
export function appendPages(document: PDFDocument, appendix: PDFDocument): void {
  const copier = PDFObjectCopier.for(appendix.context, document.context);
  const pages = appendix.getPages().map(({ ref }) => copyPage(document, copier, ref));
  const structure = document.catalog.lookupMaybe(STRUCTURE, PDFDict);
  const theirs = appendix.catalog.lookupMaybe(STRUCTURE, PDFDict);
  if (structure && theirs) {
    const copied = copier.copy(theirs);
    if (copied instanceof PDFDict) mergeTags(document, structure, copied, pages);
  } else for (const page of pages) untag(page);
  for (const page of pages) document.addPage(page);
}

/** Copied by reference, so that tags pointing to the page are copied to point to the same copy. */
function copyPage(document: PDFDocument, copier: PDFObjectCopier, ref: PDFRef): PDFPage {
  const copy = copier.copy(ref);
  const node = copy instanceof PDFRef && document.context.lookup(copy);
  if (!(copy instanceof PDFRef) || !(node instanceof PDFPageLeaf))
    throw new Error('A page of the appendix could not be copied.');
  return PDFPage.of(node, copy, document);
}

const STRUCT_PARENTS = PDFName.of('StructParents');
const STRUCT_PARENT = PDFName.of('StructParent');

function untag(page: PDFPage): void {
  page.node.delete(STRUCT_PARENTS);
  for (const annotation of annotationsOf(page)) annotation.delete(STRUCT_PARENT);
}

const annotationsOf = (page: PDFPage): PDFDict[] => dictsIn(page.node.Annots());

function mergeTags(document: PDFDocument, structure: PDFDict, copied: PDFDict, pages: readonly PDFPage[]): void {
  const { context } = document;
  const ours = entriesOf(structure.lookupMaybe(PARENT_TREE, PDFDict), 'Nums');
  const shift = 1 + Math.max(-1, ...ours.map(([key]) => numberOf(key)));
  for (const page of pages) {
    move(page.node, STRUCT_PARENTS, shift);
    for (const annotation of annotationsOf(page)) move(annotation, STRUCT_PARENT, shift);
  }
  const theirs = entriesOf(copied.lookupMaybe(PARENT_TREE, PDFDict), 'Nums').map(
    ([key, value]): TreeEntry => [PDFNumber.of(numberOf(key) + shift), value],
  );
  setParentTree(structure, [...ours, ...theirs]);

  const added = dictsWithRefs(copied.get(KIDS), copied);
  const root = document.catalog.get(STRUCTURE);
  for (const { dict } of added) {
    renameIds(dict);
    if (root) dict.set(PDFName.of('P'), root);
  }
  const kids = dictsWithRefs(structure.get(KIDS), structure).map(({ value }) => value);
  structure.set(KIDS, context.obj([...kids, ...added.map(({ value }) => value)]));
  mergeIds(structure, copied);
  mergeRoles(structure, copied);
}

function move(dict: PDFDict, key: PDFName, by: number): void {
  const number = dict.lookupMaybe(key, PDFNumber);
  if (number) dict.set(key, PDFNumber.of(number.asNumber() + by));
}

const ID = PDFName.of('ID');
const HEADERS = PDFName.of('Headers');
/** Ids are unique in a file, and both files use the same numbering. */
const renamed = (id: PDFString | PDFHexString) => PDFString.of(`appendix-${id.decodeText()}`);

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;

/**
 * Renames the ids of an element and everything below it, including references of cells to headers.
 */
function renameIds(element: PDFDict): void {
  const id = element.lookup(ID);
  if (isText(id)) element.set(ID, renamed(id));
  for (const { dict } of dictsWithRefs(element.get(PDFName.of('A')), element)) {
    const headers = dict.lookupMaybe(HEADERS, PDFArray);
    const names = headers?.asArray().filter(isText) ?? [];
    if (names.length > 0) dict.set(HEADERS, dict.context.obj(names.map(renamed)));
  }
  for (const { dict } of dictsWithRefs(element.get(KIDS), element)) if (dict.has(PDFName.of('S'))) renameIds(dict);
}

function mergeIds(structure: PDFDict, copied: PDFDict): void {
  const theirs = entriesOf(copied.lookupMaybe(ID_TREE, PDFDict), 'Names').map(
    ([key, value]): TreeEntry => [isText(key) ? renamed(key) : key, value],
  );
  if (theirs.length === 0) return;
  const ours = entriesOf(structure.lookupMaybe(ID_TREE, PDFDict), 'Names');
  const names = [...ours, ...theirs].sort(([one], [other]) => (textOf(one) < textOf(other) ? -1 : 1));
  structure.set(ID_TREE, structure.context.obj({ Names: names.flat() }));
}

const textOf = (object: PDFObject) => (isText(object) ? object.decodeText() : '');

function mergeRoles(structure: PDFDict, copied: PDFDict): void {
  const theirs = copied.lookupMaybe(ROLE_MAP, PDFDict);
  if (!theirs) return;
  const ours = structure.lookupMaybe(ROLE_MAP, PDFDict) ?? structure.context.obj({});
  for (const [role, standard] of theirs.entries()) if (!ours.has(role)) ours.set(role, standard);
  structure.set(ROLE_MAP, ours);
}
