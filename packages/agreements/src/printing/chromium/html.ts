import { isTicked } from '../../fields/field-types.ts';
import type { FieldBox, ImageBox } from '../../markdown/tree.ts';
import { BREAK } from '../long-words.ts';
import { depthOf, FIELD_MARGIN } from '../page.ts';
import type { PrintableBlock, PrintableLine, PrintableSignature } from '../printable.ts';
import type { PrintableCell, PrintableTable } from '../printable-table.ts';
import type { TextRun } from '../text-run.ts';

/** Target of an empty link in a box; the printed link reveals where the box was placed. */
export type PlaceLink = (mark: string) => string;

/** Marks of signature and field boxes, which `finish-pdf.ts` reads. */
const signatureMark = (role: string) => `signature/${role}`;
const fieldMark = ({ id, width, height }: FieldBox) => `field/${id}/${width}/${height}`;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
  [BREAK]: '<wbr>',
};

/** Escapes text for HTML. */
export const escaped = (text: string) =>
  text.replace(/[&<>"'\n\u{200b}]/gu, (character) => ESCAPES[character] ?? character);

export const htmlOf = (blocks: readonly PrintableBlock[], linkOf: PlaceLink): string =>
  blocks.map((block) => blockHtml(block, linkOf)).join('\n');

function blockHtml(block: PrintableBlock, linkOf: PlaceLink): string {
  switch (block.kind) {
    case 'heading': {
      const tag = `h${block.level}`;
      return `<${tag}${kept(block)}${dir(block)} style="font-size:${block.size}pt">${runsHtml(block.runs, linkOf)}</${tag}>`;
    }
    case 'paragraph':
      return `<p${kept(block)}${dir(block)}>${runsHtml(block.runs, linkOf)}</p>`;
    case 'list':
      return listHtml(block, linkOf);
    case 'table':
      return tableHtml(block, linkOf);
    case 'code-block':
      return `<pre${kept(block)} dir="ltr">${escaped(block.text)}</pre>`;
    case 'quote':
      return `<blockquote${kept(block)}${dir(block)}>${htmlOf(block.blocks, linkOf)}</blockquote>`;
    case 'rule':
      return '<hr>';
    case 'page-break':
      return '<div class="break"></div>';
    case 'signatures':
      return `<div class="signatures${block.isKept ? ' kept' : ''}"${dir(block)}>${block.signatures.map((one) => signatureHtml(one, linkOf)).join('')}</div>`;
  }
}

/** Class of blocks that stay on one page with the signatures after them. */
const kept = ({ isKept }: { isKept?: true }) => (isKept ? ' class="kept"' : '');

const dir = ({ isRtl }: { isRtl: boolean }) => (isRtl ? ' dir="rtl"' : ' dir="ltr"');

const runsHtml = (runs: readonly TextRun[], linkOf: PlaceLink) =>
  runs
    .map((run) => {
      if (run.image) return imageHtml(run.image);
      return run.field ? fieldHtml(run.field, linkOf) : runHtml(run);
    })
    .join('');

/** The printer answers the request for the address itself. */
const imageHtml = ({ name, alt, width, height }: ImageBox) =>
  `<img src="${imagePath(name)}" alt="${escaped(alt)}" style="width:${width}pt;height:${height}pt">`;

export const imagePath = (name: string) => `/images/${name}`;

function fieldHtml(field: FieldBox, linkOf: PlaceLink, depth = depthOf(field.height)): string {
  const { width, height } = field;
  const kind = isTicked(field) ? 'tick' : 'blank';
  const style = `width:${width}pt;height:${height}pt;vertical-align:${-depth - FIELD_MARGIN}pt`;
  return `<a class="field ${kind}" style="${style}" href="${escaped(linkOf(fieldMark(field)))}"></a>`;
}

function runHtml({ text, isBold, isItalic, isStruck, isCode, href }: TextRun): string {
  let html = escaped(text);
  if (isCode) html = `<code>${html}</code>`;
  if (isBold) html = `<strong>${html}</strong>`;
  if (isItalic) html = `<em>${html}</em>`;
  if (isStruck) html = `<s>${html}</s>`;
  return href === undefined ? html : `<a href="${escaped(href)}">${html}</a>`;
}

function listHtml(list: Extract<PrintableBlock, { kind: 'list' }>, linkOf: PlaceLink): string {
  const tag = list.markers === 'numbers' ? 'ol' : 'ul';
  const classes = [list.isTight && 'tight', list.isKept && 'kept'].filter(Boolean).join(' ');
  const attributes = `${dir(list)}${classes && ` class="${classes}"`}`;
  const items = list.items.map(
    ({ marker, blocks }) => `<li style="list-style-type:'${cssText(marker)}\\2002'">${htmlOf(blocks, linkOf)}</li>`,
  );
  return `<${tag}${attributes} style="--indent:${list.indent}pt">${items.join('')}</${tag}>`;
}

/** Escapes text for a CSS string. */
export const cssText = (text: string) =>
  text.replace(/[^ \p{L}\p{N}]/gu, (one) => `\\${(one.codePointAt(0) ?? 0).toString(16)} `);

function tableHtml(table: PrintableTable & { isKept?: true }, linkOf: PlaceLink): string {
  const columns = table.columns.map(({ width }) => `<col style="width:${width}pt">`).join('');
  const rowHtml = (cells: readonly PrintableCell[], tag: string) =>
    `<tr>${cells.map((cell, column) => cellHtml(cell, { tag, table, column }, linkOf)).join('')}</tr>`;
  const head = rowHtml(table.head, 'th');
  const rows = table.rows.map((row) => rowHtml(row, 'td')).join('');
  const parts = table.repeatsHead ? `<thead>${head}</thead><tbody>${rows}</tbody>` : `<tbody>${head}${rows}</tbody>`;
  return `<table${kept(table)}${dir(table)} style="font-size:${table.fontSize}pt"><colgroup>${columns}</colgroup>${parts}</table>`;
}

interface CellPosition {
  tag: string;
  table: PrintableTable;
  column: number;
}

function cellHtml(cell: PrintableCell, { tag, table, column }: CellPosition, linkOf: PlaceLink) {
  const alignment = table.columns[column]?.alignment;
  const align = alignment ? `;text-align:${alignment}` : '';
  const style = `padding:${table.padding * 0.6}pt ${table.padding}pt${align}`;
  return `<${tag}${dir(cell)} style="${style}">${runsHtml(cell.runs, linkOf)}</${tag}>`;
}

const signatureHtml = ({ role, label, isRtl, lines }: PrintableSignature, linkOf: PlaceLink) =>
  `<div class="signature"><a class="place" href="${escaped(linkOf(signatureMark(role)))}"></a><div class="label"${dir({ isRtl })}>${escaped(label)}</div>${lines.map((line) => lineHtml(line, linkOf)).join('')}</div>`;

function lineHtml({ caption, text, isRtl, field }: PrintableLine, linkOf: PlaceLink): string {
  const before = caption && `<span class="caption">${escaped(caption)}</span>`;
  const filled = field ? fieldHtml(field, linkOf, 0) : `<span class="filled">${escaped(text)}</span>`;
  return `<div class="line"${dir({ isRtl })}>${before}${filled}</div>`;
}
