import type { PDFPageProxy } from 'pdfjs-dist';
import { make } from '../dom.ts';

/**
 * Headings, lists and tables of a tagged PDF for screen readers. The text layer has the position of
 * each word but not its role, so a tree of empty elements with roles owns the marked content by
 * `aria-owns`.
 */
type Tree = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;
type TreeChild = Tree['children'][number];
/** Properties that the types of pdf.js omit. */
type Node = Tree & { alt?: string; lang?: string };
interface Content {
  type: string;
  id: string;
}

/** Standard structure types of PDF; any other is a generic container. */
const ROLES: Record<string, string> = {
  P: 'paragraph',
  BlockQuote: 'blockquote',
  Code: 'code',
  Note: 'note',
  L: 'list',
  LI: 'listitem',
  Table: 'table',
  Caption: 'caption',
  THead: 'rowgroup',
  TBody: 'rowgroup',
  TFoot: 'rowgroup',
  TR: 'row',
  TD: 'cell',
};
const DEEPEST_HEADING = 6;

/** Undefined for a PDF without tags. */
export function structureOf(tree: Tree | null): HTMLElement | undefined {
  if (!tree || tree.children.length === 0) return undefined;
  return make('div', { class: 'structure' }, ...tree.children.flatMap((child) => within(child)));
}

function within(child: TreeChild, parent?: Node): HTMLElement[] {
  if (isContent(child)) {
    const isText = child.type === 'content' && child.id;
    return isText ? [make('span', { 'aria-owns': child.id })] : [];
  }
  const children = child.children.flatMap((one) => within(one, child));
  const attributes = attributesOf(child, parent);
  if (children.length === 0 && !attributes['aria-label']) return [];
  return [make('span', attributes, ...children)];
}

const isContent = (child: TreeChild): child is Content & TreeChild => 'type' in child;

function attributesOf(node: Node, parent: Node | undefined): Record<string, string | undefined> {
  const { role, alt, lang } = node;
  const level = headingLevel(role);
  if (level) return { role: 'heading', 'aria-level': String(level), lang };
  // A picture only has a description if the PDF provides one.
  if (role === 'Figure' || role === 'Formula')
    return alt ? { role: 'img', 'aria-label': alt, lang } : { role: 'figure' };
  const spans = { 'aria-rowspan': spanOf(node.rowSpan), 'aria-colspan': spanOf(node.colSpan) };
  if (role === 'TH') return { role: headerRole(node, parent), lang, ...spans };
  return { role: ROLES[role], lang, ...(role === 'TD' && spans) };
}

function headingLevel(role: string): number | undefined {
  if (role === 'Title' || role === 'H') return 1;
  const [, level] = /^H(\d{1,2})$/.exec(role) ?? [];
  return level ? Math.min(Math.max(Number(level), 1), DEEPEST_HEADING) : undefined;
}

const spanOf = (count: number | undefined) => (count && count > 1 ? String(count) : undefined);

/** If the PDF does not say, a header next to data cells is a row header. */
function headerRole({ scope }: Node, row: Node | undefined) {
  const isBesideData = row?.children.some((one) => !isContent(one) && one.role === 'TD');
  return (scope ? scope === 'Row' : isBesideData) ? 'rowheader' : 'columnheader';
}
