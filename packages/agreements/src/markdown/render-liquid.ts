import { type Budget, isSpent } from './budget.ts';
import type { SourceFindings } from './findings.ts';
import type { BranchNode, LiquidNode, OutputNode } from './liquid-nodes.ts';
import { type Around, buildRenderedText, type RenderedText, type RenderedTextBuilder } from './rendered-text.ts';

export interface Body<Scope> {
  body: readonly LiquidNode[];
  scope: Scope;
}

/** Decides what to print for a variable, and which bodies for a condition or a loop. */
export interface LiquidEvaluation<Scope> {
  start: Scope;
  textOf: (output: OutputNode, scope: Scope) => string;
  bodiesOf: (node: BranchNode, scope: Scope) => Iterable<Body<Scope>>;
}

interface Rendering<Scope> {
  evaluation: LiquidEvaluation<Scope>;
  budget: Budget;
  findings: SourceFindings;
  output: RenderedTextBuilder;
}

interface Surroundings extends Around {
  loopAt: number | undefined;
}

/**
 * Renders a template to Markdown. Undefined, with a finding at the loop, when it would be too long.
 */
export function renderLiquid<Scope>(
  nodes: readonly LiquidNode[],
  { budget, findings, evaluation }: Omit<Rendering<Scope>, 'output'>,
): RenderedText | undefined {
  const output = buildRenderedText();
  const rendering = { evaluation, budget, findings, output };
  const body = { body: nodes, scope: evaluation.start };
  const isComplete = renderBody(body, { depth: 0, passes: [], loopAt: undefined }, rendering);
  return isComplete ? output.finish() : undefined;
}

/** False once the budget is exhausted. Every node costs a step, even if it prints nothing. */
function renderBody<Scope>(
  { body, scope }: Body<Scope>,
  surroundings: Surroundings,
  rendering: Rendering<Scope>,
): boolean {
  for (const node of body) {
    rendering.budget.nodes -= 1;
    const isComplete =
      node.kind === 'text' || node.kind === 'output'
        ? renderLeaf(node, scope, surroundings, rendering)
        : renderBranch(node, scope, surroundings, rendering);
    if (!isComplete) return false;
    if (isSpent(rendering.budget)) {
      rendering.findings.add(surroundings.loopAt ?? node.at, rendering.budget.refusal);
      return false;
    }
  }
  return true;
}

function renderLeaf<Scope>(
  node: Exclude<LiquidNode, BranchNode>,
  scope: Scope,
  { depth, passes }: Surroundings,
  { evaluation, budget, output }: Rendering<Scope>,
): boolean {
  const text = node.kind === 'text' ? node.text : evaluation.textOf(node, scope);
  budget.characters -= text.length;
  if (node.kind === 'text') output.addText(text, node.at, { depth, passes });
  else output.addValue(text, node.at, { depth, passes });
  return true;
}

function renderBranch<Scope>(
  node: BranchNode,
  scope: Scope,
  { depth, passes, loopAt }: Surroundings,
  rendering: Rendering<Scope>,
): boolean {
  const isLoop = node.kind === 'loop';
  let pass = 0;
  for (const body of rendering.evaluation.bodiesOf(node, scope)) {
    rendering.budget.nodes -= 1;
    const inside = {
      depth: depth + 1,
      passes: isLoop ? [...passes, `${node.at}:${pass}`] : passes,
      loopAt: isLoop ? node.at : loopAt,
    };
    pass += 1;
    if (isSpent(rendering.budget)) {
      rendering.findings.add(inside.loopAt ?? node.at, rendering.budget.refusal);
      return false;
    }
    if (!renderBody(body, inside, rendering)) return false;
  }
  return true;
}
