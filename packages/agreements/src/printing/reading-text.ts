import type { DocumentTree } from '../markdown/tree.ts';
import { type PrintableBlock, type PrintableLine, printableBlocks } from './printable.ts';
import type { PrintableCell } from './printable-table.ts';
import type { PageSize } from './printer.ts';
import type { TextBlock, TextLine, TextPart } from './text-block.ts';
import type { TextRun } from './text-run.ts';

/** Ids of the document's fields, by those of the tree. */
export interface FieldIds {
  ofField: (treeId: string) => string;
  ofSignature: (role: string) => string;
}

/** From the same blocks as the PDF, so that both have the same words. */
export const readingText = (tree: DocumentTree, pageSize: PageSize, ids: FieldIds): TextBlock[] =>
  printableBlocks(tree, pageSize).flatMap((block) => textBlock(block, ids));

function textBlock(block: PrintableBlock, ids: FieldIds): TextBlock[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', level: block.level, isRtl: block.isRtl, runs: partsOf(block.runs, ids) }];
    case 'paragraph':
      return [{ kind: 'paragraph', isRtl: block.isRtl, runs: partsOf(block.runs, ids) }];
    case 'list':
      return [
        {
          kind: 'list',
          isRtl: block.isRtl,
          isTight: block.isTight,
          items: block.items.map(({ marker, blocks }) => ({
            marker,
            blocks: blocks.flatMap((one) => textBlock(one, ids)),
          })),
        },
      ];
    case 'quote':
      return [{ kind: 'quote', isRtl: block.isRtl, blocks: block.blocks.flatMap((one) => textBlock(one, ids)) }];
    case 'table': {
      const cells = (row: readonly PrintableCell[]) =>
        row.map(({ isRtl, runs }) => ({ isRtl, runs: partsOf(runs, ids) }));
      return [
        {
          kind: 'table',
          isRtl: block.isRtl,
          alignments: block.columns.map(({ alignment }) => alignment),
          head: cells(block.head),
          rows: block.rows.map(cells),
        },
      ];
    }
    case 'code-block':
      return [{ kind: 'code', text: block.text }];
    case 'signatures':
      return [
        {
          kind: 'signatures',
          signatures: block.signatures.map(({ role, label, isRtl, lines }) => ({
            fieldId: ids.ofSignature(role),
            label,
            isRtl,
            lines: lines.map((line) => textLine(line, ids)),
          })),
        },
      ];
    case 'rule':
      return [{ kind: 'rule' }];
    case 'page-break':
      return [];
  }
}

const textLine = ({ caption, text, isRtl, field }: PrintableLine, ids: FieldIds): TextLine => ({
  caption,
  text,
  isRtl,
  ...(field && { fieldId: ids.ofField(field.id) }),
});

const partsOf = (runs: readonly TextRun[], ids: FieldIds): TextPart[] =>
  runs.map(({ text, field, image, ...style }) => {
    if (field) return { ...style, fieldId: ids.ofField(field.id) };
    if (!image) return { ...style, text };
    const { name, alt, width, height } = image;
    return { ...style, image: { name, alt, width, height } };
  });
