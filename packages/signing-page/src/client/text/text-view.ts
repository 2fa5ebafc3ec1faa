import type { TextBlock, TextCell, TextPart, TextSignature } from '@assay/agreements/browser';
import { make } from '../dom.ts';
import { strings } from '../strings.ts';
import type { DocumentText } from './document-text.ts';

/** Other links are shown as text; templates allow these two alone. */
const LINK = /^(https:\/\/|mailto:)/;
const PICTURE = /^data:image\/(png|svg\+xml);base64,/;
const PIXELS_PER_POINT = 96 / 72;
/** The title of the page is above the headings of the document. */
const DEEPEST_HEADING = 6;

export interface TextView {
  element: HTMLElement;
  /** The place of each field, by its id. */
  slots: ReadonlyMap<string, HTMLElement>;
}

/** The document without pages, made of elements alone: no text of it is ever parsed as HTML. */
export function textView({ blocks, images, language }: DocumentText): TextView {
  const slots = new Map<string, HTMLElement>();
  const slotFor = (fieldId: string) => {
    const slot = make('span', { class: 'slot' });
    slots.set(fieldId, slot);
    return slot;
  };

  function blockOf(block: TextBlock): HTMLElement {
    switch (block.kind) {
      case 'heading':
        return make(headingOf(block.level), dir(block), ...partsOf(block.runs));
      case 'paragraph':
        return make('p', dir(block), ...partsOf(block.runs));
      case 'list':
        return make(
          'ul',
          { ...dir(block), role: 'list', class: block.isTight ? 'tight' : null },
          ...block.items.map(({ marker, blocks: own }) =>
            make('li', {}, make('span', { class: 'marker' }, marker), make('div', {}, ...own.map(blockOf))),
          ),
        );
      case 'quote':
        return make('blockquote', dir(block), ...block.blocks.map(blockOf));
      case 'table':
        return tableOf(block);
      case 'code':
        return make('pre', { dir: 'ltr' }, block.text);
      case 'signatures':
        return make('div', { class: 'signatures' }, ...block.signatures.map(signatureOf));
      case 'rule':
        return make('hr');
    }
  }

  const partsOf = (parts: readonly TextPart[]) => parts.map(partOf);

  function partOf(part: TextPart): Node {
    if ('fieldId' in part) return slotFor(part.fieldId);
    if ('image' in part) return pictureOf(part);
    let node: Node = new Text(part.text);
    if (part.isCode) node = make('code', {}, node);
    if (part.isBold) node = make('strong', {}, node);
    if (part.isItalic) node = make('em', {}, node);
    if (part.isStruck) node = make('s', {}, node);
    if (part.href === undefined || !LINK.test(part.href)) return node;
    return make('a', { href: part.href, target: '_blank', rel: 'noopener noreferrer' }, node);
  }

  function pictureOf({ image: { name, alt, width } }: Extract<TextPart, { image: unknown }>): Node {
    const src = images[name] ?? '';
    if (!PICTURE.test(src)) return new Text(alt);
    return make('img', { src, alt, width: Math.round(width * PIXELS_PER_POINT), draggable: 'false' });
  }

  function tableOf({ head, rows, alignments, ...block }: Extract<TextBlock, { kind: 'table' }>) {
    const cellsOf = (row: readonly TextCell[], tag: 'th' | 'td') =>
      row.map((cell, column) => {
        const element = make(tag, { ...dir(cell), scope: tag === 'th' ? 'col' : null }, ...partsOf(cell.runs));
        element.style.textAlign = alignments[column] ?? '';
        return element;
      });
    const table = make(
      'table',
      dir(block),
      make('thead', {}, make('tr', {}, ...cellsOf(head, 'th'))),
      make('tbody', {}, ...rows.map((row) => make('tr', {}, ...cellsOf(row, 'td')))),
    );
    // Wider than the screen, it scrolls by itself, also by keyboard.
    return make('div', { class: 'wide', role: 'region', 'aria-label': strings.table, tabindex: 0 }, table);
  }

  const signatureOf = ({ fieldId, label, lines, ...block }: TextSignature) =>
    make(
      'div',
      { class: 'signed', ...dir(block) },
      slotFor(fieldId),
      make('p', {}, label),
      ...lines.map((line) =>
        make(
          'p',
          { class: 'line', ...dir(line) },
          make('span', {}, line.caption),
          line.fieldId ? slotFor(line.fieldId) : make('span', {}, line.text),
        ),
      ),
    );

  const element = make('article', { class: 'flow', lang: language }, ...blocks.map(blockOf));
  return { element, slots };
}

const dir = ({ isRtl }: { isRtl: boolean }) => ({ dir: isRtl ? 'rtl' : 'ltr' });

const headingOf = (level: number) => `h${Math.min(level + 1, DEEPEST_HEADING)}` as 'h2';
