import type { Token } from '../../parts/code-editor.tsx';

const HEADING = /^#{1,6}\s/;
const PIECES =
  /(?<variable>\{\{.*?\}\})|(?<tag>\{%.*?%\})|(?<directive>^\s*:::\w*|::\w+(?:\{(?:[^{}]|\{\{.*?\}\})*\})?)|(?<strong>\*\*[^*]+\*\*)|(?<marker>^\s*(?:[-*+]|\d+[.)])\s)/g;

/** The tokens of one line. They give back the line, so that the coloured text lies exactly below the typed one. */
export function tokensOf(line: string): readonly Token[] {
  if (HEADING.test(line) && !line.includes('{')) return [{ text: line, look: 'heading' }];
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
