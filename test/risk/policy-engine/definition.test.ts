import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#shared/platform/canonical-json.ts';
import { policyJsonSchema } from '#shared/risk/policy-engine/definition.ts';
import { POLICY_BYTES } from '#shared/risk/policy-engine/limits.ts';
import {
  normalizedBytes,
  validateDefinition,
} from '#shared/risk/policy-engine/validate-definition.ts';
import {
  aFactor,
  anInput,
  aPolicy,
  aRule,
  DAY_SECONDS,
  effect,
  SOURCE_A,
  valid,
  when,
} from './builders.ts';
import { randomPolicy } from './random-policy.ts';

const problemsOf = (definition: unknown) =>
  validateDefinition(definition).errors.map(({ path, code }) => `${path}: ${code}`);

const AGE = when('age', 'gt', 0);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const band = (id: string, from: number, actions: string[] = []) => ({
  ...{ id, from, effect: effect('none', ...actions) },
});

test('a definition is normalized with its defaults', () => {
  const normalized = valid({
    inputs: [
      { key: 'age', type: 'number', acceptedSources: [SOURCE_A], maxAgeSeconds: DAY_SECONDS },
    ],
    factors: [{ key: 'f', match: 'first', weight: 1, cases: [{ all: [AGE], points: 1 }] }],
    aggregation: 'sum',
    bands: [{ id: 'low', from: 0, effect: { decision: 'none' } }],
    missingEvidence: 'review',
    reviewAfterSeconds: 60,
  });

  expect(normalized).toMatchObject({
    ...{ applicability: [], rules: [], floor: 0, ceiling: null },
    inputs: [{ itemType: null, verification: null }],
    factors: [{ label: null, defaultPoints: null }],
    bands: [{ effect: { decision: 'none', actions: [] } }],
  });
  expect(valid(aPolicy({ rules: [aRule('r', [AGE])] })).rules[0]).toMatchObject({
    ...{ forceBand: null, effect: { decision: 'none', actions: [] } },
  });
});

describe('limits, at and one beyond', () => {
  const inputs = (count: number) => [
    ...many(count - 2, (index) => anInput(`i${index}`)),
    anInput('age'),
    anInput('country'),
  ];
  const sources = (count: number) =>
    many(count, (index) => `user:00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
  const named = (count: number) => many(count, (index) => `action_${index}`);
  const inTwos = (names: string[]) => [
    band('low', 0, names.slice(0, 20)),
    band('high', 1, names.slice(20, 32)),
    band('top', 2, names.slice(32)),
  ];

  test.each<[string, (count: number) => object, number, string]>([
    ['inputs', (count) => ({ inputs: inputs(count) }), 200, 'inputs: too_big'],
    [
      'accepted sources',
      (count) => ({ inputs: [anInput('age', 'number', { acceptedSources: sources(count) })] }),
      50,
      'inputs.0.acceptedSources: too_big',
    ],
    [
      'groups of applicability',
      (count) => ({ applicability: many(count, () => ({ all: [AGE] })) }),
      50,
      'applicability: too_big',
    ],
    [
      'factors',
      (count) => ({ factors: many(count, (index) => aFactor(`f${index}`, [[[AGE], 1]])) }),
      100,
      'factors: too_big',
    ],
    [
      'cases',
      (count) => ({
        factors: [
          aFactor(
            'f',
            many(count, () => [[AGE], 1]),
          ),
        ],
      }),
      50,
      'factors.0.cases: too_big',
    ],
    [
      'conditions',
      (count) => ({
        rules: [
          aRule(
            'r',
            many(count, () => AGE),
          ),
        ],
      }),
      20,
      'rules.0.all: too_big',
    ],
    [
      'values of `in`',
      (count) => ({
        rules: [
          aRule('r', [
            when(
              'age',
              'in',
              many(count, (index) => index),
            ),
          ]),
        ],
      }),
      200,
      'rules.0.all.0.value: too_big',
    ],
    [
      'characters of a value, counted as characters',
      (count) => ({ rules: [aRule('r', [when('country', 'eq', '🦉'.repeat(count))])] }),
      500,
      'rules.0.all.0.value: too_big',
    ],
    [
      'bands',
      (count) => ({ bands: many(count, (index) => band(`b${index}`, index)) }),
      20,
      'bands: too_big',
    ],
    [
      'rules',
      (count) => ({ rules: many(count, (index) => aRule(`r${index}`, [AGE])) }),
      200,
      'rules: too_big',
    ],
    [
      'actions of an effect',
      (count) => ({ bands: [band('low', 0, named(count))] }),
      20,
      'bands.0.effect.actions: too_big',
    ],
    [
      'distinct actions in total',
      (count) => ({ bands: inTwos(named(count)) }),
      32,
      'bands.2.effect.actions.0: too_many_actions',
    ],
    [
      'characters of a label',
      (count) => ({ factors: [aFactor('f', [[[AGE], 1]], { label: 'é'.repeat(count) })] }),
      200,
      'factors.0.label: too_big',
    ],
    [
      'characters of a reason',
      (count) => ({ rules: [aRule('r', [AGE], { reason: '🦉'.repeat(count) })] }),
      500,
      'rules.0.reason: too_big',
    ],
    [
      'characters of a key',
      (count) => ({ rules: [aRule('k'.repeat(count), [AGE])] }),
      80,
      'rules.0.key: invalid_format',
    ],
    [
      'seconds',
      (count) => ({ reviewAfterSeconds: count }),
      3_153_600_000,
      'reviewAfterSeconds: too_big',
    ],
    ['a quantity', (count) => ({ ceiling: count }), 1_000_000_000, 'ceiling: too_big'],
  ])('%s', (_what, build, limit, problem) => {
    expect(problemsOf(aPolicy(build(limit)))).toEqual([]);
    expect(problemsOf(aPolicy(build(limit + 1)))).toEqual([problem]);
  });

  test.each([
    ['inputs', { inputs: [], factors: [] }, 'inputs: too_small'],
    ['bands', { bands: [] }, 'bands: too_small'],
    ['cases', { factors: [aFactor('f', [])] }, 'factors.0.cases: too_small'],
    ['conditions', { rules: [aRule('r', [])] }, 'rules.0.all: too_small'],
  ])('at least one of %s', (_what, rest, problem) => {
    expect(problemsOf(aPolicy(rest))).toEqual([problem]);
  });

  test('six decimals, and not a seventh', () => {
    const points = (value: number) => aPolicy({ factors: [aFactor('f', [[[AGE], value]])] });

    expect(problemsOf(points(999_999_999.999999))).toEqual([]);
    expect(problemsOf(points(0.000001))).toEqual([]);
    expect(problemsOf(points(0.0000001))).toEqual(['factors.0.cases.0.points: too_many_decimals']);
  });

  test('no control characters in texts', () => {
    expect(problemsOf(aPolicy({ rules: [aRule('r', [AGE], { reason: 'a\nb' })] }))).toEqual([
      'rules.0.reason: invalid_format',
    ]);
  });
});

test('the size of a normalized policy is that of its canonical JSON in UTF-8', () => {
  const policy = valid(aPolicy({ rules: [aRule('r', [AGE], { reason: 'é🦉"\\' })] }));

  expect(normalizedBytes(policy)).toBe(Buffer.byteLength(canonicalJson(policy)));
  expect(POLICY_BYTES).toBe(65_536);
});

describe('the JSON Schema', () => {
  const schema = policyJsonSchema();
  const accepts = new Ajv2020({ strict: false }).compile(schema);

  test('is of draft 2020-12 and names the format', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$defs?.PolicyDefinition?.title).toBe('Policy format version 1');
  });

  test('accepts what is valid, with and without the defaults', () => {
    expect(accepts(aPolicy())).toBe(true);
    for (let seed = 0; seed < 200; seed += 1) expect(accepts(randomPolicy(seed, 3))).toBe(true);
  });

  test.each([
    ['an unknown member', { script: 'x' }],
    ['an unknown operator', { rules: [aRule('r', [when('age', 'like', 1)])] }],
    ['a missing weight', { factors: [{ ...aFactor('f', [[[AGE], 1]]), weight: undefined }] }],
    [
      'a retired source',
      { inputs: [anInput('age', 'number', { acceptedSources: ['service:session-checks'] })] },
    ],
    ['a list of nothing', { inputs: [anInput('age', 'list')] }],
    ['a first band above zero', { bands: [band('low', 1)] }],
    ['a comparison with text', { rules: [aRule('r', [when('age', 'gt', 'old')])] }],
    ['a negative weight', { factors: [aFactor('f', [[[AGE], 1]], { weight: -1 })] }],
  ])('refuses %s', (_case, rest) => {
    expect(accepts(JSON.parse(JSON.stringify(aPolicy(rest))))).toBe(false);
  });
});
