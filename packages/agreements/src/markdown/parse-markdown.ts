import Markdown, { type MarkdownIt, type Token } from 'markdown-it';
import { addBlockRules } from './block-rules.ts';
import { STEPS_PER_DOCUMENT } from './bounds.ts';
import type { Budget } from './budget.ts';
import { addInlineRules } from './inline-rules.ts';

/** Markdown tokens with the offsets of their parts, because markdown-it only reports lines. */
export interface ParsedMarkdown {
  tokens: readonly Token[];
  references: Readonly<Record<string, { href: string }>>;
  /** Of each inline token, in the content of its block. */
  inlineStarts: ReadonlyMap<Token, number>;
  /** By line, of the block or table row that begins there. */
  blockStarts: ReadonlyMap<number, number>;
}

/** Recursion limit. Content this deep is rejected for its nesting before it could be dropped. */
const MAX_NESTING = 100;

/**
 * Undefined when the budget is exhausted. All syntax is recognized here so that it can be rejected
 * later.
 */
export function parseMarkdown(text: string, budget: Budget): ParsedMarkdown | undefined {
  budget.markdownSteps -= STEPS_PER_DOCUMENT;
  const inlineStarts = new Map<Token, number>();
  const blockStarts = new Map<number, number>();
  const references: Record<string, { href: string; title: string }> = Object.create(null);
  const markdown = plainMarkdown();
  addBlockRules(markdown, blockStarts, budget);
  addInlineRules(markdown, inlineStarts, budget);

  const tokens = markdown.parse(text, { references });
  return budget.markdownSteps < 0 ? undefined : { tokens, references, inlineStarts, blockStarts };
}

/**
 * URLs stay as written until they are checked, and tokens are not merged, so each has its offset.
 */
function plainMarkdown(): MarkdownIt {
  const markdown = new Markdown({ html: true, maxNesting: MAX_NESTING });
  markdown.disable(['fragments_join', 'text_join', 'strip_references']);
  markdown.validateLink = () => true;
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (url) => url;
  return markdown;
}
