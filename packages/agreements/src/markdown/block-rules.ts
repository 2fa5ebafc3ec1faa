import type { MarkdownIt, StateBlock } from 'markdown-it';
import { TOKENS_PER_STEP } from './bounds.ts';
import type { Budget } from './budget.ts';
import { isDirectiveLine } from './directives.ts';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

/** Rule chains in which markdown-it tests whether a line ends the preceding block. */
const TERMINATORS = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

export function addBlockRules(markdown: MarkdownIt, starts: Map<number, number>, budget: Budget) {
  const { ruler } = markdown.block;
  ruler.before('table', 'directive', directiveRule, TERMINATORS);
  ruler.before('directive', 'watch', watchRule(starts, budget), TERMINATORS);
}

const startOf = (state: StateBlock, line: number) => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

const directiveRule: BlockRule = (state, line, _endLine, isSilent) => {
  const text = state.src.slice(startOf(state, line), state.eMarks[line]);
  const isCode = (state.sCount[line] ?? 0) - state.blkIndent >= 4;
  if (isCode || !isDirectiveLine(text)) return false;
  if (isSilent) return true;
  state.push('directive', '', 0).map = [line, line + 1];
  state.line = line + 1;
  return true;
};

/** Records where blocks begin, and consumes all remaining lines once the budget is exhausted. */
function watchRule(starts: Map<number, number>, budget: Budget): BlockRule {
  let tokens = 0;
  return (state, line, endLine, isSilent) => {
    budget.markdownSteps -= 1 + (state.tokens.length - tokens) / TOKENS_PER_STEP;
    tokens = state.tokens.length;
    if (budget.markdownSteps < 0) {
      if (!isSilent) state.line = endLine;
      return true;
    }
    // Rows of a table are only tested for whether they end it.
    if (!isSilent || state.parentType === 'table') starts.set(line, startOf(state, line));
    return false;
  };
}
