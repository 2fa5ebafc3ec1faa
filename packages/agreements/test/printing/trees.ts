import type { Alignment, Block, Cell, DocumentTree, Inline } from '../../src/markdown/tree.ts';
import type { Printed, Printer, PrintRefusal } from '../../src/printing/printer.ts';

/** Short builders for trees. */
const at = { line: 3, column: 7 };

export const text = (words: string): Inline => ({ kind: 'text', text: words, at });
export const code = (words: string): Inline => ({ kind: 'code', text: words, at });
export const strong = (...children: Inline[]): Inline => ({ kind: 'strong', children });
export const link = (href: string, words: string): Inline => ({
  kind: 'link',
  href,
  children: [text(words)],
});

const inlines = (parts: readonly (string | Inline)[]) =>
  parts.map((part) => (typeof part === 'string' ? text(part) : part));

export const paragraph = (...parts: (string | Inline)[]): Block => ({
  kind: 'paragraph',
  children: inlines(parts),
});
export const heading = (level: 1 | 2 | 3 | 4 | 5 | 6, words: string): Block => ({
  kind: 'heading',
  level,
  children: [text(words)],
});
export const list = (start: number | null, ...items: Block[][]): Block => ({
  kind: 'list',
  start,
  isTight: true,
  items,
});
export const quote = (...children: Block[]): Block => ({ kind: 'quote', children });
export const codeBlock = (words: string): Block => ({ kind: 'code-block', text: words, at });
export const pageBreak: Block = { kind: 'page-break' };
export const rule: Block = { kind: 'rule' };

export const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[] = [],
): Block => ({
  kind: 'table',
  alignments,
  head: head.map(cell),
  rows: rows.map((row) => row.map(cell)),
});
const cell = (words: string): Cell => [text(words)];

export const signatures = (...roles: [role: string, label: string | null][]): Block => ({
  kind: 'signatures',
  signatures: roles.map(([role, label]) => ({ role, label, at })),
});

export const treeOf = (...blocks: Block[]): DocumentTree => ({ blocks });

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const print = (printer: Printer, ...blocks: Block[]): Promise<Printed | PrintRefusal> =>
  printer.print({ tree: treeOf(...blocks), pageSize: 'A4', title: 'Test' });

/** Prints a tree, or fails the test. */
export async function printed(printer: Printer, ...blocks: Block[]): Promise<Printed> {
  const outcome = await print(printer, ...blocks);
  if ('code' in outcome) throw new Error(`Not printed: ${JSON.stringify(outcome)}`);
  return outcome;
}
