/**
 * Assigns text to glyphs. A letter with its marks is often several glyphs: an Arabic letter and its
 * dots, a Devanagari consonant and the vowel signs around it. Each glyph comes with the text of its
 * whole cluster, but a reader must extract that text once.
 */
export interface Glyph {
  /** Its code in the content stream. */
  code: number;
  /** In thousandths of the font size; zero for a mark on a letter. */
  advance: number;
}

/** Glyphs that Typst wrote together, and the text of their cluster. */
export interface Unit<G extends Glyph = Glyph> {
  text: string;
  glyphs: readonly G[];
  /** Units of one item follow each other at the same height. */
  item: number;
}

/** Scripts whose letters change shape within a word; each shape is a glyph with its own width. */
const JOINING = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * The text of each glyph. A glyph without text is part of a letter whose text another glyph has.
 */
export function glyphTexts<G extends Glyph>(units: readonly Unit<G>[]): Map<G, string | undefined> {
  const texts = new Map<G, string | undefined>();
  for (const cluster of clustersOf(units)) {
    const text = cluster[0]?.text ?? '';
    const glyphs = cluster.flatMap((unit) => unit.glyphs);
    const carriers = glyphs.some(isSpacing) ? glyphs.filter(isSpacing) : glyphs.slice(0, 1);
    const parts = shareOf(text, carriers.length);
    for (const glyph of glyphs) texts.set(glyph, undefined);
    for (const [index, glyph] of carriers.entries()) texts.set(glyph, parts[index]);
  }
  return texts;
}

const isSpacing = ({ advance }: Glyph) => advance > 0;

/**
 * Readers reverse right-to-left lines character by character, even within a glyph of several
 * characters. Such a glyph therefore has its characters in visual order.
 */
const asSeen = (text: string) => (JOINING.test(text) ? [...text].reverse().join('') : text);

/** The first glyph gets most of the text, so that few parts begin with a mark. */
function shareOf(text: string, count: number): string[] {
  if (count === 1) return [asSeen(text)];
  const composed = [...text];
  const characters = composed.length < count ? [...text.normalize('NFD')] : composed;
  const first = Math.max(1, characters.length - count + 1);
  const parts = [characters.slice(0, first).join(''), ...characters.slice(first)];
  return JOINING.test(text) ? parts.map(asSeen).reverse() : parts;
}

function* clustersOf<G extends Glyph>(units: readonly Unit<G>[]): Generator<Unit<G>[]> {
  let start = 0;
  for (let index = 1; index <= units.length; index += 1) {
    if (index < units.length && units[index]?.text === units[start]?.text) continue;
    yield* clustersOfSameText(units.slice(start, index));
    start = index;
  }
}

/**
 * Adjacent units with the same text are either a repeated letter or parts of one letter at
 * different heights. Within an item they are different letters, because Typst writes parts
 * together.
 */
function clustersOfSameText<G extends Glyph>(units: Unit<G>[]): Unit<G>[][] {
  const isOneItem = units.every(({ item }) => item === units[0]?.item);
  if (isOneItem) return units.map((unit) => [unit]);
  return JOINING.test(units[0]?.text ?? '') ? aroundLetters(units) : repetitions(units);
}

/** In these scripts a letter is one glyph, and all other glyphs are attached to it. */
function aroundLetters<G extends Glyph>(units: Unit<G>[]): Unit<G>[][] {
  const clusters: Unit<G>[][] = [];
  for (const unit of units) {
    const last = clusters.at(-1);
    if (last && !(isLetter(unit) && last.some(isLetter))) last.push(unit);
    else clusters.push([unit]);
  }
  return clusters;
}

const isLetter = ({ glyphs }: Unit) => glyphs.some(isSpacing);

/** In other scripts, repeated text has the same glyphs again. */
function repetitions<G extends Glyph>(units: Unit<G>[]): Unit<G>[][] {
  const keys = units.map(({ glyphs }) => glyphs.map(({ code }) => code).join(' '));
  const period = keys.findIndex(
    (_, index) => index > 0 && units.length % index === 0 && keys.every((key, at) => key === keys[at % index]),
  );
  const length = period > 0 ? period : units.length;
  return Array.from({ length: units.length / length }, (_, index) => units.slice(index * length, (index + 1) * length));
}
