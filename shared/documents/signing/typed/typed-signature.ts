import { isRightToLeft, VISIBLE, withoutEmbeddings } from '@assay/agreements';
import { uncoveredIn } from '@assay/agreements/fonts';
import { type DrawnLine, drawLine } from './line.ts';

export interface BoxSize {
  width: number;
  height: number;
}

/** Ink colour of the signing page, also used for drawn signatures. */
const INK = '#14213d';

/** Smallest legible font size of handwriting on paper; a capital is about 1.4 mm high. */
const LEAST_POINTS = 6;
/** In a box too low for that size, the font size is this share of its height. */
const LEAST_SHARE = 0.6;
const MOST_LINES = 4;
const PITCH = 1.1;
/** Space between the ink and the edge of the box, so that no viewer clips a stroke. */
const MARGIN = 0.02;
/** A second line is used if it makes the letters larger by this factor. */
const WORTH_A_LINE = 1.25;

/**
 * A typed signature as letter outlines, in a picture of the size of its field. The service draws it
 * with its own fonts for both the signing page and the sealed file.
 */
export function drawTypedSignature(typed: string, box: BoxSize): { svg: string } | { problem: string } {
  const text = withoutEmbeddings(typed.normalize('NFC')).replace(/\s+/gu, ' ').trim();
  if (!VISIBLE.test(text)) return { problem: 'Type a name or initials.' };
  const uncovered = uncoveredIn(text);
  if (uncovered.length > 0)
    return {
      problem: `The signature cannot be drawn. No font has these characters: ${uncovered.join(' ')}`,
    };
  const best = largest(text, box);
  if (best.size < Math.min(LEAST_POINTS, box.height * LEAST_SHARE))
    return {
      problem: `The text is too long for this field: it would be ${best.size.toFixed(1)} pt high, and at least ${LEAST_POINTS} pt are required. Shorten it, or draw the signature.`,
    };
  return { svg: svgOf(text, best, box) };
}

interface Setting {
  lines: readonly DrawnLine[];
  /** Font size in points. */
  size: number;
}

/** Uses as many lines as make it clearly larger. */
function largest(text: string, box: BoxSize): Setting {
  let best = settingOf([text], box);
  for (let count = 2; count <= MOST_LINES; count += 1) {
    const lines = balanced(text, count);
    if (lines.length < count) break;
    const setting = settingOf(lines, box);
    if (setting.size > best.size * WORTH_A_LINE) best = setting;
  }
  return best;
}

function settingOf(texts: readonly string[], box: BoxSize): Setting {
  const lines = texts.map(drawLine);
  const { width, height } = extentOf(lines);
  const room = 1 - 2 * MARGIN;
  const size = Math.min((box.width * room) / width, (box.height * room) / height, box.height);
  return { lines, size };
}

/**
 * In ems: the widest ink, and the height from the top of the first line to the bottom of the last.
 */
function extentOf(lines: readonly DrawnLine[]) {
  const width = Math.max(...lines.map(({ bounds }) => bounds.right - bounds.left));
  const top = Math.max(...lines.map(({ bounds }, index) => bounds.top - index * PITCH));
  const bottom = Math.min(...lines.map(({ bounds }, index) => bounds.bottom - index * PITCH));
  return { width, height: top - bottom, top };
}

/** Distributes words over lines of similar length; fewer lines if there are fewer words. */
function balanced(text: string, count: number): string[] {
  const words = text.split(' ');
  const goal = text.length / count;
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const isFull = line === undefined || line.length + word.length / 2 > goal;
    if (isFull && lines.length < count) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function svgOf(text: string, { lines, size }: Setting, { width, height }: BoxSize): string {
  const isRtl = isRightToLeft(text);
  const extent = extentOf(lines);
  const top = (height - extent.height * size) / 2;
  const path = lines.map(({ commands, bounds }, index) => {
    const slack = (extent.width - (bounds.right - bounds.left)) * size;
    const start = (width - extent.width * size) / 2 + (isRtl ? slack : 0) - bounds.left * size;
    const baseline = top + (extent.top + index * PITCH) * size;
    return commands
      .map(({ kind, points }) => {
        const placed = points.map((value, at) =>
          rounded(at % 2 === 0 ? start + value * size : baseline - value * size),
        );
        return `${kind}${placed.join(' ')}`;
      })
      .join('');
  });
  const [w, h] = [rounded(width), rounded(height)];
  // For the signing page, which requests a drawing for a field of another size on a later visit.
  const typed = encodeURIComponent(text.toWellFormed());
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" data-typed="${typed}" width="${w}" height="${h}" ` +
    `viewBox="0 0 ${w} ${h}">` +
    `<path fill="${INK}" d="${path.join('')}"/></svg>\n`
  );
}
