import { OUTPUT_PAGES, RENDERED_CHARACTERS, RENDERED_NODES } from '../limits.ts';
import type { Block, Inline, SourcePlace } from '../markdown/tree.ts';
import { textHeightOf } from './page.ts';
import type { PageSize, PrintJob, PrintRefusal } from './printer.ts';
import { textsIn } from './texts-of.ts';

/**
 * Rejects trees that are certainly too large before they are typeset. A tree that would fit is
 * never rejected here; the exact limit is checked after typesetting.
 */
const NESTING = 200;

/** Smaller than the distance of any two lines; code and table rows are the closest. */
const LEAST_LINE = 11;
/** Tables with more columns are set in smaller letters. */
const LEGIBLE_COLUMNS = 12;
const WITH_SOMETHING_TO_SEE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function boundsRefusal({ tree, pageSize }: PrintJob): PrintRefusal | undefined {
  const { nodes, characters, lines, nesting } = amountOf(tree.blocks);
  if (nodes > RENDERED_NODES || nesting > NESTING) return { code: 'too_long_to_print' };
  const least = (lines * LEAST_LINE) / textHeightOf(pageSize);
  return characters > RENDERED_CHARACTERS || least > OUTPUT_PAGES
    ? { code: 'too_many_pages', at: placeBeyond(tree.blocks, pageSize) }
    : undefined;
}

/** Where the limit is exceeded: the first page too many begins there at the latest. */
function placeBeyond(blocks: readonly Block[], pageSize: PageSize): SourcePlace | undefined {
  const mostLines = (OUTPUT_PAGES * textHeightOf(pageSize)) / LEAST_LINE;
  let [characters, lines] = [0, 0];
  let last: SourcePlace | undefined;
  for (const part of partsOf(blocks)) {
    last = part.at ?? last;
    characters += part.characters;
    lines += part.lines;
    if (characters > RENDERED_CHARACTERS || lines > mostLines) return last;
  }
  return last;
}

interface Part {
  at: SourcePlace | undefined;
  characters: number;
  lines: number;
}

/**
 * Paragraphs, rows and code in reading order. Recursion is safe because nesting was checked before.
 */
function* partsOf(blocks: readonly Block[]): Generator<Part> {
  for (const block of blocks) {
    if (block.kind === 'code-block') yield { at: block.at, characters: block.text.length, lines: linesOf(block) };
    else if (block.kind === 'table') {
      yield partOf(block.head.flat(), 0);
      const isLegible = block.head.length <= LEGIBLE_COLUMNS;
      for (const row of block.rows) yield partOf(row.flat(), isLegible && row.some(isSeen) ? 1 : 0);
    } else if (block.kind === 'heading' || block.kind === 'paragraph') yield partOf(block.children, linesOf(block));
    else yield* partsOf(blocksIn(block));
  }
}

function partOf(inlines: readonly Inline[], lines: number): Part {
  const texts = [...textsIn(inlines)];
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  return { at: texts[0]?.at, characters, lines };
}

interface Amount {
  nodes: number;
  characters: number;
  /** Lines that must stand below each other. */
  lines: number;
  nesting: number;
}

type Node = { nesting: number } & ({ block: Block } | { inline: Inline });

/** Iterative, because the nesting depth has not been checked yet. */
function amountOf(blocks: readonly Block[]): Amount {
  const amount = { nodes: 0, characters: 0, lines: 0, nesting: 0 };
  const open: Node[] = blocks.map((block) => ({ block, nesting: 1 }));
  for (let node = open.pop(); node; node = open.pop()) {
    amount.nodes += 1;
    amount.nesting = Math.max(amount.nesting, node.nesting);
    if (amount.nodes > RENDERED_NODES || amount.nesting > NESTING) return amount;
    const nesting = node.nesting + 1;
    if ('block' in node) {
      amount.lines += linesOf(node.block);
      amount.nodes += emptyPlaces(node.block);
      if (node.block.kind === 'code-block') amount.characters += node.block.text.length;
      for (const block of blocksIn(node.block)) open.push({ block, nesting });
      for (const inline of inlinesIn(node.block)) open.push({ inline, nesting });
    } else if ('children' in node.inline) for (const inline of node.inline.children) open.push({ inline, nesting });
    else if ('text' in node.inline) amount.characters += node.inline.text.length;
  }
  return amount;
}

function blocksIn(block: Block): readonly Block[] {
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'quote' ? block.children : [];
}

function inlinesIn(block: Block): readonly Inline[] {
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return block.kind === 'heading' || block.kind === 'paragraph' ? block.children : [];
}

/** Empty cells and items take space as well. */
function emptyPlaces(block: Block): number {
  if (block.kind === 'list') return block.items.filter((item) => item.length === 0).length;
  if (block.kind !== 'table') return 0;
  const cells = [block.head, ...block.rows].flatMap((row) => [...row]);
  return cells.filter((cell) => cell.length === 0).length;
}

/** A visible paragraph, row or line of code takes at least one line. */
function linesOf(block: Block): number {
  if (block.kind === 'heading' || block.kind === 'paragraph') return isSeen(block.children) ? 1 : 0;
  if (block.kind === 'code-block') return block.text.split('\n').length - 1;
  if (block.kind !== 'table' || block.head.length > LEGIBLE_COLUMNS) return 0;
  return block.rows.filter((row) => row.some(isSeen)).length;
}

const isSeen = (inlines: readonly Inline[]) =>
  inlines.some((inline) => inline.kind === 'text' && WITH_SOMETHING_TO_SEE.test(inline.text));
