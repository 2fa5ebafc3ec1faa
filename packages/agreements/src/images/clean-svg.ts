import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DESCRIBING, DRAWN, PAINTS, REFUSED, SHAPES, SVG_NAMESPACE } from './svg-rules.ts';

/** A drawing as it is stored, with its size in CSS pixels, or why it is refused. */
export type CleanSvg = { svg: string; width: number; height: number } | { problem: string };

const DEPTH = 50;
const ELEMENTS = 20_000;
/** With those that `use` draws again. */
const DRAWN_ELEMENTS = 40_000;
const LARGEST_SIDE = 10_000;

class Refusal extends Error {}
const refuse = (message: string): never => {
  throw new Refusal(message);
};

/**
 * Writes a drawing anew from what is allowed. What draws nothing is left out: comments, metadata, data of editors.
 * What could run, move, load something or look different in another program is refused and named.
 */
export function cleanSvg(text: string): CleanSvg {
  const parser = new SaxesParser({ xmlns: true });
  const state: State = { out: [], open: [], skipping: 0, elements: 0, uses: [], parts: new Map(), size: undefined };
  parser.on('doctype', () => refuse('A document type declaration is not allowed. Save the drawing without one.'));
  parser.on('error', () => refuse('The file is not well-formed XML.'));
  parser.on('processinginstruction', ({ target }) => refuse(`The instruction \`${target}\` is not allowed.`));
  parser.on('opentag', (tag) => openTag(tag, state));
  parser.on('closetag', () => closeTag(state));
  try {
    parser.write(text).close();
    refuseMultiplied(state);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
  if (!state.size) return { problem: 'The file is not an SVG drawing.' };
  return { svg: state.out.join(''), ...state.size };
}

interface State {
  out: string[];
  open: (Part & { name: string; id: string | undefined })[];
  /** Depth within an element that is left out. */
  skipping: number;
  elements: number;
  /** Ids of the elements that are drawn again. */
  uses: string[];
  parts: Map<string, Part>;
  size: { width: number; height: number } | undefined;
}

/** The number of elements and of uses in an element; while it is open, those before it. */
interface Part {
  elements: number;
  uses: number;
}

function openTag({ local, uri, attributes }: SaxesTagNS, state: State) {
  const isRoot = state.size === undefined;
  state.elements += 1;
  if (state.elements > ELEMENTS) refuse(`A drawing may have at most ${ELEMENTS} elements.`);
  if (isRoot && (local !== 'svg' || uri !== SVG_NAMESPACE)) refuse('The file is not an SVG drawing.');
  // Editors keep their data in namespaces of their own.
  if (state.skipping > 0 || uri !== SVG_NAMESPACE || DESCRIBING.has(local)) {
    if (Object.hasOwn(REFUSED, local)) refuse(REFUSED[local] ?? '');
    state.skipping += 1;
    return;
  }
  if (!DRAWN.has(local)) refuse(REFUSED[local] ?? `The element \`${local}\` is not allowed.`);
  if (state.open.length >= DEPTH) refuse(`Elements can be nested ${DEPTH} deep at most.`);
  const kept = new Map<string, string>();
  for (const attribute of Object.values(attributes)) keepAttribute(attribute, local, kept);
  if (isRoot) state.size = rootSize(kept);
  state.open.push({ name: local, id: kept.get('id'), elements: state.elements - 1, uses: state.uses.length });
  if (local === 'use') state.uses.push(kept.get('href')?.slice(1) ?? '');
  const size = isRoot ? ` xmlns="${SVG_NAMESPACE}" width="${state.size?.width}" height="${state.size?.height}"` : '';
  const written = [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  state.out.push(`<${local}${size}${written}>`);
}

function closeTag(state: State) {
  if (state.skipping > 0) {
    state.skipping -= 1;
    return;
  }
  const closed = state.open.pop();
  if (!closed) return;
  state.out.push(`</${closed.name}>`);
  const part = { elements: state.elements - closed.elements, uses: state.uses.length - closed.uses };
  if (closed.id !== undefined) state.parts.set(closed.id, part);
}

/** A few elements that use each other draw millions. */
function refuseMultiplied({ elements, uses, parts }: State) {
  const used = uses.map((id) => parts.get(id) ?? { elements: 0, uses: 0 });
  if (used.some((part) => part.uses > 0)) refuse('An element that is drawn with `use` cannot contain another `use`.');
  const drawn = used.reduce((sum, part) => sum + part.elements, elements);
  if (drawn > DRAWN_ELEMENTS) refuse(`A drawing may draw at most ${DRAWN_ELEMENTS} elements with \`use\`.`);
}

const XLINK = 'http://www.w3.org/1999/xlink';

function keepAttribute(
  { local, prefix, uri, value }: { local: string; prefix: string; uri: string; value: string },
  element: string,
  kept: Map<string, string>,
) {
  if (/^on/i.test(local)) refuse(`The event attribute \`${local}\` is not allowed.`);
  if (local === 'href' && (prefix === '' || uri === XLINK)) {
    if (!/^#[^\s]+$/.test(value)) refuse('A drawing may refer to its own elements only.');
    if (element === 'use' || element.endsWith('Gradient') || element === 'pattern') kept.set('href', value);
  } else if (prefix !== '' || uri !== '') return;
  else if (local === 'style') keepStyle(value, kept);
  else if (PAINTS.has(local) || SHAPES.has(local)) {
    if (!kept.has(local)) kept.set(local, safe(value));
  } else if (local === 'filter') refuse(REFUSED.filter ?? '');
}

/** Declarations become attributes; they win over attributes of the same name. */
function keepStyle(style: string, kept: Map<string, string>) {
  for (const declaration of style.split(';')) {
    const [name = '', ...rest] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const value = rest
      .join(':')
      .replace(/!important\s*$/i, '')
      .trim();
    if (property === 'filter' && value !== 'none') refuse(REFUSED.filter ?? '');
    if (PAINTS.has(property)) kept.set(property, safe(value));
    else safe(value);
  }
}

/** A value may name an element of the drawing and nothing outside of it. */
function safe(value: string): string {
  const outside = value.replace(/url\(\s*(["']?)#[^)"'\s]+\1\s*\)/gi, '');
  if (/url\s*\(|image\s*\(|image-set\s*\(|expression\s*\(|@import|javascript:|data:|\\/i.test(outside))
    refuse('A drawing may refer to its own elements only.');
  return value;
}

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** Width and height as stated, otherwise those of the view box. The root begins with both. */
function rootSize(kept: Map<string, string>) {
  const [, , boxWidth, boxHeight] = (kept.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box = { width: positive(boxWidth), height: positive(boxHeight) };
  const stated = { width: lengthOf(kept.get('width')), height: lengthOf(kept.get('height')) };
  const ratio = box.width && box.height ? box.width / box.height : undefined;
  const width = stated.width ?? (stated.height && ratio ? stated.height * ratio : box.width);
  const height = stated.height ?? (stated.width && ratio ? stated.width / ratio : box.height);
  if (!width || !height) return refuse('The drawing states no size: it needs `viewBox`, or `width` and `height`.');
  if (Math.max(width, height) > LARGEST_SIDE || Math.min(width, height) < 1)
    refuse(`A drawing is between 1 and ${LARGEST_SIDE} pixels wide and high.`);
  if (!ratio) kept.set('viewBox', `0 0 ${width} ${height}`);
  kept.delete('width');
  kept.delete('height');
  return { width, height };
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*([0-9.]+)(px|pt|pc|mm|cm|in)?\s*$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : positive(Number(number) * (PIXELS[unit] ?? 1));
}

const positive = (number: number | undefined) =>
  number !== undefined && Number.isFinite(number) && number > 0 ? number : undefined;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

/** The size of a drawing that was cleaned, from its first characters. */
export function cleanSvgSize(text: string): { width: number; height: number } | undefined {
  const [, width, height] = /^<svg xmlns="[^"]*" width="([0-9.]+)" height="([0-9.]+)"/.exec(text.slice(0, 200)) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
