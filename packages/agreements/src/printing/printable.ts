import type { Block, DocumentTree, FieldBox, SignatureLine } from '../markdown/tree.ts';
import { codeLines } from './code-lines.ts';
import { isRightToLeft } from './direction.ts';
import { widthInEms } from './font-metrics.ts';
import { type MarkedList, markedList } from './list-markers.ts';
import {
  CAPITALS,
  CAPTION_GAP,
  CAPTION_WIDTH,
  depthOf,
  INDENTED_LEVELS,
  LABEL_SIZE,
  LINE_GAP,
  LINE_HEIGHT,
  LIST_INDENT,
  QUOTE_INDENT,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  TEXT_SIZE,
  textHeightOf,
  textWidthOf,
} from './page.ts';
import { type PrintableTable, printableTable } from './printable-table.ts';
import type { PageSize } from './printer.ts';
import { fitting, runsOf } from './runs.ts';
import type { TextRun } from './text-run.ts';
import { textsOf } from './texts-of.ts';

/**
 * A tree prepared for both printers: styled runs of text, directions, column widths, break
 * opportunities in words that are too long, and limited nesting. A printer only has to typeset it.
 */
export type PrintableBlock =
  | (Kept &
      (
        | { kind: 'heading'; level: number; size: number; runs: TextRun[]; isRtl: boolean }
        | { kind: 'paragraph'; runs: TextRun[]; isRtl: boolean }
        | PrintableList
        | PrintableTable
        | { kind: 'code-block'; text: string }
        | { kind: 'quote'; isRtl: boolean; blocks: PrintableBlock[] }
        | PrintableSignatures
      ))
  | { kind: 'rule' }
  | { kind: 'page-break' };

/**
 * A block before signatures moves to the next page with them, so that a page never contains
 * signatures alone.
 */
interface Kept {
  isKept?: true;
}

interface PrintableSignatures {
  kind: 'signatures';
  /** Direction in which they follow each other. */
  isRtl: boolean;
  signatures: PrintableSignature[];
}

export interface PrintableSignature {
  role: string;
  label: string;
  isRtl: boolean;
  lines: PrintableLine[];
}

export interface PrintableLine {
  caption: string;
  text: string;
  isRtl: boolean;
  field?: FieldBox;
}

interface PrintableList {
  kind: 'list';
  markers: MarkedList['kind'];
  isTight: boolean;
  isRtl: boolean;
  /** Whether it is tagged as a list for screen readers. */
  isTagged: boolean;
  /** Width of the column of markers. */
  indent: number;
  items: PrintableItem[];
}

interface PrintableItem {
  marker: string;
  /** Offset of the marker if a field makes the item's first line higher. */
  drop: number;
  blocks: PrintableBlock[];
}

/** The space of a block, and the number of enclosing lists and quotes. */
interface Room {
  width: number;
  level: number;
  /** Number of enclosing ordered lists. */
  ordered: number;
}

export const printableBlocks = (tree: DocumentTree, pageSize: PageSize): PrintableBlock[] =>
  keptTogether(
    printed(withoutEmptyPages(tree.blocks), { width: textWidthOf(pageSize), level: 0, ordered: 0 }),
    textHeightOf(pageSize),
  );

/** Consecutive signature groups stay on one page, as long as they leave some space on it. */
function keptTogether(blocks: readonly PrintableBlock[], pageHeight: number): PrintableBlock[] {
  let height = 0;
  return blocks
    .toReversed()
    .map((block, index, reversed): PrintableBlock => {
      const isBeforeSignatures = reversed[index - 1]?.kind === 'signatures';
      if (block.kind === 'signatures') height += heightOf(block);
      else height = 0;
      if (!isBeforeSignatures || block.kind === 'rule' || block.kind === 'page-break') return block;
      const isTooHigh = block.kind === 'signatures' && height > pageHeight / 2;
      return isTooHigh ? block : { ...block, isKept: true };
    })
    .toReversed();
}

/** Height including spacing, assuming a label of two lines and lines of text on one line each. */
const heightOf = ({ signatures }: PrintableSignatures) =>
  SIGNATURE_HEIGHT +
  60 +
  Math.max(
    ...signatures.map(({ lines }) =>
      lines.reduce((sum, { field }) => sum + LINE_GAP + Math.max(LINE_HEIGHT, field?.height ?? 0), 0),
    ),
  );

/** A loop that ends with a page break leaves one too many; it must not print an empty page. */
const withoutEmptyPages = (blocks: readonly Block[]): Block[] =>
  blocks.filter(
    (block, index) =>
      block.kind !== 'page-break' ||
      (index > 0 && index < blocks.length - 1 && blocks[index + 1]?.kind !== 'page-break'),
  );

const printed = (blocks: readonly Block[], room: Room): PrintableBlock[] =>
  blocks.flatMap((block) => printedBlock(block, room));

function printedBlock(block: Block, room: Room): PrintableBlock | PrintableBlock[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph': {
      const size = block.kind === 'heading' ? headingSize(block.level) : TEXT_SIZE;
      const runs = runsOf(block.children, { width: room.width, size });
      const isRtl = isRightToLeft(runs.map(({ text }) => text).join(''));
      return block.kind === 'heading'
        ? { kind: 'heading', level: block.level, size, runs, isRtl }
        : { kind: 'paragraph', runs, isRtl };
    }
    case 'list':
      return printedList(block, room);
    case 'quote': {
      if (room.level >= INDENTED_LEVELS) return printed(block.children, room);
      const blocks = printed(block.children, inside(room, QUOTE_INDENT));
      return { kind: 'quote', isRtl: runsRightToLeft(block.children), blocks };
    }
    case 'table':
      return printableTable(block, room.width);
    case 'code-block':
      return { kind: 'code-block', text: codeLines(block.text, room.width) };
    case 'signatures':
      return {
        kind: 'signatures',
        isRtl: isRightToLeft(block.signatures.map(({ role, label }) => label ?? role).join(' ')),
        signatures: block.signatures.map(({ role, label, lines = [] }) => ({
          role,
          label: brokenLabel(label ?? role),
          isRtl: isRightToLeft(label ?? role),
          lines: lines.map(printedLine),
        })),
      };
    default:
      return block;
  }
}

function printedLine({ caption, text, field }: SignatureLine): PrintableLine {
  const width = caption === '' ? SIGNATURE_WIDTH : SIGNATURE_WIDTH - CAPTION_WIDTH - CAPTION_GAP;
  return {
    caption: brokenLabel(caption, CAPTION_WIDTH),
    text: brokenLabel(text, width - 4),
    isRtl: isRightToLeft(text || caption),
    ...(field && { field: fitting(field, { width }) }),
  };
}

/** Breaks a label like other text, for its own width. */
const brokenLabel = (text: string, width = SIGNATURE_WIDTH) =>
  runsOf([{ kind: 'text', text, at: NOWHERE }], { width, size: LABEL_SIZE })
    .map((run) => run.text)
    .join('');

const NOWHERE = { line: 1, column: 1 };

const HEADING_SIZES: Record<number, number> = { 1: 20, 2: 16, 3: 13.5, 4: 12, 5: TEXT_SIZE };
/** Level 6 is also set in grey. */
const SMALLEST_HEADING = 9.5;
const headingSize = (level: number) => HEADING_SIZES[level] ?? SMALLEST_HEADING;

const inside = ({ width, level, ordered }: Room, indent: number): Room => ({
  width: width - indent,
  level: level + 1,
  ordered,
});

function printedList(list: Extract<Block, { kind: 'list' }>, room: Room): PrintableBlock[] {
  const { kind, items } = markedList(list, room.ordered);
  const within = { ...room, ordered: room.ordered + (kind === 'numbers' ? 1 : 0) };
  if (room.level >= INDENTED_LEVELS)
    return items.flatMap(({ marker, blocks }) => printed(marked(marker, blocks), within));

  const indent = Math.max(LIST_INDENT, ...items.map(({ marker }) => widthOfMarker(marker)));
  return [
    {
      kind: 'list',
      markers: kind,
      isTight: list.isTight,
      indent,
      isRtl: runsRightToLeft(list.items.flat()),
      isTagged: room.level < TAGGED_LEVELS && !list.items.flat().some(holdsTable),
      items: items.map((item) => {
        const blocks = printed(item.blocks, inside(within, indent));
        return { marker: item.marker, drop: dropOf(blocks[0], room.width - indent), blocks };
      }),
    },
  ];
}

/**
 * Typst lays out list content twice, to measure and to place it, so the time doubles with every
 * level and is longest for tables. Lists nested deeper are set in plain columns.
 */
const TAGGED_LEVELS = 3;

function holdsTable(block: Block): boolean {
  if (block.kind === 'list') return block.items.flat().some(holdsTable);
  return block.kind === 'table' || (block.kind === 'quote' && block.children.some(holdsTable));
}

const MARKER_GAP = 6;
const widthOfMarker = (marker: string) => widthOf(marker) + MARKER_GAP;

const widthOf = (text: string) =>
  [...text].reduce((sum, one) => sum + widthInEms(one.codePointAt(0) ?? 0, 'text'), 0) * TEXT_SIZE;

/** Height of the tallest field or image in a paragraph's first line, estimated from text widths. */
function dropOf(block: PrintableBlock | undefined, width: number): number {
  if (block?.kind !== 'paragraph') return 0;
  let used = 0;
  let drop = 0;
  for (const { text, field, image } of block.runs) {
    used += (field ?? image)?.width ?? widthOf(text);
    if (used > width || text.includes('\n')) break;
    if (image) drop = Math.max(drop, image.height - CAPITALS * TEXT_SIZE);
    if (field) drop = Math.max(drop, field.height - depthOf(field.height) - CAPITALS * TEXT_SIZE);
  }
  return drop;
}

/** An item that cannot be indented keeps its marker, as the beginning of its text. */
function marked(marker: string, [first, ...others]: readonly Block[]): Block[] {
  const text = { kind: 'text' as const, text: `${marker} `, at: NOWHERE };
  return first?.kind === 'paragraph'
    ? [{ ...first, children: [text, ...first.children] }, ...others]
    : [{ kind: 'paragraph', children: [text] }, ...(first ? [first] : []), ...others];
}

function runsRightToLeft(blocks: readonly Block[]): boolean {
  for (const { text } of textsOf(blocks)) if (/\p{L}/u.test(text)) return isRightToLeft(text);
  return false;
}
