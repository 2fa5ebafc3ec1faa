import { alternativesOf, type BranchNode, type LiquidNode } from './liquid-nodes.ts';
import type { LiquidEvaluation } from './render-liquid.ts';

/**
 * Documents that together take every branch of a template at least once. Independent branches are
 * taken in the same document, so the deepest choice decides how many documents are needed.
 */
export interface BranchPlan {
  documents: number;
  evaluationOf: (document: number) => LiquidEvaluation<number>;
}

export function planBranches(nodes: readonly LiquidNode[]): BranchPlan {
  const shares = new Map<BranchNode, readonly number[]>();
  const documents = documentsFor(nodes, shares);
  return {
    documents,
    // The scope is the number of the document, counted within the enclosing branch.
    evaluationOf: (document) => ({
      start: document,
      textOf: () => 'x',
      bodiesOf: (node, scope) => [chosen(node, scope, shares.get(node) ?? [])],
    }),
  };
}

/** How many documents a body needs; `shares` records how many of them each alternative gets. */
function documentsFor(nodes: readonly LiquidNode[], shares: Map<BranchNode, readonly number[]>): number {
  let most = 0;
  for (const node of nodes) {
    if (node.kind === 'text' || node.kind === 'output') continue;
    const share = alternativesOf(node).map((body) => Math.max(1, documentsFor(body, shares)));
    shares.set(node, share);
    most = Math.max(most, sum(share));
  }
  return most;
}

function chosen(node: BranchNode, document: number, share: readonly number[]) {
  let rest = document % Math.max(1, sum(share));
  const alternatives = alternativesOf(node);
  const index = share.findIndex((documents) => {
    if (rest < documents) return true;
    rest -= documents;
    return false;
  });
  return { body: alternatives[index] ?? [], scope: rest };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
