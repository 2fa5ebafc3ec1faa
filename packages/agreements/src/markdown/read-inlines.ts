import type { Token } from 'markdown-it';
import { NESTING_LEVELS } from './bounds.ts';
import type { OffsetOf } from './content-places.ts';
import { judgeLink } from './links.ts';
import { readField } from './read-fields.ts';
import { readImage } from './read-image.ts';
import type { TreeReading } from './reading.ts';
import { partsOf } from './sentinels.ts';
import type { Inline } from './tree.ts';
import { newTypography, type Typography } from './typography.ts';

type Span = Extract<Inline, { children: readonly Inline[] }>;

/** An open span and its children so far. */
interface Frame {
  span: { kind: Exclude<Span['kind'], 'link'> } | { kind: 'link'; href: string } | undefined;
  start: number;
  children: Inline[];
  /** Whether source text can be appended to the last child; values stay separate. */
  isExtendable: boolean;
}

interface InlineReading {
  reading: TreeReading;
  frames: [Frame, ...Frame[]];
  offsetOf: OffsetOf;
  isLineStart: boolean;
  typography: Typography;
}

/** Converts the inline tokens of a block to a tree, with values in place of their sentinels. */
export function readInlines(token: Token, offsetOf: OffsetOf, reading: TreeReading): Inline[] {
  const root = newFrame(undefined, 0);
  const inlines: InlineReading = {
    reading,
    frames: [root],
    offsetOf,
    isLineStart: true,
    typography: newTypography(reading.language),
  };
  for (const child of token.children ?? []) {
    readInline(child, inlines);
    inlines.isLineStart = child.type === 'softbreak' || child.type === 'hardbreak';
  }
  return root.children;
}

const newFrame = (span: Frame['span'], start: number): Frame => ({
  span,
  start,
  children: [],
  isExtendable: false,
});

const SPANS: Record<string, 'emphasis' | 'strong' | 'strikethrough'> = {
  em_open: 'emphasis',
  strong_open: 'strong',
  s_open: 'strikethrough',
};

function readInline(token: Token, inlines: InlineReading) {
  const { reading } = inlines;
  // Offsets in the content of the block and in the rendered text.
  const from = reading.parsed.inlineStarts.get(token) ?? 0;
  const start = inlines.offsetOf(from);
  const span = SPANS[token.type];
  if (span) return openSpan({ kind: span }, start, inlines);
  switch (token.type) {
    case 'text':
      refuseLookalikes(token.content, from, inlines);
      return addText(token.content, from, inlines);
    case 'text_special':
      return addText(token.content, from, inlines, 'as written');
    case 'softbreak':
      inlines.typography.pass(' ');
      return addText(' ', from, inlines);
    case 'hardbreak':
      inlines.typography.pass(' ');
      return add({ kind: 'line-break' }, start, inlines);
    case 'code_inline':
      if (reading.refuseValues(token.content, 'Variables are not allowed in code.')) return;
      inlines.typography.pass(token.content);
      return add({ kind: 'code', text: token.content, at: reading.placeOf(start) }, start, inlines);
    case 'field': {
      inlines.typography.pass(VALUE);
      if (inlines.frames.some(({ span }) => span?.kind === 'link'))
        reading.refuse(start, 'Fields are not allowed in links.');
      const field = readField({ text: token.content, from, offsetOf: inlines.offsetOf }, reading);
      return field && add(field, start, inlines);
    }
    case 'link_open':
      return openSpan({ kind: 'link', href: addressOf(token, start, reading) }, start, inlines);
    case 'image': {
      inlines.typography.pass(VALUE);
      if (inlines.frames.some(({ span }) => span?.kind === 'link'))
        reading.refuse(start, 'Images are not allowed in links.');
      const image = readImage(token, start, reading);
      return image && add(image, start, inlines);
    }
    case 'html_inline':
      reading.refuseValues(token.content, 'Variables are not allowed in HTML.');
      return reading.refuse(start, 'HTML is not supported.');
    default:
      if (token.nesting === -1) closeSpan(inlines);
  }
}

const attributesOf = ({ attrs }: Token) => (attrs ?? []).map(([, value]) => value).join(' ');

/** The URL of a reference link was checked at its definition. */
function addressOf(token: Token, start: number, reading: TreeReading): string {
  const hasValue = reading.refuseValues(attributesOf(token), 'Variables are not allowed in URLs.');
  const label = token.meta?.label;
  if (typeof label === 'string' && label.startsWith('^')) reading.refuse(start, FOOTNOTES);
  const judged = judgeLink(String(token.attrGet('href') ?? ''));
  if ('refusal' in judged && !hasValue && label === undefined) reading.refuse(start, judged.refusal);
  return 'href' in judged ? judged.href : '';
}

const FOOTNOTES = 'Footnotes are not supported.';

/** Rejects text that was probably meant as markup: a directive next to other text, a footnote. */
function refuseLookalikes(text: string, from: number, inlines: InlineReading) {
  const { isLineStart, reading, offsetOf } = inlines;
  const directive = isLineStart && text.startsWith('::') ? 0 : text.search(/::(?:signature|pagebreak)/i);
  if (directive >= 0)
    reading.refuse(offsetOf(from + directive), 'A directive must be alone on its line, outside of lists and quotes.');
  const footnote = text.search(/\[\^[^\]\s]{1,100}\]|\^\[/);
  if (footnote >= 0) reading.refuse(offsetOf(from + footnote), FOOTNOTES);
}

function addText(text: string, from: number, inlines: InlineReading, style?: 'as written') {
  for (const part of partsOf(text)) {
    if ('valueIndex' in part) {
      inlines.typography.pass(VALUE);
      addValue(part.valueIndex, inlines.offsetOf(from), inlines);
      continue;
    }
    const set = inlines.typography.set(part.text);
    const offset = inlines.offsetOf(from + part.offset);
    extend(style === 'as written' ? part.text : set, offset, inlines);
  }
}

/** For quotation marks, a value counts as a word, whatever it is. */
const VALUE = 'x';

function extend(text: string, offset: number, inlines: InlineReading) {
  const frame = innermost(inlines);
  const last = frame.children.at(-1);
  if (frame.isExtendable && last?.kind === 'text') {
    frame.children[frame.children.length - 1] = { ...last, text: last.text + text };
    return;
  }
  add({ kind: 'text', text, at: inlines.reading.placeOf(offset) }, offset, inlines);
  frame.isExtendable = true;
}

/** A value is one text, even if empty, or several separated by line breaks. */
function addValue(index: number, start: number, inlines: InlineReading) {
  const value = inlines.reading.printValue(index);
  const at = inlines.reading.placeOfValue(value);
  for (const [line, text] of value.text.split(LINE_BREAK).entries()) {
    if (line > 0) add({ kind: 'line-break' }, start, inlines);
    add({ kind: 'text', text, at }, start, inlines);
  }
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

function add(inline: Inline, offset: number, inlines: InlineReading) {
  const frame = innermost(inlines);
  frame.children.push(inline);
  frame.isExtendable = false;
  inlines.reading.countNode(offset);
}

const innermost = ({ frames }: InlineReading): Frame => frames.at(-1) ?? frames[0];

function openSpan(span: NonNullable<Frame['span']>, start: number, { frames, reading }: InlineReading) {
  if (frames.length === NESTING_LEVELS + 1)
    reading.refuse(start, `Emphasis can be nested ${NESTING_LEVELS} deep at most.`);
  frames.push(newFrame(span, start));
}

function closeSpan(inlines: InlineReading) {
  const { span, start, children } = innermost(inlines);
  if (!span) return;
  inlines.frames.pop();
  add({ ...span, children }, start, inlines);
}
