import type { Block, DocumentTree, FieldBox, Inline, SourcePlace } from '../markdown/tree.ts';
import { MARGIN } from './page.ts';
import type { FieldPlace, PrintJob } from './printer.ts';
import { boxPlaces } from './typst/box-places.ts';
import { DOCUMENT_PROGRAM } from './typst/document-program.ts';
import { typeset } from './typst/typesetting.ts';
import { typstInput } from './typst-input.ts';

/** Finding the place must not take much of the request's time. */
const SECONDS = 5;

/**
 * Where in the source a page begins. Typst typesets the document again with an invisible field
 * before every text, because printers report the places of fields. Chromium may break pages
 * slightly earlier or later. Undefined if it takes too long.
 */
export async function placeOfPage(page: number, job: PrintJob): Promise<SourcePlace | undefined> {
  const { tree, stops } = withStops(job.tree);
  const { data, fonts, files } = typstInput({ ...job, tree });
  const set = await typeset({ program: DOCUMENT_PROGRAM, data, fonts, files, mostPages: 0 }, SECONDS);
  if (set === 'too_long') return undefined;
  const byId = new Map(boxPlaces(set.marks).fields.map((place) => [place.id, place]));
  const isBeyond = (place: FieldPlace | undefined) => (place?.pageNumber ?? 0) >= page;
  const index = stops.findIndex((_, stop) => isBeyond(byId.get(idOf(stop))));
  if (index < 0) {
    // Code cannot contain a field: the first code after the last text is then the best estimate.
    const placed = stops.findLastIndex((_, stop) => byId.has(idOf(stop)));
    return stops[placed + 1] ?? stops.at(-1);
  }
  const first = byId.get(idOf(index));
  const isAtTop = first?.pageNumber === page && first.yPosition < TOP;
  // Otherwise the preceding text continues across the page break.
  return stops[isAtTop ? index : Math.max(0, index - 1)];
}

/** A repeated table header may stand between the margin and the first text of a page. */
const TOP = MARGIN + 60;

const idOf = (stop: number) => `stop ${stop}`;

/**
 * The tree with a field of no size before every text, and the source place of each of those texts.
 */
function withStops({ blocks }: DocumentTree): { tree: DocumentTree; stops: SourcePlace[] } {
  const stops: SourcePlace[] = [];
  const stopAt = (at: SourcePlace): Inline => {
    const box: FieldBox = { id: idOf(stops.length), fieldType: 'text', width: 0, height: 0 };
    stops.push(at);
    return { kind: 'field', at, ...box };
  };
  const inline = (one: Inline): Inline[] => {
    if (one.kind === 'text' || one.kind === 'code') return [stopAt(one.at), one];
    return 'children' in one ? [{ ...one, children: one.children.flatMap(inline) }] : [one];
  };
  const block = (one: Block): Block => {
    if (one.kind === 'heading' || one.kind === 'paragraph') return { ...one, children: one.children.flatMap(inline) };
    if (one.kind === 'list') return { ...one, items: one.items.map((item) => item.map(block)) };
    if (one.kind === 'quote') return { ...one, children: one.children.map(block) };
    // Headers are repeated on every page.
    if (one.kind === 'table') return { ...one, rows: one.rows.map((row) => row.map((cell) => cell.flatMap(inline))) };
    if (one.kind === 'code-block') stops.push(one.at);
    return one;
  };
  return { tree: { blocks: blocks.map(block) }, stops };
}
