import { defaultOptions, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import { FINDINGS } from './bounds.ts';
import type { Findings } from './findings.ts';

/** Text, `{{ an output }}` or `{% a tag %}`; `from` and `to` are the ends of the latters' expression. */
export type LiquidToken =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'output'; at: number; from: number; to: number }
  | { kind: 'tag'; name: string; at: number; from: number; to: number };

/**
 * Cuts a source into tokens. Undefined when something is never closed: what follows could then be
 * anything. A dash (`{%-`, `-}}`) takes the white space beside it away, as everywhere in Liquid; where
 * that joins a directive to other text, the directive is refused later.
 */
export function liquidTokens(source: string, findings: Findings): LiquidToken[] | undefined {
  const tokenizer = new Tokenizer(source);
  const tokens: LiquidToken[] = [];
  let isTrimming = false;
  // Each error of Liquid costs a walk through the source, so they are not collected without end.
  while (!tokenizer.end() && findings.count() < FINDINGS) {
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

/** The one place where Liquid reports what it cannot cut by an exception. */
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
