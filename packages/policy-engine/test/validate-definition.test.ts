import { describe, expect, test } from 'vitest';
import { validatePolicy } from '../src/validate-definition.ts';
import { aFactor, anInput, aPolicy, aRule, effect, SOURCE_A, when } from './builders.ts';

const problemsOf = (definition: unknown) =>
  validatePolicy(definition, { lists: [] }).errors.map(({ path, code }) => `${path}: ${code}`);

test('validation: reports every error with its path, of schema and meaning, not only the first', () => {
  const wrong = {
    inputs: [
      anInput('age', 'number', { maxAgeSeconds: '1d' }),
      anInput('age', 'string', { acceptedSources: ['nowhere', SOURCE_A, SOURCE_A] }),
      anInput('tags', 'list'),
      anInput('Country', 'string'),
    ],
    applicability: [{ all: [when('undeclared', 'eq', 1)] }],
    factors: [
      {
        key: 'f',
        match: 'last',
        weight: -1,
        cases: [{ all: [when('age', 'gt', 'old'), when('age', 'contains', 1)], points: 'many' }],
      },
    ],
    aggregation: 'average',
    floor: 10,
    ceiling: 5,
    bands: [
      { id: 'low', from: 1, effect: effect('none') },
      { id: 'low', from: 1, effect: { decision: 'ban', actions: [] } },
    ],
    rules: [{ key: 'r', all: [when('age', 'eq_fact', 'age')], forceBand: 'top', scripts: [] }],
    reviewAfterSeconds: 0,
  };

  const { valid, errors, normalized } = validatePolicy(wrong, { lists: [] });

  expect({ valid, normalized }).toEqual({ valid: false, normalized: null });
  expect(errors.map(({ path, code }) => `${path}: ${code}`).sort()).toEqual(
    [
      'inputs.0.maxAgeSeconds: invalid_type',
      'inputs.1.key: duplicate_key',
      'inputs.1.acceptedSources.0: invalid_source',
      'inputs.1.acceptedSources.2: duplicate_source',
      'inputs.2.itemType: item_type_required',
      'inputs.3.key: invalid_format',
      'applicability.0.all.0.input: unknown_input',
      'factors.0.match: invalid_value',
      'factors.0.weight: too_small',
      'factors.0.cases.0.points: invalid_type',
      'factors.0.cases.0.all.0.value: value_type_mismatch',
      'factors.0.cases.0.all.1.operator: operator_type_mismatch',
      'aggregation: invalid_value',
      'ceiling: ceiling_below_floor',
      'bands.0.from: bands_not_from_zero',
      'bands.1.id: duplicate_key',
      'bands.1.from: bands_not_increasing',
      'bands.1.effect.decision: invalid_value',
      'rules.0.reason: required',
      'rules.0.scripts: unknown_property',
      'rules.0.forceBand: unknown_band',
      'rules.0.all.0.value: self_comparison',
      'missingEvidence: required',
      'reviewAfterSeconds: too_small',
    ].sort(),
  );
  expect(errors.every(({ message }) => message.length > 0)).toBe(true);
});

test.each([[undefined], [null], [5], ['policy'], [[]], [{ inputs: 5, factors: [null], bands: {} }]])(
  'refuses %j without throwing',
  (value) => {
    const { valid, errors, normalized } = validatePolicy(value, { lists: [] });

    expect({ valid, normalized }).toEqual({ valid: false, normalized: null });
    expect(errors.length).toBeGreaterThan(0);
  },
);

describe('condition value types must agree with the declared input', () => {
  const inputs = [
    anInput('text', 'string'),
    anInput('other_text', 'string'),
    anInput('number'),
    anInput('truth', 'boolean'),
    anInput('texts', 'list', { itemType: 'string' }),
    anInput('more_texts', 'list', { itemType: 'string' }),
    anInput('numbers', 'list', { itemType: 'number' }),
  ];
  const check = (input: string, operator: string, value: unknown) =>
    problemsOf(aPolicy({ inputs, factors: [], rules: [aRule('r', [when(input, operator, value)])] }));

  test.each([
    ['text', 'eq', 'x'],
    ['text', 'in', ['x', 'y']],
    ['text', 'eq_fact', 'other_text'],
    ['text', 'neq_fact', 'other_text'],
    ['number', 'eq', 1],
    ['number', 'in', [1, 2]],
    ['number', 'gt', 1],
    ['number', 'gte', 1],
    ['number', 'lt', 1.5],
    ['number', 'lte', -1],
    ['truth', 'eq', false],
    ['truth', 'in', [true]],
    ['texts', 'contains', 'x'],
    ['texts', 'eq_fact', 'more_texts'],
    ['numbers', 'contains', 1],
  ])('%s %s %j is accepted', (input, operator, value) => {
    expect(check(input, operator, value)).toEqual([]);
  });

  test.each([
    ['text', 'eq', 1, 'value: value_type_mismatch'],
    ['text', 'eq', null, 'value: invalid_type'],
    ['text', 'eq', { a: 1 }, 'value: invalid_type'],
    ['text', 'eq', undefined, 'value: required'],
    ['text', 'in', ['x', {}], 'value.1: invalid_type'],
    ['text', 'in', ['x', 1], 'value.1: value_type_mismatch'],
    ['text', 'gt', 'x', 'operator: operator_type_mismatch'],
    ['truth', 'lte', true, 'operator: operator_type_mismatch'],
    ['text', 'contains', 'x', 'operator: operator_type_mismatch'],
    ['texts', 'eq', 'x', 'operator: operator_type_mismatch'],
    ['texts', 'in', ['x'], 'operator: operator_type_mismatch'],
    ['texts', 'contains', 1, 'value: value_type_mismatch'],
    ['texts', 'contains', ['x'], 'value: value_type_mismatch'],
    ['numbers', 'contains', '1', 'value: value_type_mismatch'],
    ['texts', 'eq_fact', 'numbers', 'value: value_type_mismatch'],
    ['text', 'eq_fact', 'texts', 'value: value_type_mismatch'],
    ['text', 'neq_fact', 'number', 'value: value_type_mismatch'],
    ['text', 'eq_fact', 5, 'value: value_type_mismatch'],
    ['text', 'eq_fact', 'text', 'value: self_comparison'],
    ['text', 'eq_fact', 'gone', 'value: unknown_input'],
    ['gone', 'eq', 'x', 'input: unknown_input'],
    ['text', 'matches', '.*', 'operator: invalid_value'],
  ])('%s %s %j is refused: %s', (input, operator, value, problem) => {
    expect(check(input, operator, value)).toEqual([`rules.0.all.0.${problem}`]);
  });
});

describe('a screening-fact condition may name only the documented values of that fact', () => {
  const inputs = [
    anInput('screening.sanctions', 'string'),
    anInput('screening.pep', 'string'),
    anInput('screening.measures', 'list', { itemType: 'string' }),
    anInput('text', 'string'),
  ];
  const check = (input: string, operator: string, value: unknown) =>
    problemsOf(aPolicy({ inputs, factors: [], rules: [aRule('r', [when(input, operator, value)])] }));

  test('measures are a list, which contains documented ones', () => {
    expect(check('screening.measures', 'contains', 'asset_freeze')).toEqual([]);
    expect(check('screening.measures', 'contains', 'frozen')).toEqual(['rules.0.all.0.value: undocumented_value']);
    for (const declared of [
      anInput('screening.measures', 'string'),
      anInput('screening.measures', 'list', { itemType: 'number' }),
    ])
      expect(problemsOf(aPolicy({ inputs: [declared], factors: [] }))).toEqual(['inputs.0.type: screening_fact_type']);
  });

  test.each([
    ['screening.sanctions', ['clear', 'possible_match', 'match']],
    ['screening.pep', ['none', 'possible_pep', 'pep', 'former_pep', 'family_member']],
  ])('%s: %j', (fact, values) => {
    expect(check(fact, 'in', values)).toEqual([]);
    for (const value of values) expect(check(fact, 'eq', value)).toEqual([]);
  });

  test.each([
    ['screening.sanctions', 'eq', 'pep', 'value'],
    ['screening.sanctions', 'eq', 'Match', 'value'],
    ['screening.pep', 'eq', 'match', 'value'],
    ['screening.pep', 'in', ['pep', 'hit', 'none', ''], 'value.1', 'value.3'],
    ['screening.pep', 'eq_fact', 'text', 'value'],
    ['screening.pep', 'neq_fact', 'screening.sanctions', 'value'],
    ['text', 'eq_fact', 'screening.sanctions', 'value'],
  ])('%s %s %j is refused', (input, operator, value, ...places) => {
    expect(check(input, operator, value)).toEqual(places.map((place) => `rules.0.all.0.${place}: undocumented_value`));
  });

  test.each(['number', 'boolean'])('it is declared as a string, not as a %s', (type) => {
    const definition = aPolicy({ inputs: [anInput('screening.pep', type)], factors: [] });

    expect(problemsOf(definition)).toEqual(['inputs.0.type: screening_fact_type']);
  });
});

describe('source identities', () => {
  const ID = '0198f3a0-1b2c-7d3e-8f40-5a6b7c8d9e0f';
  const check = (source: string) =>
    problemsOf(aPolicy({ inputs: [anInput('age', 'number', { acceptedSources: [source] })], factors: [] }));

  test.each([
    `registered:${ID}`,
    `api_key:${ID}`,
    `user:${ID}`,
    `verification:${ID}:r3:document`,
    'service:screening:ofac_sdn:r70:m90',
    'service:screening:eu_fsf+ofac_sdn+uk_sanctions:r1:m100',
    'service:screening:service_pep:r70:m90:l12',
  ])('%s is accepted', (source) => {
    expect(check(source)).toEqual([]);
  });

  test.each([
    [`registered:${ID.toUpperCase()}`, 'invalid_source'],
    [`registered:${ID} `, 'invalid_source'],
    [`Registered:${ID}`, 'invalid_source'],
    [`registered:${ID}\nuser:${ID}`, 'invalid_source'],
    [ID, 'invalid_source'],
    ['registered:', 'invalid_source'],
    ['api_key:ak_test_123', 'invalid_source'],
    [`verification:${ID}:3:document`, 'invalid_source'],
    [`verification:${ID}:r0:document`, 'invalid_source'],
    ['service:screening', 'invalid_source'],
    ['service:screening:ofac_sdn+:r70:m90', 'invalid_source'],
    ['service:other', 'invalid_source'],
    ['service:session-checks', 'retired_source'],
    ['', 'too_small'],
  ])('%j is refused', (source, code) => {
    expect(check(source)).toEqual([`inputs.0.acceptedSources.0: ${code}`]);
  });
});

test('validation: a verification input must accept the source of the step it is bound to', () => {
  const verification = { workflowId: 'w', revision: 2, stepKey: 'document', output: 'birth_date' };
  const check = (acceptedSources: string[]) =>
    problemsOf(
      aPolicy({
        inputs: [anInput('age', 'number', { verification, acceptedSources })],
        factors: [],
      }),
    );

  expect(check(['verification:w:r2:document'])).toEqual([]);
  expect(check([SOURCE_A, 'verification:w:r2:document'])).toEqual([]);
  expect(check(['verification:w:r1:document'])).toEqual(['inputs.0.acceptedSources: verification_source_missing']);
});

test('validation: the same key can name an input, a factor, a band and a rule', () => {
  const same = aPolicy({
    inputs: [anInput('low')],
    factors: [aFactor('low', [[[when('low', 'gt', 1)], 1]])],
    rules: [aRule('low', [when('low', 'gt', 1)], { forceBand: 'low' })],
  });

  expect(problemsOf(same)).toEqual([]);
});
