import { RENDERED_CHARACTERS, RENDERED_NODES } from '../limits.ts';
import { BRANCHES_CHARACTERS, BRANCHES_NODES, BRANCHES_STEPS, COMPARED_CHARACTERS, MARKDOWN_STEPS } from './bounds.ts';

/** Remaining work allowed for a document. Counted in operations, because pure code has no clock. */
export interface Budget {
  characters: number;
  nodes: number;
  comparedCharacters: number;
  markdownSteps: number;
  /** The message when it is exhausted. */
  refusal: string;
}

export const TOO_LONG = 'The rendered document is too long.';

export const oneDocument = (): Budget => ({
  characters: RENDERED_CHARACTERS,
  nodes: RENDERED_NODES,
  comparedCharacters: COMPARED_CHARACTERS,
  markdownSteps: MARKDOWN_STEPS,
  refusal: TOO_LONG,
});

export const everyBranch = (): Budget => ({
  characters: BRANCHES_CHARACTERS,
  nodes: BRANCHES_NODES,
  comparedCharacters: COMPARED_CHARACTERS,
  markdownSteps: BRANCHES_STEPS,
  refusal: 'The template has too many branches to check each of them.',
});

export const isSpent = ({ characters, nodes, comparedCharacters, markdownSteps }: Budget) =>
  Math.min(characters, nodes, comparedCharacters, markdownSteps) < 0;
