import type { Token } from 'markdown-it';
import { TABLE_COLUMNS } from './bounds.ts';
import { endOfLine } from './content-places.ts';
import { readInlines } from './read-inlines.ts';
import type { TreeReading } from './reading.ts';
import { cellsOf } from './table-cells.ts';
import type { Alignment, Block, Cell } from './tree.ts';

/** Reads the tokens inside a table. */
export function readTable(tokens: readonly Token[], reading: TreeReading): Block {
  const rows = rowsOf(tokens);
  const [first, ...below] = rows;
  const before = reading.fields.length;
  const head = first && readRow(first.line, first.cells, reading);
  // The header is repeated on every page of the table, so it cannot contain fields.
  for (const { at } of reading.fields.slice(before))
    reading.findings.add(at, 'Fields are not allowed in the first row of a table.');
  const others = below.map(({ line, cells }) => readRow(line, cells, reading));
  const columns = rows[0]?.cells ?? [];
  if (columns.length > TABLE_COLUMNS)
    reading.refuse(
      reading.parsed.blockStarts.get(rows[0]?.line ?? 0) ?? 0,
      `A table has at most ${TABLE_COLUMNS} columns.`,
    );
  const alignments = columns.map(({ opening }) => alignmentOf(opening));
  return { kind: 'table', alignments, head: head ?? [], rows: others };
}

interface Row {
  line: number;
  cells: { opening: Token; inline: Token }[];
}

function rowsOf(tokens: readonly Token[]): Row[] {
  const rows: Row[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'tr_open') rows.push({ line: token.map?.[0] ?? 0, cells: [] });
    const opening = tokens[index - 1];
    if (token.type === 'inline' && opening) rows.at(-1)?.cells.push({ opening, inline: token });
  }
  return rows;
}

function readRow(line: number, cells: Row['cells'], reading: TreeReading): Cell[] {
  const start = reading.parsed.blockStarts.get(line) ?? 0;
  const written = cellsOf(reading.lines.text.slice(start, endOfLine(reading.lines, line)));
  const excess = written[cells.length];
  // Markdown would drop excess cells silently.
  if (excess) reading.refuse(start + excess.start, 'This row has more cells than its table.');
  return cells.map(({ inline }, column) => {
    const cell = written[column];
    return readInlines(inline, (offset) => start + (cell?.offsetOf(offset) ?? 0), reading);
  });
}

const ALIGNMENTS: Record<string, Alignment> = {
  'text-align:left': 'left',
  'text-align:center': 'center',
  'text-align:right': 'right',
};

const alignmentOf = (opening: Token): Alignment => ALIGNMENTS[String(opening.attrGet('style'))] ?? null;
