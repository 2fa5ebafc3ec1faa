import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../foundation/src/canonical-json.ts';
import { policyJsonSchema } from '../src/definition.ts';
import { POLICY_BYTES } from '../src/limits.ts';
import { normalizedBytes, validatePolicy } from '../src/validate-definition.ts';
import { aFactor, anInput, aPolicy, aRule, DAY_SECONDS, effect, SOURCE_A, valid, when } from './builders.ts';
import { randomPolicy } from './random-policy.ts';

const problemsOf = (definition: unknown) =>
  validatePolicy(definition, { lists: [] }).errors.map(({ path, code }) => `${path}: ${code}`);

const AGE = when('age', 'gt', 0);
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const band = (id: string, from: number, actions: string[] = []) => ({ id, from, effect: effect('none', ...actions) });

test('a definition is normalized with its defaults', () => {
  const normalized = valid({
    inputs: [{ key: 'age', type: 'number', acceptedSources: [SOURCE_A], maxAgeSeconds: DAY_SECONDS }],
    factors: [{ key: 'f', match: 'first', weight: 1, cases: [{ all: [AGE], points: 1 }] }],
    aggregation: 'sum',
    bands: [{ id: 'low', from: 0, effect: { decision: 'none' } }],
    missingEvidence: 'review',
    reviewAfterSeconds: 60,
  });

  expect(normalized).toMatchObject({
    applicability: [],
    rules: [],
    floor: 0,
    ceiling: null,
    inputs: [{ itemType: null, verification: null }],
    factors: [{ label: null, defaultPoints: null }],
    bands: [{ effect: { decision: 'none', actions: [] } }],
  });
  expect(valid(aPolicy({ rules: [aRule('r', [AGE])] })).rules[0]).toMatchObject({
    forceBand: null,
    effect: { decision: 'none', actions: [] },
  });
});

describe('limits, at the limit and one beyond', () => {
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

  test.each<[string, (count: number) => object, number]>([
    ['inputs', (count) => ({ inputs: inputs(count) }), 400],
    [
      'accepted sources',
      (count) => ({ inputs: [anInput('age', 'number', { acceptedSources: sources(count) })] }),
      1_000,
    ],
    ['groups of applicability', (count) => ({ applicability: many(count, () => ({ all: [AGE] })) }), 800],
    ['factors', (count) => ({ factors: many(count, (index) => aFactor(`f${index}`, [[[AGE], 1]])) }), 300],
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
      700,
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
      1_000,
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
      10_000,
    ],
    ['characters of a value', (count) => ({ rules: [aRule('r', [when('country', 'eq', 'x'.repeat(count))])] }), 60_000],
    ['bands', (count) => ({ bands: many(count, (index) => band(`b${index}`, index)) }), 700],
    ['rules', (count) => ({ rules: many(count, (index) => aRule(`r${index}`, [AGE])) }), 350],
    [
      'characters of a label',
      (count) => ({ factors: [aFactor('f', [[[AGE], 1]], { label: 'x'.repeat(count) })] }),
      60_000,
    ],
    ['characters of a reason', (count) => ({ rules: [aRule('r', [AGE], { reason: 'x'.repeat(count) })] }), 60_000],
  ])('%s: as many as 64 KiB can hold', (_what, build, count) => {
    const policy = aPolicy(build(count));

    expect(problemsOf(policy)).toEqual([]);
    expect(normalizedBytes(valid(policy))).toBeLessThan(POLICY_BYTES);
    expect(normalizedBytes(valid(policy))).toBeGreaterThan(POLICY_BYTES / 3);
  });

  test.each<[string, (count: number) => object, number, string]>([
    [
      'distinct actions in total',
      (count) => ({ bands: inTwos(named(count)) }),
      32,
      'bands.2.effect.actions.0: too_many_actions',
    ],
    [
      'characters of a key',
      (count) => ({ rules: [aRule('k'.repeat(count), [AGE])] }),
      80,
      'rules.0.key: invalid_format',
    ],
    ['seconds', (count) => ({ reviewAfterSeconds: count }), 3_153_600_000, 'reviewAfterSeconds: too_big'],
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

  test.each([999_999_999.999999, 0.0000001, 1 / 3, 5e-324, 1e100])('points of %d', (points) => {
    expect(problemsOf(aPolicy({ factors: [aFactor('f', [[[AGE], points]])] }))).toEqual([]);
  });

  test('points beyond 1e100 are refused', () => {
    const policy = aPolicy({ factors: [aFactor('f', [[[AGE], 1.1e100]])] });

    expect(problemsOf(policy)).toEqual(['factors.0.cases.0.points: too_big']);
  });

  test('texts must not contain control characters', () => {
    expect(problemsOf(aPolicy({ rules: [aRule('r', [AGE], { reason: 'a\nb' })] }))).toEqual([
      'rules.0.reason: invalid_format',
    ]);
  });
});

test('definition: the size of a normalized policy is that of its canonical JSON in UTF-8', () => {
  const policy = valid(aPolicy({ rules: [aRule('r', [AGE], { reason: 'é🦉"\\' })] }));

  expect(normalizedBytes(policy)).toBe(Buffer.byteLength(canonicalJson(policy)));
  expect(POLICY_BYTES).toBe(65_536);
});

describe('the JSON Schema', () => {
  const schema = policyJsonSchema();
  const accepts = new Ajv2020({ strict: false }).compile(schema);

  test('is draft 2020-12 and names the format', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$defs?.PolicyDefinition?.title).toBe('Policy format version 1');
  });

  test('accepts valid definitions, with and without defaults', () => {
    expect(accepts(aPolicy())).toBe(true);
    for (let seed = 0; seed < 200; seed += 1) expect(accepts(randomPolicy(seed, 3))).toBe(true);
  });

  test.each([
    ['an unknown member', { script: 'x' }],
    ['an unknown operator', { rules: [aRule('r', [when('age', 'like', 1)])] }],
    ['a missing weight', { factors: [{ ...aFactor('f', [[[AGE], 1]]), weight: undefined }] }],
    ['a retired source', { inputs: [anInput('age', 'number', { acceptedSources: ['service:session-checks'] })] }],
    ['a list of nothing', { inputs: [anInput('age', 'list')] }],
    ['a first band above zero', { bands: [band('low', 1)] }],
    ['a comparison with text', { rules: [aRule('r', [when('age', 'gt', 'old')])] }],
    ['a negative weight', { factors: [aFactor('f', [[[AGE], 1]], { weight: -1 })] }],
  ])('refuses %s', (_case, rest) => {
    expect(accepts(JSON.parse(JSON.stringify(aPolicy(rest))))).toBe(false);
  });
});
