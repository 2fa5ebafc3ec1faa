import type { PolicyDefinition } from '../src/definition.ts';
import type { PolicyIssueCode } from '../src/policy-issue.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/**
 * One thing made wrong in a valid policy, and the code under which it must be found. A mutation is
 * given a policy to spoil and says where it did; undefined when there was nothing it could spoil.
 */
type Spoiled = PolicyDefinition;
type Mutation = (policy: Spoiled, dice: SeededRandom) => string | undefined;

interface Place<T> {
  path: string;
  value: T;
}

const placed = <T>(list: readonly T[], path: string): Place<T>[] =>
  list.map((value, index) => ({ path: `${path}.${index}`, value }));

const conditionsOf = ({ inputs, applicability, factors, rules }: Spoiled) =>
  [
    ...placed(inputs, 'inputs').flatMap(({ path, value }) => placed(value.requiredWhen ?? [], `${path}.requiredWhen`)),
    ...placed(applicability, 'applicability'),
    ...placed(factors, 'factors').flatMap(({ path, value }) => placed(value.cases, `${path}.cases`)),
    ...placed(rules, 'rules'),
  ].flatMap(({ path, value }) => placed(value.all, `${path}.all`));

/** Writes past the types, which is what a mutation is for. */
const write = (target: object, name: string, value: unknown) => {
  (target as Record<string, unknown>)[name] = value;
};

const anyOf = <T>(dice: SeededRandom, places: Place<T>[]) => (places.length === 0 ? undefined : dice.pick(places));

const spoilCondition =
  (
    name: 'input' | 'operator' | 'value',
    wrong: unknown,
    wanted: (type: string, operator: string, key: string) => boolean = () => true,
    at: string = name,
  ): Mutation =>
  (policy, dice) => {
    const types = new Map(policy.inputs.map(({ key, type }) => [key, type]));
    const fitting = conditionsOf(policy).filter(({ value }) =>
      wanted(types.get(value.input) ?? '', value.operator, value.input),
    );
    const place = anyOf(dice, fitting);
    if (place) write(place.value, name, wrong);
    return place && `${place.path}.${at}`;
  };

const spoil =
  (list: 'inputs' | 'factors' | 'bands' | 'rules', name: string, wrong: unknown, at = name): Mutation =>
  (policy, dice) => {
    const items: object[] = policy[list];
    const place = anyOf(dice, placed(items, list));
    if (place) write(place.value, name, wrong);
    return place && `${place.path}.${at}`;
  };

const repeat =
  (list: 'inputs' | 'factors' | 'bands' | 'rules', name: string): Mutation =>
  (policy, dice) => {
    const items: object[] = policy[list];
    const place = anyOf(dice, placed(items, list));
    if (!place) return undefined;
    const copy: object = structuredClone(place.value);
    if (list === 'bands') write(copy, 'from', 1 + (policy.bands.at(-1)?.from ?? 0));
    items.push(copy);
    return `${list}.${items.length - 1}.${name}`;
  };

const isList = (type: string) => type === 'list';
const isFactOperator = (operator: string) => operator.endsWith('_fact');
const takesScalar = (type: string, operator: string) => type !== 'list' && (operator === 'eq' || operator === 'neq');
const OF_SEVERAL = ['in', 'not_in', 'intersects'];
const takesSeveral = (_type: string, operator: string) => OF_SEVERAL.includes(operator);
const isScreening = (key: string) => key.startsWith('screening.');
const A_SOURCE = 'user:00000000-0000-7000-8000-0000000000ff';

export const MUTATIONS: [string, PolicyIssueCode, Mutation][] = [
  ['an input key again', 'duplicate_key', repeat('inputs', 'key')],
  ['a factor key again', 'duplicate_key', repeat('factors', 'key')],
  ['a rule key again', 'duplicate_key', repeat('rules', 'key')],
  [
    'a band id again',
    'duplicate_key',
    (policy, dice) => (policy.bands.at(-1)?.from === 1e9 ? undefined : repeat('bands', 'id')(policy, dice)),
  ],
  [
    'an accepted source again',
    'duplicate_source',
    ({ inputs }, dice) => {
      const place = dice.pick(placed(inputs, 'inputs'));
      const { acceptedSources } = place.value;
      acceptedSources.push(dice.pick(acceptedSources));
      return `${place.path}.acceptedSources.${acceptedSources.length - 1}`;
    },
  ],
  ...(
    [
      ['an unknown form of source', 'invalid_source', 'elsewhere:1'],
      ['an uppercase source id', 'invalid_source', 'registered:00000000-0000-7000-8000-00000000000A'],
      ['a source without its id', 'invalid_source', 'registered:'],
      ['the retired source', 'retired_source', 'service:session-checks'],
    ] as const
  ).map(([name, code, source]): [string, PolicyIssueCode, Mutation] => [
    name,
    code,
    ({ inputs }, dice) => {
      const place = dice.pick(placed(inputs, 'inputs'));
      place.value.acceptedSources.push(source);
      return `${place.path}.acceptedSources.${place.value.acceptedSources.length - 1}`;
    },
  ]),
  [
    'a verification input that does not accept its own source',
    'verification_source_missing',
    ({ inputs }, dice) => {
      const place = dice.pick(placed(inputs, 'inputs'));
      place.value.verification = { workflowId: 'w', revision: 1, stepKey: 's', output: 'o' };
      return `${place.path}.acceptedSources`;
    },
  ],
  [
    'a list without the type of its items',
    'item_type_required',
    ({ inputs }, dice) => {
      const place = anyOf(
        dice,
        placed(inputs, 'inputs').filter(({ value }) => isList(value.type)),
      );
      if (place) place.value.itemType = null;
      return place && `${place.path}.itemType`;
    },
  ],
  [
    'a type of items where there is no list',
    'item_type_not_allowed',
    ({ inputs }, dice) => {
      const scalars = placed(inputs, 'inputs').filter(({ value }) => !isList(value.type));
      const place = anyOf(dice, scalars);
      if (place) place.value.itemType = 'string';
      return place && `${place.path}.itemType`;
    },
  ],
  [
    'a screening fact that is no string',
    'screening_fact_type',
    (policy) => {
      policy.inputs.push({
        key: 'screening.other',
        type: 'number',
        itemType: null,
        verification: null,
        acceptedSources: [A_SOURCE],
        maxAgeSeconds: 1,
      });
      const input = policy.inputs.at(-1);
      const free = ['screening.pep', 'screening.sanctions'].find(
        (key) => !policy.inputs.some((other) => other.key === key),
      );
      if (!input || !free) return undefined;
      input.key = free;
      return `inputs.${policy.inputs.length - 1}.type`;
    },
  ],
  [
    'values of what is no text',
    'values_not_allowed',
    ({ inputs }, dice) => {
      const others = placed(inputs, 'inputs').filter(
        ({ value }) => value.type !== 'string' && value.itemType !== 'string',
      );
      const place = anyOf(dice, others);
      if (place) place.value.values = ['a'];
      return place && `${place.path}.values`;
    },
  ],
  [
    'an order of items where there is no list',
    'item_order_not_allowed',
    ({ inputs }, dice) => {
      const scalars = placed(inputs, 'inputs').filter(({ value }) => !isList(value.type));
      const place = anyOf(dice, scalars);
      if (place) place.value.itemOrder = 'ignored';
      return place && `${place.path}.itemOrder`;
    },
  ],
  [
    'a requirement that depends on itself',
    'conditional_input',
    ({ inputs }, dice) => {
      const place = anyOf(
        dice,
        placed(inputs, 'inputs').filter(
          ({ value }) => value.type === 'boolean' && inputs.every(({ requiredWhen }) => requiredWhen === undefined),
        ),
      );
      if (place) place.value.requiredWhen = [{ all: [{ input: place.value.key, operator: 'eq', value: true }] }];
      return place && `${place.path}.requiredWhen.0.all.0.input`;
    },
  ],
  [
    'a declared value again',
    'duplicate_value',
    ({ inputs }, dice) => {
      const place = anyOf(
        dice,
        placed(inputs, 'inputs').filter(({ value }) => value.values),
      );
      place?.value.values?.push('a');
      return place && `${place.path}.values.2`;
    },
  ],
  [
    'a value that a screening fact never has among its values',
    'undocumented_value',
    ({ inputs }, dice) => {
      const place = anyOf(
        dice,
        placed(inputs, 'inputs').filter(({ value }) => isScreening(value.key)),
      );
      const known = { 'screening.pep': ['none', 'possible_pep', 'pep', 'former_pep', 'family_member'] };
      const values = known[place?.value.key as 'screening.pep'] ?? ['clear', 'possible_match', 'match'];
      if (place) place.value.values = [...values, 'maybe'];
      return place && `${place.path}.values.${values.length}`;
    },
  ],
  [
    'a value that its input does not declare',
    'undocumented_value',
    (policy, dice) => {
      const declaring = policy.inputs.filter(({ values }) => values).map(({ key }) => key);
      const place = anyOf(
        dice,
        conditionsOf(policy).filter(
          ({ value }) =>
            declaring.includes(value.input) && !isFactOperator(value.operator) && !OF_SEVERAL.includes(value.operator),
        ),
      );
      if (place) place.value.value = 'A';
      return place && `${place.path}.value`;
    },
  ],
  ['an undeclared input', 'unknown_input', spoilCondition('input', 'undeclared')],
  [
    'another undeclared fact',
    'unknown_input',
    spoilCondition('value', 'undeclared', (_type, operator) => isFactOperator(operator)),
  ],
  [
    'an input compared with itself',
    'self_comparison',
    (policy, dice) => {
      const pairs = conditionsOf(policy).filter(({ value }) => isFactOperator(value.operator));
      const place = anyOf(dice, pairs);
      if (place) place.value.value = place.value.input;
      return place && `${place.path}.value`;
    },
  ],
  [
    'another fact of another type',
    'value_type_mismatch',
    (policy, dice) => {
      const { inputs } = policy;
      const pairs = conditionsOf(policy).filter(({ value }) => isFactOperator(value.operator));
      const place = anyOf(dice, pairs);
      const type = inputs.find(({ key }) => key === place?.value.input)?.type;
      const other = inputs.find((each) => each.type !== type && !isScreening(each.key) && !each.requiredWhen);
      if (!place || !other) return undefined;
      place.value.value = other.key;
      return `${place.path}.value`;
    },
  ],
  [
    '`contains` on what is no list',
    'operator_type_mismatch',
    spoilCondition('operator', 'contains', (type) => !isList(type)),
  ],
  ...['eq', 'neq', 'in', 'not_in'].map((operator): [string, PolicyIssueCode, Mutation] => [
    `\`${operator}\` on a list`,
    'operator_type_mismatch',
    spoilCondition('operator', operator, isList),
  ]),
  [
    '`intersects` on what is no list',
    'operator_type_mismatch',
    spoilCondition('operator', 'intersects', (type) => !isList(type)),
  ],
  ...['gt', 'gte', 'lt', 'lte'].map((operator): [string, PolicyIssueCode, Mutation] => [
    `\`${operator}\` on what is no number`,
    'operator_type_mismatch',
    spoilCondition('operator', operator, (type) => type !== 'number'),
  ]),
  [
    'a text compared with a number',
    'value_type_mismatch',
    spoilCondition('value', 'text', (type, op) => type === 'number' && !isFactOperator(op) && !takesSeveral(type, op)),
  ],
  [
    'a number compared with a text or a boolean',
    'value_type_mismatch',
    spoilCondition('value', 5, (type, op) => takesScalar(type, op) && type !== 'number'),
  ],
  ['a list where `eq` takes one value', 'value_type_mismatch', spoilCondition('value', ['x'], takesScalar)],
  ['one value where an operator takes a list', 'value_type_mismatch', spoilCondition('value', 'x', takesSeveral)],
  [
    'one item of the wrong type in a list',
    'value_type_mismatch',
    (policy, dice) => {
      const lists = conditionsOf(policy).filter(({ value }) => OF_SEVERAL.includes(value.operator));
      const place = anyOf(dice, lists);
      const list = place?.value.value;
      if (!place || !Array.isArray(list)) return undefined;
      list.push(typeof list[0] === 'number' ? 'text' : 5);
      return `${place.path}.value.${list.length - 1}`;
    },
  ],
  [
    'the wrong type of item in `contains`',
    'value_type_mismatch',
    (policy, dice) => {
      const lists = conditionsOf(policy).filter(({ value }) => value.operator === 'contains');
      const place = anyOf(dice, lists);
      if (place) place.value.value = typeof place.value.value === 'number' ? 'text' : 5;
      return place && `${place.path}.value`;
    },
  ],
  ['an empty list of values', 'too_small', spoilCondition('value', [], takesSeveral)],
  [
    'a value a screening fact never has',
    'undocumented_value',
    spoilCondition('value', 'maybe', (_type, operator, key) => isScreening(key) && operator === 'eq'),
  ],
  [
    'a value a screening fact never has, in a list',
    'undocumented_value',
    spoilCondition('value', ['maybe'], (_type, operator, key) => isScreening(key) && operator === 'in', 'value.0'),
  ],
  ['bands that start above zero', 'bands_not_from_zero', spoilBands(0, 0.05)],
  [
    'bands that do not increase',
    'bands_not_increasing',
    (policy, dice) => (policy.bands.length > 1 ? spoilBands(policy.bands.length - 1, 0)(policy, dice) : undefined),
  ],
  ['a forced band that does not exist', 'unknown_band', spoil('rules', 'forceBand', 'nowhere')],
  [
    'a ceiling below the floor',
    'ceiling_below_floor',
    (policy) => {
      policy.floor = 5;
      policy.ceiling = 4.999999;
      return 'ceiling';
    },
  ],
  ['a floor below zero', 'too_small', spoilMember('floor', -0.000001)],
  [
    'no band',
    'too_small',
    (policy) => (policy.rules.length > 0 ? undefined : spoilMember('bands', [])(policy, seededRandom(1))),
  ],
  ['a weight below zero', 'too_small', spoil('factors', 'weight', -0.000001)],
  ['points that are too large', 'too_big', spoil('factors', 'defaultPoints', 1.1e100)],
  ['a key with an uppercase letter', 'invalid_format', spoil('factors', 'key', 'Factor')],
  ['a key of 81 characters', 'invalid_format', spoil('factors', 'key', 'k'.repeat(81))],
  ['a key that starts with a digit', 'invalid_format', spoil('rules', 'key', '1st')],
  ['a word that is no match mode', 'invalid_value', spoil('factors', 'match', 'last')],
  [
    'an unknown decision',
    'invalid_value',
    spoil('bands', 'effect', { decision: 'wait', actions: [] }, 'effect.decision'),
  ],
  ['an unknown member', 'unknown_property', spoil('inputs', 'script', '1 + 1')],
  ['a missing reason', 'required', spoil('rules', 'reason', undefined)],
  ['an empty reason', 'too_small', spoil('rules', 'reason', '')],
  ['a missing aggregation', 'required', spoilMember('aggregation', undefined)],
  ['an age of half a second', 'invalid_type', spoil('inputs', 'maxAgeSeconds', 0.5)],
  ['a review period of a band of nothing', 'too_small', spoil('bands', 'reviewAfterSeconds', 0)],
  ['a review without actions', 'too_small', spoilReview([])],
  ['a review with an action that is no key', 'invalid_format', spoilReview(['Look'], '.0')],
  ['an unknown treatment of overrides', 'invalid_value', spoilMember('overrides', 'carry')],
  ['an age of nothing', 'too_small', spoil('inputs', 'maxAgeSeconds', 0)],
];

function spoilBands(index: number, from: number): Mutation {
  return ({ bands }) => {
    write(bands[index] ?? {}, 'from', from);
    return `bands.${index}.from`;
  };
}

function spoilMember(name: keyof Spoiled, wrong: unknown): Mutation {
  return (policy) => {
    write(policy, name, wrong);
    return name;
  };
}

function spoilReview(actions: readonly string[], at = ''): Mutation {
  return (policy) => {
    write(policy, 'review', { actions });
    return `review.actions${at}`;
  };
}
