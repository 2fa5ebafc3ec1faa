import type { Token } from './code-editor.tsx';

const PIECES =
  /(?<heading>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<variable>"(?:[^"\\]|\\.)*")|(?<directive>-?\d[\d.eE+-]*)|(?<tag>\b(?:true|false|null)\b)/g;

/** Names, texts, numbers and words of one line of JSON. */
export function jsonTokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(PIECES)) {
    if (match.index > at) tokens.push({ text: line.slice(at, match.index) });
    const look = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    tokens.push({ text: match[0], look: look as NonNullable<Token['look']> });
    at = match.index + match[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at) });
  return tokens;
}
