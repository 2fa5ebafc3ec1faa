import { type Token, Tokenizer, TypeGuards } from 'liquidjs';
import { EXPRESSION_CHARACTERS } from './bounds.ts';
import type { SourceFindings } from './findings.ts';
import type { LiquidOperand, Path } from './liquid-nodes.ts';

/** The range of an expression in the source. */
export interface Span {
  source: string;
  from: number;
  to: number;
}

export type Refuse = (at: number, message: string) => undefined;

export const NOT_UNDERSTOOD = 'This expression is not supported.';

/**
 * Liquid reports expressions it cannot parse by throwing; this is the only place that catches it.
 */
export function readExpression<T>(
  { source, from, to }: Span,
  findings: SourceFindings,
  read: (tokenizer: Tokenizer, refuse: Refuse) => T,
): T | undefined {
  const refuse: Refuse = (at, message) => void findings.add(at, message);
  if (to - from > EXPRESSION_CHARACTERS)
    return refuse(from, `An expression may have at most ${EXPRESSION_CHARACTERS} characters.`);
  try {
    return read(new Tokenizer(source, undefined, undefined, [from, to]), refuse);
  } catch {
    return refuse(from, NOT_UNDERSTOOD);
  }
}

/**
 * Properties by name, index or quoted text in brackets. Catches bracket contents that Liquid
 * ignores.
 */
const PATH = /^[^\s.[\]"']+(?:\.[^\s.[\]"']+|\[\s*(?:\d+|"[^"\\]*"|'[^'\\]*')\s*\])*$/;

/** `end` is where a missing path is reported. */
export function pathOf(token: Token | undefined, end: number, refuse: Refuse): Path | undefined {
  const isPath =
    token !== undefined &&
    TypeGuards.isPropertyAccessToken(token) &&
    token.variable === undefined &&
    PATH.test(token.getText());
  if (!isPath) return refuse(token?.begin ?? end, 'The name of a variable is expected here.');
  const keys = token.props.map((prop) => ('content' in prop ? String(prop.content) : ''));
  return { keys, at: token.begin };
}

export function operandOf(token: Token | undefined, end: number, refuse: Refuse): LiquidOperand | undefined {
  if (token && TypeGuards.isQuotedToken(token))
    return /^(["']).*\1$/s.test(token.getText())
      ? { kind: 'literal', value: token.content }
      : refuse(token.begin, 'This text is opened and never closed.');
  if (token && TypeGuards.isNumberToken(token)) return { kind: 'literal', value: token.content };
  if (token && TypeGuards.isLiteralToken(token)) return wordOf(token.literal, token.begin, refuse);
  const path = pathOf(token, end, refuse);
  return path && { kind: 'path', path };
}

function wordOf(word: string, at: number, refuse: Refuse): LiquidOperand | undefined {
  if (word === 'blank' || word === 'empty') return { kind: 'keyword', keyword: word };
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
  return refuse(at, 'Nothing is nil here: a variable without a value is an error.');
}
