import createBidi from 'bidi-js';
import { type Face, facesOf, fontOf } from './fonts.ts';

/** A path command with its points, in ems from the start of the baseline; y grows upwards. */
interface Command {
  kind: 'M' | 'L' | 'C' | 'Z';
  points: readonly number[];
}

interface Bounds {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export interface DrawnLine {
  commands: Command[];
  /** Of the ink. */
  bounds: Bounds;
}

/** A CommonJS module whose only export is the function, which its types call `default`. */
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** One line of text as outlines, each script shaped by its font, in visual order. */
export function drawLine(text: string): DrawnLine {
  const commands: Command[] = [];
  let x = 0;
  for (const run of visualRuns(text)) {
    const font = fontOf(run.face);
    const em = font.unitsPerEm;
    const shaped = font.layout(run.text, undefined, undefined, undefined, run.isRtl ? 'rtl' : 'ltr');
    shaped.glyphs.forEach((glyph, index) => {
      const position = shaped.positions[index];
      if (!position) return;
      const left = x + position.xOffset / em;
      const up = position.yOffset / em;
      for (const command of glyph.path.commands)
        commands.push(
          ...cubic(command.command, command.args, commands.at(-1), (value, isY) =>
            isY ? up + value / em : left + value / em,
          ),
        );
      x += position.xAdvance / em;
    });
  }
  return { commands, bounds: boundsOf(commands) };
}

interface Run {
  text: string;
  face: Face;
  level: number;
  isRtl: boolean;
}

/**
 * Runs of one font and one direction, from left to right (rule L2 of the bidirectional algorithm).
 */
function visualRuns(text: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const shown = [...text.split('')].map((unit, index) => mirrored.get(index) ?? unit).join('');
  const runs: Run[] = [];
  let start = 0;
  for (const { end, face } of facesOf(shown))
    for (; start < end; start += 1) {
      const level = levels[start] ?? 0;
      const last = runs.at(-1);
      const unit = shown.charAt(start);
      if (last && last.face === face && last.level === level) last.text += unit;
      else runs.push({ text: unit, face, level, isRtl: level % 2 === 1 });
    }
  return reordered(runs);
}

function reordered(runs: readonly Run[]): Run[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return order;
}

type Place = (value: number, isY: boolean) => number;

/**
 * PDF only has cubic curves, so quadratic ones are converted here and both drawings share one path.
 */
function cubic(name: string, args: readonly number[], before: Command | undefined, place: Place): Command[] {
  const points = args.map((value, index) => place(value, index % 2 === 1));
  if (name === 'moveTo') return [{ kind: 'M', points }];
  if (name === 'lineTo') return [{ kind: 'L', points }];
  if (name === 'bezierCurveTo') return [{ kind: 'C', points }];
  if (name === 'closePath') return [{ kind: 'Z', points: [] }];
  const [x0 = 0, y0 = 0] = before?.points.slice(-2) ?? [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points;
  const towards = (from: number, to: number) => from + (2 / 3) * (to - from);
  return [
    {
      kind: 'C',
      points: [towards(x0, x1), towards(y0, y1), towards(x2, x1), towards(y2, y1), x2, y2],
    },
  ];
}

function boundsOf(commands: readonly Command[]): Bounds {
  const bounds = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const { points } of commands)
    for (let index = 0; index < points.length; index += 2) {
      const [x = 0, y = 0] = points.slice(index, index + 2);
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = Math.min(bounds.bottom, y);
      bounds.top = Math.max(bounds.top, y);
    }
  return bounds;
}
