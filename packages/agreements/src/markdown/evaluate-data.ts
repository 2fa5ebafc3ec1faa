import type { Budget } from './budget.ts';
import { invisibleIn } from './characters.ts';
import { compare, ITEM_COST, isTrue, type Side } from './compare-values.ts';
import { type FoundValue, itemName, kindOf, type LoopScope, lookUp, printedText } from './data-values.ts';
import type { SourceFindings } from './findings.ts';
import type {
  ChoiceNode,
  Filter,
  FilterArgument,
  LetterCase,
  LiquidComparison,
  LiquidCondition,
  LiquidOperand,
  LoopNode,
  OutputNode,
  Path,
} from './liquid-nodes.ts';
import type { Body, LiquidEvaluation } from './render-liquid.ts';
import { argumentFault, formatValue, INEXACT, languageFault } from './value-filters.ts';

interface Evaluating {
  data: unknown;
  findings: SourceFindings;
  budget: Budget;
  /** BCP 47 tag of the source's language, by whose rules values are printed. */
  language?: string | undefined;
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
  evaluating.findings.add(at, `The data has no value for \`${result.missing}\`.`, 'missing');
  return undefined;
}

function textOf({ subject, filters, at }: OutputNode, scope: LoopScope | undefined, evaluating: Evaluating): string {
  const found =
    subject?.kind === 'literal'
      ? { value: subject.value, name: JSON.stringify(subject.value) }
      : subject && find(subject.path, scope, at, evaluating);
  if (!found) return '';
  let { value } = found;
  for (const filter of filters) {
    const filtered = isValue(filter)
      ? formatted({ ...found, value }, filter, scope, evaluating)
      : inCase({ ...found, value }, filter.name, at, evaluating);
    if (filtered === undefined) return '';
    value = filtered;
  }
  return printable({ ...found, value }, at, evaluating.findings) ?? '';
}

const isValue = (filter: Filter): filter is Extract<Filter, { at: number }> => 'at' in filter;

function inCase(found: FoundValue, letterCase: LetterCase, at: number, { findings, budget }: Evaluating) {
  const letters = printable(found, at, findings);
  budget.comparedCharacters -= letters?.length ?? 0;
  return letterCase === 'upcase' ? letters?.toUpperCase() : letters?.toLowerCase();
}

/** Formatting costs about as much as reading this many characters. */
const FORMAT_COST = 1_000;

function formatted(
  { value, name }: FoundValue,
  filter: Extract<Filter, { at: number }>,
  scope: LoopScope | undefined,
  evaluating: Evaluating,
): string | undefined {
  const { findings, language = 'en' } = evaluating;
  if (!canAfford(FORMAT_COST, evaluating)) return undefined;
  const given = (operand: FilterArgument | undefined) =>
    operand?.kind === 'path' ? find(operand.path, scope, filter.at, evaluating)?.value : operand?.value;
  const argument = given(filter.argument);
  const wanted = given(filter.language);
  if ((filter.argument && argument === undefined) || (filter.language && wanted === undefined)) return undefined;
  const fault = argumentFault(filter.name, argument) ?? (wanted === undefined ? undefined : languageFault(wanted));
  if (fault) return void findings.add(filter.at, fault);
  const result = formatValue(filter.name, value, {
    argument,
    language: wanted === undefined ? language : String(wanted),
  });
  if ('text' in result) return result.text;
  findings.add(filter.at, `\`${name}\` ${result.fault}`, 'format');
  return undefined;
}

function printable({ value, name }: FoundValue, at: number, findings: SourceFindings): string | undefined {
  const text = printedText(value);
  if (text === undefined) {
    const fault = typeof value === 'number' ? INEXACT : `is ${kindOf(value)}, which cannot be printed as text.`;
    findings.add(at, `\`${name}\` ${fault}`, 'no text');
  }
  const code = invisibleIn(text ?? '');
  if (code) findings.add(at, `\`${name}\` contains ${code}, an invisible control character.`, 'invisible');
  return text;
}

function* iterations(
  { collection, variable, body, otherwise }: LoopNode,
  outer: LoopScope | undefined,
  evaluating: Evaluating,
): Generator<Body<LoopScope | undefined>> {
  const found = collection && find(collection, outer, collection.at, evaluating);
  if (found && collection && !Array.isArray(found.value)) {
    const message = `\`${found.name}\` is ${kindOf(found.value)}. A loop requires a list.`;
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
