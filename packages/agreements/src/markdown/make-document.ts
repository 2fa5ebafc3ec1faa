import type { Budget } from './budget.ts';
import type { LiquidNode } from './liquid-nodes.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { type DocumentReading, readTree } from './read-blocks.ts';
import { newReading } from './reading.ts';
import { type LiquidEvaluation, renderLiquid } from './render-liquid.ts';
import type { ParsedTemplate } from './template.ts';
import type { ImageSizes } from './tree.ts';

interface Making<Scope> {
  evaluation: LiquidEvaluation<Scope>;
  budget: Budget;
  /** Decides which quotation marks are used. */
  language?: string | undefined;
  signerNames?: ReadonlyMap<string, string> | undefined;
  images?: ImageSizes | undefined;
}

/**
 * Makes one document: Liquid to Markdown with sentinels, Markdown to tokens, tokens to a tree.
 * Undefined when the budget is exhausted. Errors go to the findings of the template; the tree must
 * then not be used.
 */
export function makeDocument<Scope>(
  nodes: readonly LiquidNode[],
  { places, findings }: ParsedTemplate,
  { evaluation, budget, language, signerNames, images }: Making<Scope>,
): DocumentReading | undefined {
  const rendered = renderLiquid(nodes, { evaluation, budget, findings });
  const parsed = rendered && parseMarkdown(rendered.text, budget);
  if (parsed)
    return readTree(
      newReading({
        rendered,
        parsed,
        places,
        findings,
        ...(language !== undefined && { language }),
        ...(signerNames && { signerNames }),
        ...(images && { images }),
      }),
    );
  if (rendered) findings.add(0, budget.refusal);
  return undefined;
}
