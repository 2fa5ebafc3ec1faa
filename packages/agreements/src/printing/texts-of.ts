import type { Block, FieldBox, ImageBox, Inline, SourcePlace } from '../markdown/tree.ts';

export interface PlacedText {
  text: string;
  at: SourcePlace;
}

/** Every visible text, in reading order. */
export function* textsOf(blocks: readonly Block[]): Generator<PlacedText> {
  for (const block of blocks) {
    if (block.kind === 'heading' || block.kind === 'paragraph') yield* textsIn(block.children);
    else if (block.kind === 'quote') yield* textsOf(block.children);
    else if (block.kind === 'list') for (const item of block.items) yield* textsOf(item);
    else if (block.kind === 'code-block') yield block;
    else if (block.kind === 'table')
      for (const row of [block.head, ...block.rows]) for (const cell of row) yield* textsIn(cell);
    else if (block.kind === 'signatures')
      for (const { role, label, at, lines = [] } of block.signatures) {
        yield { text: label ?? role, at };
        for (const line of lines) yield { text: `${line.caption} ${line.text}`, at: line.at };
      }
  }
}

export function* textsIn(inlines: readonly Inline[]): Generator<PlacedText> {
  for (const inline of inlines) {
    if (inline.kind === 'text' || inline.kind === 'code') yield inline;
    else if ('children' in inline) yield* textsIn(inline.children);
  }
}

/** Boxes of fields and images. */
export function* boxesIn(inlines: readonly Inline[]): Generator<FieldBox | ImageBox> {
  for (const inline of inlines) {
    if (inline.kind === 'field' || inline.kind === 'image') yield inline;
    else if ('children' in inline) yield* boxesIn(inline.children);
  }
}
