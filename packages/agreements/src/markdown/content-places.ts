import { lastAtOrBelow, startsOfLines } from './sorted.ts';

/** The rendered text, indexed by line. */
export interface Lines {
  text: string;
  starts: readonly number[];
}

export const linesOf = (text: string): Lines => ({ text, starts: startsOfLines(text) });

export const endOfLine = ({ text, starts }: Lines, line: number) =>
  line + 1 < starts.length ? (starts[line + 1] ?? 0) - 1 : text.length;

/** Maps an offset in a block's content to an offset in the rendered text. */
export type OffsetOf = (contentOffset: number) => number;

/**
 * Markdown strips indents and the marks of quotes and lists from the start of a paragraph's lines.
 * The rest is unchanged up to the end of the line, so offsets are counted from there.
 */
export function paragraphOffsets(content: string, firstLine: number, lines: Lines): OffsetOf {
  const contentLines = linesOf(content);
  const lastLine = contentLines.starts.length - 1;
  const lastEnd = trimmedEnd(lines, firstLine + lastLine);
  return (contentOffset) => {
    const line = lastAtOrBelow(contentLines.starts, contentOffset);
    const end = line === lastLine ? lastEnd : endOfLine(lines, firstLine + line);
    return end - (endOfLine(contentLines, line) - contentOffset);
  };
}

/** The content of `# Heading #` starts after the first marks. */
export function headingOffsets(marks: string, start: number, lines: Lines): OffsetOf {
  let from = start + marks.length;
  while (isBlank(lines.text[from])) from += 1;
  return (contentOffset) => from + contentOffset;
}

function trimmedEnd(lines: Lines, line: number): number {
  let end = endOfLine(lines, line);
  while (isBlank(lines.text[end - 1])) end -= 1;
  return end;
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';
