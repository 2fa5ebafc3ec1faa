import type { Token } from 'markdown-it';
import { NESTING_LEVELS } from './bounds.ts';
import { headingOffsets, paragraphOffsets } from './content-places.ts';
import type { FoundField } from './found-field.ts';
import { judgeLink } from './links.ts';
import { readInlines } from './read-inlines.ts';
import {
  addFieldsToGroup,
  type FoundSignature,
  readDirective,
  refuseInGroup,
  refuseOpenGroup,
  type SignatureReading,
} from './read-signatures.ts';
import { readTable } from './read-table.ts';
import type { TreeReading } from './reading.ts';
import type { Block, DocumentTree, Inline } from './tree.ts';

/** Reads the tokens of all blocks once. Recurses into lists and quotes, as deep as markdown-it. */
interface BlockReading {
  reading: TreeReading;
  signatures: SignatureReading;
  next: number;
}

export interface DocumentReading {
  tree: DocumentTree;
  signatures: readonly FoundSignature[];
  fields: readonly FoundField[];
}

export function readTree(reading: TreeReading): DocumentReading {
  const blocks: BlockReading = {
    reading,
    signatures: { found: [], group: undefined },
    next: 0,
  };
  const tree = { blocks: readBlocks(blocks, 0) };
  refuseOpenGroup(reading, blocks.signatures);
  reading.refuseLostValues();
  return { tree, signatures: blocks.signatures.found, fields: reading.fields };
}

/** Reads blocks up to the end of their container. */
function readBlocks(blocks: BlockReading, depth: number): Block[] {
  const read: Block[] = [];
  for (;;) {
    const token = blocks.reading.parsed.tokens[blocks.next];
    if (token === undefined || token.nesting === -1) return read;
    const start = startOf(token, blocks.reading);
    if (readGroupFields(blocks)) continue;
    if (token.type !== 'directive') refuseInGroup(start, blocks.reading, blocks.signatures);
    if (depth === NESTING_LEVELS + 1)
      blocks.reading.refuse(start, `Lists and quotes can be nested ${NESTING_LEVELS} deep at most.`);
    const block = readBlock(token, start, depth, blocks);
    if (block === undefined) continue;
    read.push(block);
    blocks.reading.countNode(start);
  }
}

/** Lines of fields in a signature group, each below the preceding signature. */
function readGroupFields(blocks: BlockReading): boolean {
  const { reading, signatures } = blocks;
  const [opening, inline] = reading.parsed.tokens.slice(blocks.next, blocks.next + 2);
  if (!signatures.group || opening?.type !== 'paragraph_open' || !inline) return false;
  const offsetOf = paragraphOffsets(inline.content, inline.map?.[0] ?? 0, reading.lines);
  if (!addFieldsToGroup(inline, offsetOf, { reading, signatures })) return false;
  blocks.next += 3;
  return true;
}

const startOf = ({ map }: Token, { parsed }: TreeReading) => parsed.blockStarts.get(map?.[0] ?? 0) ?? 0;

function readBlock(token: Token, start: number, depth: number, blocks: BlockReading) {
  const { reading } = blocks;
  blocks.next += 1;
  switch (token.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', children: readContent(token, start, blocks) } as const;
    case 'heading_open': {
      const children = readContent(token, start, blocks);
      return { kind: 'heading', level: levelOf(token), children } as const;
    }
    case 'blockquote_open': {
      const children = readBlocks(blocks, depth + 1);
      blocks.next += 1;
      return { kind: 'quote', children } as const;
    }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(token, depth, blocks);
    case 'table_open':
      return readTable(tokensUntil('table_close', blocks), reading);
    case 'fence':
    case 'code_block':
      return readCode(token, start, reading);
    case 'hr':
      return { kind: 'rule' } as const;
    case 'directive':
      return readDirective(token, blocks);
    case 'html_block':
      reading.refuseValues(token.content, 'Variables are not allowed in HTML.');
      return void reading.refuse(start, 'HTML is not supported.');
    case 'reference_definition':
      return judgeDefinition(token, start, reading);
    default:
      return undefined;
  }
}

/** Reads the inline token and the closing token after an opening one. */
function readContent(opening: Token, start: number, blocks: BlockReading): Inline[] {
  const { reading } = blocks;
  const inline = reading.parsed.tokens[blocks.next];
  blocks.next += 2;
  if (!inline) return [];
  const offsetOf = opening.markup.startsWith('#')
    ? headingOffsets(opening.markup, start, reading.lines)
    : paragraphOffsets(inline.content, inline.map?.[0] ?? 0, reading.lines);
  return readInlines(inline, offsetOf, reading);
}

const LEVELS = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 } as const;
const isHeadingTag = (tag: string): tag is keyof typeof LEVELS => Object.hasOwn(LEVELS, tag);
const levelOf = ({ tag }: Token) => (isHeadingTag(tag) ? LEVELS[tag] : 6);

function readList(opening: Token, depth: number, blocks: BlockReading): Block {
  const { tokens } = blocks.reading.parsed;
  const first = blocks.next;
  const items: Block[][] = [];
  while (tokens[blocks.next]?.type === 'list_item_open') {
    blocks.next += 1;
    items.push(readBlocks(blocks, depth + 1));
    blocks.next += 1;
  }
  const isLoose = tokens
    .slice(first, blocks.next)
    .some(({ type, level, hidden }) => type === 'paragraph_open' && level === opening.level + 2 && !hidden);
  blocks.next += 1;
  const start = opening.type === 'ordered_list_open' ? Number(opening.attrGet('start') ?? 1) : null;
  const isParenthesis = start !== null && tokens[first]?.markup === ')';
  return {
    kind: 'list',
    start,
    ...(isParenthesis && { delimiter: ')' }),
    isTight: !isLoose,
    items: start === null ? items.map(withBox) : items,
  };
}

/** `[ ]` and `[x]` at the start of an item are ballot boxes, as in task lists. */
function withBox(item: readonly Block[]): readonly Block[] {
  const [first, ...others] = item;
  const text = first?.kind === 'paragraph' ? first.children[0] : undefined;
  if (first?.kind !== 'paragraph' || text?.kind !== 'text') return item;
  const boxed = text.text.replace(/^\[([ xX])\](?= |$)/, (_, tick) => (tick === ' ' ? '☐' : '☑'));
  return [{ ...first, children: [{ ...text, text: boxed }, ...first.children.slice(1)] }, ...others];
}

function tokensUntil(type: string, blocks: BlockReading): readonly Token[] {
  const { tokens } = blocks.reading.parsed;
  const first = blocks.next;
  while (blocks.next < tokens.length && tokens[blocks.next]?.type !== type) blocks.next += 1;
  blocks.next += 1;
  return tokens.slice(first, blocks.next - 1);
}

function readCode(token: Token, start: number, reading: TreeReading): Block {
  reading.refuseValues(token.info + token.content, 'Variables are not allowed in code.');
  const text = token.content.replace(/\n$/, '');
  return { kind: 'code-block', text, at: reading.placeOf(start) };
}

/** Link definitions are checked here even if no link uses them. */
function judgeDefinition(token: Token, start: number, reading: TreeReading): undefined {
  const label = String(token.meta?.label ?? '');
  if (label.startsWith('^')) return void reading.refuse(start, 'Footnotes are not supported.');
  const href = reading.parsed.references[label]?.href ?? '';
  if (reading.refuseValues(label + href, 'Variables are not allowed in URLs.')) return;
  const judged = judgeLink(href);
  if ('refusal' in judged) reading.refuse(start, judged.refusal);
}
