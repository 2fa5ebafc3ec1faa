import { defaultOptions, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import { MAX_FINDINGS } from './bounds.ts';
import type { SourceFindings } from './findings.ts';

/**
 * Text, `{{ an output }}` or `{% a tag %}`; `from` and `to` delimit the expression of the last two.
 */
export type LiquidToken =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'output'; at: number; from: number; to: number }
  | { kind: 'tag'; name: string; at: number; from: number; to: number };

/**
 * Splits a source into tokens. Undefined if a tag or output is never closed. A dash (`{%-`, `-}}`)
 * removes adjacent white space, as in Liquid; where that joins a directive to other text, the
 * directive is rejected later.
 */
export function liquidTokens(source: string, findings: SourceFindings): LiquidToken[] | undefined {
  const tokenizer = new Tokenizer(source);
  const tokens: LiquidToken[] = [];
  let isTrimming = false;
  // Each Liquid error costs a pass through the source, so their number is limited.
  while (!tokenizer.end() && findings.count() < MAX_FINDINGS) {
    const at = tokenizer.p;
    const token = nextToken(tokenizer);
    if (token === undefined) {
      const isClosed = source.startsWith('{%', at) && source.includes('%}', at + 2);
      findings.add(at, isClosed ? 'This tag has no name.' : 'This is never closed.');
      if (!isClosed) return undefined;
    } else if (TypeGuards.isTagToken(token) || TypeGuards.isOutputToken(token)) {
      if (token.trimLeft) trimEndOf(tokens.at(-1));
      tokens.push(expressionToken(token));
    } else tokens.push(textToken(source.slice(token.begin, token.end), at, isTrimming));
    isTrimming = token !== undefined && 'contentRange' in token && token.trimRight === true;
  }
  return tokens;
}

/** Liquid reports input it cannot tokenize by throwing; this is the only place that catches it. */
function nextToken(tokenizer: Tokenizer): TopLevelToken | undefined {
  try {
    return tokenizer.readTopLevelToken(defaultOptions);
  } catch {
    return undefined;
  }
}

function expressionToken(token: Exclude<TopLevelToken, { getContent: unknown }>): LiquidToken {
  const [from, to] = token.contentRange;
  return TypeGuards.isTagToken(token)
    ? { kind: 'tag', name: token.name, at: token.begin, from: token.tokenizer.p, to }
    : { kind: 'output', at: token.begin, from, to };
}

function textToken(text: string, at: number, isTrimming: boolean): LiquidToken {
  const kept = isTrimming ? text.trimStart() : text;
  return { kind: 'text', text: kept, at: at + text.length - kept.length };
}

function trimEndOf(token: LiquidToken | undefined) {
  if (token?.kind === 'text') token.text = token.text.trimEnd();
}
