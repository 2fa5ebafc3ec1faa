import type { FieldBox, ImageBox, Inline } from '../markdown/tree.ts';
import { withoutEmbeddings } from './direction.ts';
import { breakLongWords, type Line } from './long-words.ts';
import { IMAGE_HEIGHT } from './page.ts';
import type { TextRun } from './text-run.ts';

/** Unicode's object replacement character. */
const BOX = '\ufffc';

type Style = Omit<TextRun, 'text' | 'field' | 'image'>;

/** White space is collapsed, as in Markdown, and removed at the start and end of a line. */
export function runsOf(inlines: readonly Inline[], line: Line): TextRun[] {
  const runs = breakLongWords(trimmed(merged([...styledRuns(inlines, {})])), line);
  return runs.map((run) => {
    if (run.image) return { ...run, image: scaled(run.image, line) };
    return run.field ? { ...run, field: fitting(run.field, line) } : run;
  });
}

/** A larger image is shown smaller, in proportion. */
function scaled(image: ImageBox, { width, maxHeight = IMAGE_HEIGHT }: Line): ImageBox {
  const scale = Math.min(1, width / image.width, maxHeight / image.height);
  return { ...image, width: image.width * scale, height: image.height * scale };
}

/** Limits the width of a field to that of its line. */
export const fitting = (field: FieldBox, { width }: Pick<Line, 'width'>): FieldBox => ({
  ...field,
  width: Math.min(field.width, width),
});

function* styledRuns(inlines: readonly Inline[], style: Style): Generator<TextRun> {
  for (const inline of inlines) {
    if (inline.kind === 'text') yield { text: withoutEmbeddings(inline.text).replace(/[ \t\r\n]+/g, ' '), ...style };
    else if (inline.kind === 'code')
      yield {
        text: withoutEmbeddings(inline.text).replace(/[\t\r\n]/g, ' '),
        ...style,
        isCode: true,
      };
    else if (inline.kind === 'field') {
      const { id, fieldType, width, height } = inline;
      yield { text: BOX, field: { id, fieldType, width, height } };
    } else if (inline.kind === 'image') {
      const { name, alt, width, height } = inline;
      yield { text: BOX, image: { name, alt, width, height } };
    } else if (inline.kind === 'line-break') yield { text: '\n', ...style };
    else yield* styledRuns(inline.children, { ...style, ...styleOf(inline) });
  }
}

function styleOf(inline: Exclude<Inline, { kind: 'text' | 'code' | 'line-break' | 'field' | 'image' }>): Style {
  if (inline.kind === 'link') return { href: inline.href };
  if (inline.kind === 'strong') return { isBold: true };
  return inline.kind === 'emphasis' ? { isItalic: true } : { isStruck: true };
}

/** Merges adjacent runs of the same style, so that letters join, kern and wrap correctly. */
function merged(runs: readonly TextRun[]): TextRun[] {
  const kept: TextRun[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    if (last && sameStyle(last, run)) last.text += run.text;
    else if (run.text) kept.push({ ...run });
  }
  return kept;
}

const sameStyle = (a: TextRun, b: TextRun) =>
  !a.field &&
  !b.field &&
  !a.image &&
  !b.image &&
  a.isBold === b.isBold &&
  a.isItalic === b.isItalic &&
  a.isStruck === b.isStruck &&
  a.isCode === b.isCode &&
  a.href === b.href;

function trimmed(runs: readonly TextRun[]): TextRun[] {
  let afterSpace = true;
  const kept = runs.map((run) => {
    if (run.isCode) {
      afterSpace = false;
      return run;
    }
    const text = run.text.replace(/ *\n */g, '\n').replace(/ +/g, ' ');
    const begun = afterSpace ? text.replace(/^ +/, '') : text;
    if (begun) afterSpace = /[ \n]$/.test(begun);
    return { ...run, text: begun };
  });
  return kept.filter(({ text }) => text);
}
