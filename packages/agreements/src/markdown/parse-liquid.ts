import { NESTING_LEVELS } from './bounds.ts';
import type { SourceFindings } from './findings.ts';
import { readCondition } from './liquid-conditions.ts';
import { readLoop, readOutput } from './liquid-expressions.ts';
import type { ChoiceNode, LiquidNode, LoopNode, Path } from './liquid-nodes.ts';
import { type LiquidToken, liquidTokens } from './liquid-tokens.ts';

type TagToken = Extract<LiquidToken, { kind: 'tag' }>;

/** An open tag and the body that collects its nodes until it is closed. */
interface OpenTag {
  name: 'if' | 'unless' | 'for';
  at: number;
  node: ChoiceNode | LoopNode;
  body: LiquidNode[];
  hasElse: boolean;
}

interface Parsing {
  source: string;
  findings: SourceFindings;
  root: LiquidNode[];
  open: OpenTag[];
  /** False if tags do not match; the template then cannot be rendered. */
  isSound: boolean;
}

/** Parses the supported subset of Liquid. Undefined if its tags do not match. */
export function parseLiquid(source: string, findings: SourceFindings): LiquidNode[] | undefined {
  const tokens = liquidTokens(source, findings);
  const parsing: Parsing = { source, findings, root: [], open: [], isSound: tokens !== undefined };
  for (const token of tokens ?? []) {
    if (token.kind === 'tag') readTag(token, parsing);
    else if (token.kind === 'text') bodyOf(parsing).push(token);
    else bodyOf(parsing).push(outputNode(token, parsing));
  }
  for (const { name, at } of parsing.open) unsound(parsing, at, `This ${name} is never closed by end${name}.`);
  return parsing.isSound ? parsing.root : undefined;
}

const bodyOf = ({ open, root }: Parsing) => open.at(-1)?.body ?? root;

function unsound(parsing: Parsing, at: number, message: string) {
  parsing.findings.add(at, message);
  parsing.isSound = false;
}

function outputNode({ at, from, to }: Extract<LiquidToken, { kind: 'output' }>, parsing: Parsing) {
  const { source, findings } = parsing;
  const { subject, filters = [] } = readOutput({ source, from, to }, findings) ?? {};
  const operands = [
    subject,
    ...filters.flatMap((filter) => ('at' in filter ? [filter.argument, filter.language] : [])),
  ];
  const isAllowed = operands.every((operand) => operand?.kind !== 'path' || allowed(operand.path, parsing));
  return { kind: 'output', at, subject: isAllowed ? subject : undefined, filters } as const;
}

function readTag(tag: TagToken, parsing: Parsing) {
  switch (tag.name) {
    case 'if':
    case 'unless':
    case 'for':
      return openTag(tag.name, tag, parsing);
    case 'elsif':
    case 'else':
      return otherBranch(tag.name, tag, parsing);
    case 'endif':
    case 'endunless':
    case 'endfor':
      return closeTag(tag, parsing);
    default:
      return parsing.findings.add(
        tag.at,
        `The tag ${tag.name.slice(0, 40)} is not supported; if, elsif, else, unless and for are.`,
      );
  }
}

function openTag(name: OpenTag['name'], tag: TagToken, parsing: Parsing) {
  const { at } = tag;
  if (parsing.open.length === NESTING_LEVELS)
    unsound(parsing, at, `Tags can be nested ${NESTING_LEVELS} deep at most.`);
  const body: LiquidNode[] = [];
  const node = name === 'for' ? loopNode(tag, body, parsing) : choiceNode(at);
  bodyOf(parsing).push(node);
  parsing.open.push({ name, at, node, body, hasElse: false });
  if (node.kind === 'choice') node.branches.push({ ...branchOf(tag, parsing), isNegated: name === 'unless', body });
}

const choiceNode = (at: number): ChoiceNode => ({ kind: 'choice', at, branches: [], otherwise: [] });

function loopNode({ at, from, to }: TagToken, body: LiquidNode[], parsing: Parsing): LoopNode {
  const loop = readLoop({ source: parsing.source, from, to }, parsing.findings);
  const collection = allowed(loop?.collection, parsing);
  return { kind: 'loop', at, variable: loop?.variable ?? '', collection, body, otherwise: [] };
}

function branchOf({ from, to }: TagToken, parsing: Parsing) {
  const condition = readCondition({ source: parsing.source, from, to }, parsing.findings);
  const operands = condition?.terms.flatMap(({ left, right }) => [left, right?.operand]) ?? [];
  const paths = operands.flatMap((operand) => (operand?.kind === 'path' ? [operand.path] : []));
  const isAllowed = paths.map((path) => allowed(path, parsing)).every(Boolean);
  return { condition: isAllowed ? condition : undefined };
}

function otherBranch(name: 'elsif' | 'else', tag: TagToken, parsing: Parsing) {
  const open = parsing.open.at(-1);
  const isPossible = open && !open.hasElse && (name === 'else' || open.name === 'if');
  if (!isPossible) return unsound(parsing, tag.at, `This ${name} has no matching tag.`);

  open.body = [];
  if (name === 'else') {
    refuseArguments(tag, parsing);
    open.hasElse = true;
    open.node.otherwise = open.body;
  } else if (open.node.kind === 'choice')
    open.node.branches.push({ ...branchOf(tag, parsing), isNegated: false, body: open.body });
}

function closeTag(tag: TagToken, parsing: Parsing) {
  refuseArguments(tag, parsing);
  const closed = parsing.open.findLastIndex(({ name }) => tag.name === `end${name}`);
  if (closed < 0) return unsound(parsing, tag.at, `This ${tag.name} closes nothing.`);
  const [, inner] = parsing.open.splice(closed);
  if (inner) unsound(parsing, tag.at, `end${inner.name} is expected before this ${tag.name}.`);
}

function refuseArguments({ name, from, to }: TagToken, { findings }: Parsing) {
  if (from < to) findings.add(from, `Nothing can follow ${name} in its tag.`);
}

/** Rejects Liquid's `forloop` variable inside loops; elsewhere it is an ordinary name. */
function allowed(path: Path | undefined, { open, findings }: Parsing): Path | undefined {
  const isOfLiquid = path?.keys[0] === 'forloop' && open.some(({ name }) => name === 'for');
  if (!isOfLiquid) return path;
  findings.add(path.at, 'The variables of forloop are not supported.');
  return undefined;
}
