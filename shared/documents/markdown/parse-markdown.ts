import Markdown, { type MarkdownIt, type Token } from 'markdown-it';
import { addBlockRules } from './block-rules.ts';
import { STEPS_PER_DOCUMENT } from './bounds.ts';
import type { Budget } from './budget.ts';
import { addInlineRules } from './inline-rules.ts';

/** Markdown as tokens, and where in the text their parts begin: markdown-it itself counts lines only. */
export interface ParsedMarkdown {
  tokens: readonly Token[];
  references: Readonly<Record<string, { href: string }>>;
  /** Of each inline token, counted in the content of its block. */
  inlineStarts: ReadonlyMap<Token, number>;
  /** By line: of the block that begins there, or of the row of a table. */
  blockStarts: ReadonlyMap<number, number>;
}

/** Recursion goes no deeper; what would be left out there is refused for its nesting long before. */
const MAX_NESTING = 100;

/** Undefined when the work is too much. Everything is recognized here, so that it can be refused later. */
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

/** Addresses stay as they are written until they are judged; tokens stay apart, each with its place. */
function plainMarkdown(): MarkdownIt {
  const markdown = new Markdown({ html: true, maxNesting: MAX_NESTING });
  markdown.disable(['fragments_join', 'text_join', 'strip_references']);
  markdown.validateLink = () => true;
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (url) => url;
  return markdown;
}
