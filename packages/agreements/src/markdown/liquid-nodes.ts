import type { ValueFilter } from './value-filters.ts';

/** A parsed Liquid template. Offsets are those of the source. */
export type LiquidNode = TextNode | OutputNode | BranchNode;
export type BranchNode = ChoiceNode | LoopNode;

export interface TextNode {
  kind: 'text';
  text: string;
  at: number;
}

export interface OutputNode {
  kind: 'output';
  at: number;
  /** Undefined if it could not be parsed; a finding says so. */
  subject: OutputSubject | undefined;
  filters: readonly Filter[];
}

/** Prints the first branch whose condition is met, or else `otherwise`. */
export interface ChoiceNode {
  kind: 'choice';
  at: number;
  branches: { condition: LiquidCondition | undefined; isNegated: boolean; body: LiquidNode[] }[];
  otherwise: LiquidNode[];
}

export interface LoopNode {
  kind: 'loop';
  at: number;
  variable: string;
  collection: Path | undefined;
  body: LiquidNode[];
  otherwise: LiquidNode[];
}

export type LetterCase = 'upcase' | 'downcase';

/** A variable, or text in quotation marks, which is printed as it is. */
export type OutputSubject = Extract<LiquidOperand, { kind: 'path' }> | { kind: 'literal'; value: string };

/** An argument of a filter is a literal or a variable. */
export type Filter =
  | { name: LetterCase }
  | { name: ValueFilter; at: number; argument: FilterArgument | undefined; language: FilterArgument | undefined };

export type FilterArgument = Exclude<LiquidOperand, { kind: 'keyword' }>;

/** A variable followed by property names and indexes. */
export interface Path {
  keys: readonly string[];
  at: number;
}

export type Keyword = 'blank' | 'empty';

export type LiquidOperand =
  | { kind: 'path'; path: Path }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'keyword'; keyword: Keyword };

export type Comparator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'contains';

export interface LiquidComparison {
  left: LiquidOperand;
  /** Without a comparison, the left side is tested for truth. */
  right?: { comparator: Comparator; operand: LiquidOperand };
}

/**
 * Liquid associates to the right: `a and b or c` is `a and (b or c)`. `joints` stand between the
 * terms.
 */
export interface LiquidCondition {
  terms: readonly LiquidComparison[];
  joints: readonly ('and' | 'or')[];
}

/** The bodies of which one is printed, or the body that a loop repeats. */
export const alternativesOf = (node: BranchNode): readonly (readonly LiquidNode[])[] =>
  node.kind === 'loop' ? [node.body, node.otherwise] : [...node.branches.map(({ body }) => body), node.otherwise];
