import type { Block } from '../markdown/tree.ts';

/**
 * Markers of list items. Nested ordered lists are numbered as in contracts: 1., (a), (i), (A), (I),
 * then with figures. A list written with `1)` keeps its parenthesis: 1), a), i). An item that
 * begins with a ballot box has that box as its marker.
 */
type List = Extract<Block, { kind: 'list' }>;

export interface MarkedList {
  kind: 'numbers' | 'bullets' | 'boxes';
  items: { marker: string; blocks: readonly Block[] }[];
}

const BULLET = '•';
const BOX = /^([☐☑☒])(?: +|$)/u;

/** `level` is the number of enclosing ordered lists. */
export function markedList({ start, delimiter, items }: List, level: number): MarkedList {
  if (start !== null)
    return {
      kind: 'numbers',
      items: items.map((blocks, index) => ({
        marker: numberMarker(start + index, level, delimiter),
        blocks,
      })),
    };
  const marked = items.map(withoutBox);
  const kind = marked.some(({ marker }) => marker !== BULLET) ? 'boxes' : 'bullets';
  return { kind, items: marked };
}

function withoutBox(blocks: readonly Block[]): { marker: string; blocks: readonly Block[] } {
  const [first, ...others] = blocks;
  const text = first?.kind === 'paragraph' ? first.children[0] : undefined;
  const box = text?.kind === 'text' ? BOX.exec(text.text) : null;
  if (first?.kind !== 'paragraph' || text?.kind !== 'text' || !box) return { marker: BULLET, blocks };
  const rest = { ...text, text: text.text.slice(box[0].length) };
  const children = [...(rest.text ? [rest] : []), ...first.children.slice(1)];
  return { marker: box[1] ?? BULLET, blocks: [{ ...first, children }, ...others] };
}

const STYLES = [
  String,
  letters,
  roman,
  (number: number) => letters(number).toUpperCase(),
  (number: number) => roman(number).toUpperCase(),
];

function numberMarker(number: number, level: number, delimiter: List['delimiter']): string {
  const style = STYLES[level] ?? String;
  const text = style(number);
  const isFigure = /^\d/.test(text);
  if (delimiter === ')') return `${text})`;
  return isFigure ? `${text}.` : `(${text})`;
}

/** a to z, then aa, ab (bijective base 26, which has no zero). */
function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text || String(number);
}

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const MOST_ROMAN = 3999;

function roman(number: number): string {
  if (number < 1 || number > MOST_ROMAN) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN)
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  return text;
}
