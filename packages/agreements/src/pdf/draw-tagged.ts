import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { drawAsSeen } from './draw-on-page.ts';
import { dictsWithRefs, entriesOf, KIDS, PARENT_TREE, STRUCTURE, setParentTree } from './tag-tree.ts';

/** The role of a drawing for screen readers. */
export type Tag = { role: 'P' } | { role: 'Figure'; alternative: string };

/** Draws in visible coordinates. In a tagged document the drawing becomes the last element. */
export function drawTagged(page: PDFPage, tag: Tag, operators: readonly PDFOperator[]): void {
  const structure = page.doc.catalog.lookupMaybe(STRUCTURE, PDFDict);
  drawAsSeen(page, structure ? marked(page, structure, tag, operators) : operators);
}

function marked(page: PDFPage, structure: PDFDict, tag: Tag, operators: readonly PDFOperator[]): PDFOperator[] {
  const marks = marksOf(page, structure);
  const properties = `<< /MCID ${marks.size()} >>`;
  marks.push(addElement(page, structure, tag, marks.size()));
  return [
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(tag.role), properties]),
    ...operators,
    PDFOperator.of(PDFOperatorNames.EndMarkedContent),
  ];
}

const STRUCT_PARENTS = PDFName.of('StructParents');

/** The structure elements of a page's marks; creates the list if the page has none. */
function marksOf(page: PDFPage, structure: PDFDict): PDFArray {
  const { context } = page.doc;
  const entries = entriesOf(structure.lookupMaybe(PARENT_TREE, PDFDict), 'Nums');
  const number = page.node.lookupMaybe(STRUCT_PARENTS, PDFNumber)?.asNumber();
  const known = entries.find(([key]) => key instanceof PDFNumber && key.asNumber() === number);
  const marks = known && context.lookup(known[1]);
  if (marks instanceof PDFArray) return marks;
  const added = PDFArray.withContext(context);
  const numbers = entries.map(([key]) => (key instanceof PDFNumber ? key.asNumber() : -1));
  const next = PDFNumber.of(1 + Math.max(-1, ...numbers));
  page.node.set(STRUCT_PARENTS, next);
  setParentTree(structure, [...entries, [next, context.register(added)]]);
  return added;
}

function addElement(page: PDFPage, structure: PDFDict, tag: Tag, mark: number): PDFRef {
  const { context } = page.doc;
  const { dict: parent, value } = lastChild(page.doc, structure);
  const element = context.obj({ Type: 'StructElem', S: tag.role, Pg: page.ref, K: mark });
  element.set(PDFName.of('P'), value);
  if (tag.role === 'Figure') element.set(PDFName.of('Alt'), PDFString.of(tag.alternative));
  const ref = context.register(element);
  const kids = parent.lookup(KIDS);
  if (kids instanceof PDFArray) kids.push(ref);
  else {
    const only = parent.get(KIDS);
    parent.set(KIDS, context.obj(only ? [only, ref] : [ref]));
  }
  return ref;
}

/** The document element, or the tree itself. */
function lastChild(document: PDFDocument, structure: PDFDict) {
  const root = { dict: structure, value: document.catalog.get(STRUCTURE) ?? structure };
  return dictsWithRefs(structure.get(KIDS), structure).at(-1) ?? root;
}
