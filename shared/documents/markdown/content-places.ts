import { lastAtOrBelow, startsOfLines } from './sorted.ts';

/** The rendered text by lines. */
export interface Lines {
  text: string;
  starts: readonly number[];
}

export const linesOf = (text: string): Lines => ({ text, starts: startsOfLines(text) });

export const endOfLine = ({ text, starts }: Lines, line: number) =>
  line + 1 < starts.length ? (starts[line + 1] ?? 0) - 1 : text.length;

/** From an offset in the content of a block to one in the rendered text. */
export type OffsetOf = (contentOffset: number) => number;

/**
 * A paragraph's lines lost what stands before them: indents, the marks of quotes and lists. What they
 * kept is the same up to their ends, so places are counted from there.
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

/** The content of `# Heading #` follows its first marks. */
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
