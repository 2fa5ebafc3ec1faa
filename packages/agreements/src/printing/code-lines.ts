import { withoutEmbeddings } from './direction.ts';
import { breakLongWords } from './long-words.ts';
import { CODE_PADDING, CODE_SIZE } from './page.ts';

const TAB_COLUMNS = 4;

/** Code as written: spaces preserved, tabs expanded to the next stop, long lines broken. */
export function codeLines(text: string, width: number): string {
  const lines = withoutEmbeddings(text).replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map(withoutTabs);
  const line = { width: width - 2 * CODE_PADDING, size: CODE_SIZE };
  return breakLongWords([{ text: lines.join('\n'), isCode: true }], line)
    .map((run) => run.text)
    .join('');
}

function withoutTabs(line: string): string {
  let columns = 0;
  let text = '';
  for (const character of line) {
    const spaces = TAB_COLUMNS - (columns % TAB_COLUMNS);
    text += character === '\t' ? ' '.repeat(spaces) : character;
    columns += character === '\t' ? spaces : 1;
  }
  return text;
}
