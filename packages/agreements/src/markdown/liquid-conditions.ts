import { type Token, TypeGuards } from 'liquidjs';
import type { SourceFindings } from './findings.ts';
import type { Comparator, LiquidComparison, LiquidCondition } from './liquid-nodes.ts';
import { NOT_UNDERSTOOD, operandOf, type Refuse, readExpression, type Span } from './liquid-operands.ts';

/** Comparisons joined by `and` and `or`. Liquid itself would ignore what it cannot parse. */
export const readCondition = (span: Span, findings: SourceFindings) =>
  readExpression<LiquidCondition | undefined>(span, findings, (tokenizer, refuse) => {
    const tokens = [...tokenizer.readExpressionTokens()];
    tokenizer.skipBlank();
    if (tokenizer.peek() === '|') return refuse(tokenizer.p, 'A condition takes no filters.');
    if (!tokenizer.end()) return refuse(tokenizer.p, NOT_UNDERSTOOD);

    const terms: LiquidComparison[] = [];
    const joints: ('and' | 'or')[] = [];
    let rest: readonly Token[] = tokens;
    for (;;) {
      const term = comparisonOf(rest, span.to, refuse);
      if (term === undefined) return undefined;
      terms.push(term);
      const [joint, ...others] = rest.slice(term.right ? 3 : 1);
      if (joint === undefined) return { terms, joints };
      const word = operatorOf(joint);
      if (word !== 'and' && word !== 'or') return refuse(joint.begin, NOT_UNDERSTOOD);
      joints.push(word);
      rest = others;
    }
  });

function comparisonOf(
  [first, second, third]: readonly Token[],
  end: number,
  refuse: Refuse,
): LiquidComparison | undefined {
  const left = operandOf(first, end, refuse);
  if (left === undefined) return undefined;
  const comparator = operatorOf(second);
  if (!isComparator(comparator)) return left.kind === 'keyword' ? refuse(first?.begin ?? end, KEYWORDS) : { left };

  const operand = operandOf(third, end, refuse);
  if (operand === undefined) return undefined;
  const isEquality = comparator === '==' || comparator === '!=';
  if (!isEquality && (left.kind === 'keyword' || operand.kind === 'keyword'))
    return refuse(first?.begin ?? end, KEYWORDS);
  return { left, right: { comparator, operand } };
}

const KEYWORDS = 'blank and empty can only be compared, with == or !=.';

const operatorOf = (token: Token | undefined) =>
  token && TypeGuards.isOperatorToken(token) ? token.operator : undefined;

const COMPARATORS = new Set<string>(['==', '!=', '<', '>', '<=', '>=', 'contains']);

const isComparator = (operator: string | undefined): operator is Comparator =>
  operator !== undefined && COMPARATORS.has(operator);
