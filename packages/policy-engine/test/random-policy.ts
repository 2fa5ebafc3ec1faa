import type { Operator, PolicyCondition, PolicyDefinition, PolicyEffect, PolicyInput } from '../src/definition.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/**
 * Valid policies, small and with few distinct values, so that cases match, sources contradict each
 * other and scores fall on the very bounds of bands. A larger `size` only allows more of everything.
 */
export const SOURCES = [
  'registered:00000000-0000-7000-8000-00000000000a',
  'registered:00000000-0000-7000-8000-00000000000b',
  'api_key:00000000-0000-7000-8000-00000000000c',
  'user:00000000-0000-7000-8000-00000000000d',
  'service:screening:ofac_sdn+uk_sanctions:r70:m90',
  'service:screening:service_pep:r70:m90:l12',
];

const SCREENING: Record<string, string[]> = {
  'screening.sanctions': ['clear', 'possible_match', 'match'],
  'screening.pep': ['none', 'possible_pep', 'pep', 'former_pep', 'family_member'],
};

const QUANTITIES = [0, 1, 0.1, 0.2, 0.3, 3, 10, 12.5, 33.333333, 0.000001, 999999999.999999, 1e9];
const BOUNDS = [0.1, 0.3, 0.6, 1, 10, 10.1, 37.5, 100, 333.33333, 1e6, 1e9];
const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;
const ACTIONS = ['look', 'call', 'hold', 'freeze'];

/** Values of an input's type, three of a kind. */
export function valuesOf({ key, type, itemType, values }: PolicyInput): (string | number | boolean)[] {
  if (values) return values;
  const scalar = type === 'list' ? itemType : type;
  if (scalar === 'number') return [0, 1.5, -2];
  if (scalar === 'boolean') return [true, false];
  return SCREENING[key] ?? ['a', 'b', ''];
}

export function randomPolicy(seed: number, size: number): PolicyDefinition {
  const dice = seededRandom(seed);
  const inputs = withRequirements(
    dice,
    dice.times(1, 1 + size, (index) => randomInput(dice, index)),
  );
  const bands = randomBands(dice, size);
  const floor = dice.oneIn(3) ? dice.pick(BOUNDS) : 0;
  const all = () => dice.times(1, 2, () => randomCondition(dice, inputs));
  return {
    inputs,
    applicability: dice.times(0, 2, () => ({ all: all() })),
    factors: dice.times(0, size, (index) => ({
      key: `factor_${index}`,
      label: dice.oneIn(2) ? `Factor ${index}` : null,
      match: dice.pick(['first', 'highest']),
      weight: dice.pick(QUANTITIES),
      defaultPoints: dice.oneIn(4) ? null : randomPoints(dice),
      cases: dice.times(1, size + 1, () => ({ all: all(), points: randomPoints(dice), ...randomLabel(dice, 'Case') })),
    })),
    aggregation: dice.pick(['sum', 'maximum']),
    floor,
    ceiling: dice.oneIn(3) ? dice.pick(BOUNDS.filter((bound) => bound >= floor)) : null,
    bands,
    rules: dice.times(0, size, (index) => ({
      key: `rule_${index}`,
      all: all(),
      reason: `Rule ${index} matched.`,
      ...randomLabel(dice, 'Rule'),
      forceBand: dice.oneIn(2) ? dice.pick(bands).id : null,
      effect: randomEffect(dice),
    })),
    missingEvidence: dice.pick(['awaiting_evidence', 'review']),
    reviewAfterSeconds: dice.pick([1, 3600, 2592000]),
    ...(dice.oneIn(3) && { review: { actions: dice.times(1, 2, () => dice.pick([...ACTIONS, 'review'])) } }),
    ...(dice.oneIn(4) && { repeatActions: dice.pick(['always', 'unless_open'] as const) }),
    ...(dice.oneIn(4) && { overrides: dice.pick(['end', 'carry_unchanged'] as const) }),
  };
}

const randomLabel = (dice: SeededRandom, text: string) =>
  dice.oneIn(3) && { label: { text: `${text} in words.`, disclose: dice.oneIn(2) } };

const randomPoints = (dice: SeededRandom) => (dice.oneIn(6) ? -1 : 1) * dice.pick(QUANTITIES);

const randomEffect = (dice: SeededRandom): PolicyEffect => ({
  decision: dice.pick(DECISIONS),
  actions: dice.times(0, 2, () => dice.pick(ACTIONS)),
});

function randomBands(dice: SeededRandom, size: number): PolicyDefinition['bands'] {
  const bounds = new Set(dice.times(0, size + 1, () => dice.pick(BOUNDS)));
  return [0, ...[...bounds].sort((a, b) => a - b)].map((from, index) => ({
    id: `band_${index}`,
    from,
    effect: randomEffect(dice),
    ...(dice.oneIn(3) && { reviewAfterSeconds: dice.pick([1, 60, 3600]) }),
  }));
}

function randomInput(dice: SeededRandom, index: number): PolicyInput {
  const screening = ['screening.sanctions', 'screening.pep'][index];
  const isScreening = screening !== undefined && dice.oneIn(4);
  const type = isScreening ? 'string' : dice.pick(['string', 'number', 'boolean', 'list'] as const);
  const verification = {
    workflowId: 'onboarding',
    revision: 2,
    stepKey: 'document',
    output: 'age',
  };
  const isNative = dice.oneIn(8);
  const sources = new Set(dice.times(1, 3, () => dice.pick(SOURCES)));
  if (isNative) sources.add('verification:onboarding:r2:document');
  const itemType = type === 'list' ? dice.pick(['string', 'number', 'boolean'] as const) : null;
  const isOfText = type === 'string' || itemType === 'string';
  return {
    key: isScreening ? screening : `fact_${index}.${type}`,
    type,
    itemType,
    ...(isOfText && !isScreening && dice.oneIn(3) && { values: ['a', 'b'] }),
    ...(type === 'list' && dice.oneIn(2) && { itemOrder: 'ignored' }),
    ...(dice.oneIn(3) && { resolve: dice.pick(['agree', 'first_available'] as const) }),
    ...randomLabel(dice, 'Input'),
    acceptedSources: [...sources],
    maxAgeSeconds: dice.pick([1, 60, 3600, 86400]),
    verification: isNative ? verification : null,
  };
}

/** Some inputs are required at times only, which depends on the others. */
function withRequirements(dice: SeededRandom, inputs: readonly PolicyInput[]): PolicyInput[] {
  const isConditional = inputs.map(() => dice.oneIn(4));
  const always = inputs.filter((_, index) => !isConditional[index]);
  if (always.length === 0) return [...inputs];
  return inputs.map((input, index) =>
    isConditional[index]
      ? {
          ...input,
          requiredWhen: dice.times(1, 2, () => ({ all: dice.times(1, 2, () => randomCondition(dice, always)) })),
        }
      : input,
  );
}

const SCALAR_OPERATORS: readonly Operator[] = ['eq', 'neq', 'in', 'not_in'];
const NUMBER_OPERATORS: readonly Operator[] = ['eq', 'neq', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte'];
const LIST_OPERATORS: readonly Operator[] = ['contains', 'intersects'];
const OF_SEVERAL: readonly Operator[] = ['in', 'not_in', 'intersects'];
const FACT_OPERATORS: readonly Operator[] = ['eq_fact', 'neq_fact'];

function randomCondition(dice: SeededRandom, inputs: readonly PolicyInput[]): PolicyCondition {
  const input = dice.pick(inputs);
  const alike = inputs.filter((other) => isComparable(input, other));
  if (alike.length > 0 && dice.oneIn(3))
    return { input: input.key, operator: dice.pick(FACT_OPERATORS), value: dice.pick(alike).key };
  const fitting = {
    list: LIST_OPERATORS,
    number: NUMBER_OPERATORS,
    string: SCALAR_OPERATORS,
    boolean: SCALAR_OPERATORS,
  };
  const operator = dice.pick(fitting[input.type]);
  const value = OF_SEVERAL.includes(operator)
    ? dice.times(1, 2, () => dice.pick(valuesOf(input)))
    : dice.pick(valuesOf(input));
  return { input: input.key, operator, value };
}

const isComparable = (one: PolicyInput, other: PolicyInput) =>
  one.key !== other.key &&
  one.type === other.type &&
  one.itemType === other.itemType &&
  !(one.key in SCREENING || other.key in SCREENING);
