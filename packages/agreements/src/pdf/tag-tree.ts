import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';

/** The tags of a PDF: a tree of elements, and a map from the marks of pages to elements. */
export const STRUCTURE = PDFName.of('StructTreeRoot');
export const KIDS = PDFName.of('K');
export const PARENT_TREE = PDFName.of('ParentTree');
const NEXT_KEY = PDFName.of('ParentTreeNextKey');

export type TreeEntry = [key: PDFObject, value: PDFObject];

export const numberOf = (object: PDFObject) => (object instanceof PDFNumber ? object.asNumber() : -1);

/** Keys must be ascending. */
export function setParentTree(structure: PDFDict, entries: readonly TreeEntry[]): void {
  const last = Math.max(-1, ...entries.map(([key]) => numberOf(key)));
  structure.set(PARENT_TREE, structure.context.obj({ Nums: entries.flat() }));
  structure.set(NEXT_KEY, PDFNumber.of(last + 1));
}

/** The leaves of a number tree or name tree, in order. */
export function entriesOf(tree: PDFDict | undefined, leaves: 'Nums' | 'Names'): TreeEntry[] {
  if (!tree) return [];
  const own = tree.lookupMaybe(PDFName.of(leaves), PDFArray)?.asArray() ?? [];
  const entries = own.flatMap((key, index): TreeEntry[] => {
    const value = own[index + 1];
    return index % 2 === 0 && value ? [[key, value]] : [];
  });
  const below = dictsIn(tree.lookupMaybe(PDFName.of('Kids'), PDFArray));
  return [...entries, ...below.flatMap((kid) => entriesOf(kid, leaves))];
}

export const dictsIn = (array: PDFArray | undefined): PDFDict[] =>
  Array.from({ length: array?.size() ?? 0 }, (_, index) => array?.lookup(index)).filter(
    (item) => item instanceof PDFDict,
  );

/** The dictionaries under a key, which is one element or a list, with their references. */
export function dictsWithRefs(value: PDFObject | undefined, owner: PDFDict): { value: PDFObject; dict: PDFDict }[] {
  const looked = value && owner.context.lookup(value);
  if (looked instanceof PDFArray) return looked.asArray().flatMap((item) => dictsWithRefs(item, owner));
  return value && looked instanceof PDFDict ? [{ value, dict: looked }] : [];
}
