import type { Budget } from './budget.ts';
import { invisibleIn } from './characters.ts';
import { compare, ITEM_COST, isTrue, type Side } from './compare-values.ts';
import { type FoundValue, itemName, kindOf, type LoopScope, lookUp, printedText } from './data-values.ts';
import type { SourceFindings } from './findings.ts';
import type {
  ChoiceNode,
  LiquidComparison,
  LiquidCondition,
  LiquidOperand,
  LoopNode,
  OutputNode,
  Path,
} from './liquid-nodes.ts';
import type { Body, LiquidEvaluation } from './render-liquid.ts';

interface Evaluating {
  data: unknown;
  findings: SourceFindings;
  budget: Budget;
}

/**
 * Evaluates outputs, conditions and loops with data. A missing value is reported and then counts as
 * empty or false.
 */
export const evaluationOf = (evaluating: Evaluating): LiquidEvaluation<LoopScope | undefined> => ({
  start: undefined,
  textOf: (output, scope) => textOf(output, scope, evaluating),
  bodiesOf: (node, scope) =>
    node.kind === 'loop' ? iterations(node, scope, evaluating) : [{ body: chosenBody(node, scope, evaluating), scope }],
});

function find(path: Path, scope: LoopScope | undefined, at: number, evaluating: Evaluating) {
  const result = lookUp(path, evaluating.data, scope);
  if ('found' in result) return result.found;
  evaluating.findings.add(at, `The data has no value for ${result.missing}.`, 'missing');
  return undefined;
}

function textOf(output: OutputNode, scope: LoopScope | undefined, evaluating: Evaluating): string {
  const { path, filters, at } = output;
  const found = path && find(path, scope, at, evaluating);
  const text = found && printable(found, at, evaluating.findings);
  return filters.reduce((letters, filter) => {
    evaluating.budget.comparedCharacters -= letters.length;
    return filter === 'upcase' ? letters.toUpperCase() : letters.toLowerCase();
  }, text ?? '');
}

function printable({ value, name }: FoundValue, at: number, findings: SourceFindings): string | undefined {
  const text = printedText(value);
  if (text === undefined) findings.add(at, `${name} is ${kindOf(value)}, which cannot be printed as text.`, 'no text');
  const code = invisibleIn(text ?? '');
  if (code) findings.add(at, `${name} contains ${code}, an invisible control character.`, 'invisible');
  return text;
}

function* iterations(
  { collection, variable, body, otherwise }: LoopNode,
  outer: LoopScope | undefined,
  evaluating: Evaluating,
): Generator<Body<LoopScope | undefined>> {
  const found = collection && find(collection, outer, collection.at, evaluating);
  if (found && collection && !Array.isArray(found.value)) {
    const message = `${found.name} is ${kindOf(found.value)}. A loop requires a list.`;
    evaluating.findings.add(collection.at, message, 'no list');
  }
  const items: unknown[] = Array.isArray(found?.value) ? found.value : [];
  if (items.length === 0) yield { body: otherwise, scope: outer };
  for (const [index, value] of items.entries()) {
    const name = itemName(found?.name ?? '', index);
    yield { body, scope: { variable, value, name, outer } };
  }
}

function chosenBody({ branches, otherwise }: ChoiceNode, scope: LoopScope | undefined, evaluating: Evaluating) {
  const chosen = branches.find(
    ({ condition, isNegated }) => condition !== undefined && holds(condition, scope, evaluating) !== isNegated,
  );
  return chosen?.body ?? otherwise;
}

/** Evaluates every term without short-circuiting, so that all missing variables are reported. */
function holds({ terms, joints }: LiquidCondition, scope: LoopScope | undefined, evaluating: Evaluating): boolean {
  const results = terms.map((term) => isMet(term, scope, evaluating));
  return results.reduceRight((right, left, index) => (joints[index] === 'or' ? left || right : left && right));
}

function isMet({ left, right }: LiquidComparison, scope: LoopScope | undefined, evaluating: Evaluating): boolean {
  const one = sideOf(left, scope, evaluating);
  const other = right && sideOf(right.operand, scope, evaluating);
  if (one === undefined) return false;
  if (right === undefined) return 'value' in one && isTrue(one.value);
  return (
    other !== undefined && compare(one, right.comparator, other, (characters) => canAfford(characters, evaluating))
  );
}

function canAfford(characters: number, { budget }: Evaluating): boolean {
  budget.comparedCharacters -= characters;
  return budget.comparedCharacters >= 0;
}

function sideOf(operand: LiquidOperand, scope: LoopScope | undefined, evaluating: Evaluating): Side | undefined {
  if (operand.kind === 'keyword') return { keyword: operand.keyword };
  if (operand.kind === 'literal') return { value: operand.value };
  // Conditions are not counted as nodes, so a long chain of them in a loop is counted here.
  if (!canAfford(operand.path.keys.length * ITEM_COST, evaluating)) return undefined;
  return find(operand.path, scope, operand.path.at, evaluating);
}
