import { checkSource } from '../../src/markdown/check-source.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import type { Block, Inline } from '../../src/markdown/tree.ts';

/** The blocks of a document that renders; a source that does not fails the test with its findings. */
export function blocksOf(source: string, data: unknown = {}): readonly Block[] {
  const rendered = renderSource({ source, data });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings, null, 1));
  return rendered.tree.blocks;
}

/** The findings of a source with data, each as `line:column message`; empty if it renders. */
export function refusals(source: string, data: unknown = {}): string[] {
  const rendered = renderSource({ source, data });
  return 'findings' in rendered ? rendered.findings.map(spelled) : [];
}

/** The same for saving it. */
export function refusalsOfSaving(source: string, sampleData: unknown = {}): string[] {
  const checked = checkSource(source, sampleData);
  return 'findings' in checked ? checked.findings.map(spelled) : [];
}

const spelled = ({ line, column, message }: { line: number; column: number; message: string }) =>
  `${line}:${column} ${message}`;

/** A compact notation of a document: `h1(a) p(b em(c)) ul(p(d)) table[x | y / 1 | 2]`. */
export const sketch = (source: string, data: unknown = {}): string => drawn(blocksOf(source, data));

const drawn = (blocks: readonly Block[]) => blocks.map(drawnBlock).join(' ');

function drawnBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level}(${inlines(block.children)})`;
    case 'paragraph':
      return `p(${inlines(block.children)})`;
    case 'list': {
      const name = block.start === null ? 'ul' : `ol${block.start}`;
      return `${name}${block.isTight ? '' : '-loose'}(${block.items.map(drawn).join(', ')})`;
    }
    case 'table': {
      const rows = [block.head, ...block.rows].map((row) => row.map(inlines).join(' | '));
      return `table:${block.alignments.map((one) => one?.[0] ?? '-').join('')}[${rows.join(' / ')}]`;
    }
    case 'code-block':
      return `code(${block.text.replaceAll('\n', '⏎')})`;
    case 'quote':
      return `quote(${drawn(block.children)})`;
    case 'signatures':
      return `sign(${block.signatures.map(({ role, label }) => role + (label === null ? '' : `="${label}"`)).join(', ')})`;
    default:
      return block.kind;
  }
}

const SHORT: Record<string, string> = { emphasis: 'em', strikethrough: 's' };

const inlines = (children: readonly Inline[]): string =>
  children
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind === 'code') return `\`${inline.text}\``;
      if (inline.kind === 'line-break') return '⏎';
      if (inline.kind === 'field') return `[${inline.fieldType} ${inline.id}]`;
      if (inline.kind === 'image') return `[${inline.alt} ${inline.name} ${inline.width}x${inline.height}]`;
      if (inline.kind === 'link') return `a<${inline.href}>(${inlines(inline.children)})`;
      return `${SHORT[inline.kind] ?? inline.kind}(${inlines(inline.children)})`;
    })
    .join('');

/** Every text of a document, line breaks as such. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('text' in value && typeof value.text === 'string') return [value.text];
  if ('kind' in value && value.kind === 'line-break') return ['\n'];
  return Object.values(value).flatMap(textsOf);
}

/** The kinds of a tree without its texts. A value is one text, whatever line breaks it has. */
export function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kinds = value.map(kindsOf);
    return kinds.filter(
      (kind, index) => kind !== 'line-break' && (kind !== 'text' || kinds[index - 1] !== 'line-break'),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value && (value.kind === 'text' || value.kind === 'line-break')) return value.kind;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, kindsOf(member)]));
}
