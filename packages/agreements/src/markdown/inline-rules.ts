import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { DIRECTIVE_CHARACTERS } from './bounds.ts';
import type { Budget } from './budget.ts';
import { isFieldStart } from './directives.ts';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];

/** How far the tokens of one text have been assigned their start offsets. */
interface Progress {
  tokens: number;
  stepAt: number;
  /** markdown-it collects text before it makes a token; this is where that text began. */
  pendingAt: number;
}

/**
 * A rule that runs first and never matches sees every step: new tokens began at the step before.
 */
export function addInlineRules(markdown: MarkdownIt, starts: Map<Token, number>, budget: Budget) {
  const progresses = new WeakMap<StateInline, Progress>();
  const settle = (state: StateInline): Progress => {
    const progress = progresses.get(state) ?? { tokens: 0, stepAt: 0, pendingAt: 0 };
    for (const [index, token] of state.tokens.slice(progress.tokens).entries()) {
      const isPending = index === 0 && token.type === 'text';
      starts.set(token, isPending ? progress.pendingAt : progress.stepAt);
    }
    progress.tokens = state.tokens.length;
    progresses.set(state, progress);
    return progress;
  };

  markdown.inline.ruler.before('text', 'watch', (state, isSilent) => {
    // Looking ahead for the end of a link runs the rules again and costs more.
    budget.markdownSteps -= isSilent ? 2 : 1;
    if (budget.markdownSteps < 0) {
      state.pos = state.posMax;
      return true;
    }
    if (isSilent) return false;
    const progress = settle(state);
    progress.stepAt = state.pos;
    if (state.pending === '') progress.pendingAt = state.pos;
    return false;
  });
  markdown.inline.ruler.after('watch', 'field', fieldRule);
  markdown.inline.ruler2.before('balance_pairs', 'watch', (state) => void settle(state));
}

/**
 * A field in text. Quoted attribute values may contain braces. An unclosed field is rejected later.
 */
const FIELD = new RegExp(
  `::field(?:\\{(?:[^"{}]|"(?:[^"\\\\]|\\\\.){0,${DIRECTIVE_CHARACTERS}}"){0,${DIRECTIVE_CHARACTERS}}\\})?`,
  'isy',
);

const fieldRule: InlineRule = (state, isSilent) => {
  if (state.src.charCodeAt(state.pos) !== COLON || !isFieldStart(state.src.slice(state.pos, state.pos + 7)))
    return false;
  FIELD.lastIndex = state.pos;
  const [text] = FIELD.exec(state.src) ?? ['::field'];
  if (!isSilent) state.push('field', '', 0).content = text;
  state.pos += text.length;
  return true;
};

const COLON = 0x3a;
