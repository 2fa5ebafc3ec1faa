import { describe, expect, test } from 'vitest';
import { isFull } from '../../../test/support/soak.ts';
import { matchedGroups } from '../src/applicability.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import type { PolicyDefinition } from '../src/definition.ts';
import { evaluate } from '../src/evaluate-policy.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';
import { isDocumentedValue, isScreeningFact } from '../src/screening-facts.ts';
import { policyWarnings } from '../src/warnings.ts';
import { aFactor, anInput, aPolicy, aRule, effect, valid, when } from './builders.ts';
import { randomEvidence } from './random-evidence.ts';
import { randomPolicy } from './random-policy.ts';

/** Parts of a valid policy that do nothing, or something else than was meant. */
const warningsOf = (rest: object) => policyWarnings(valid(aPolicy(rest))).map(({ path, code }) => `${path} ${code}`);
const BANDS = [
  { id: 'low', from: 0, effect: effect('none') },
  { id: 'high', from: 60, effect: effect('restrict') },
];
/** Reads the input that the factor does not read. */
const COUNTRY = { rules: [aRule('r', [when('country', 'eq', 'IR')], { effect: effect('reject') })] };

test('a policy whose parts all have an effect has no warnings', () => {
  expect(warningsOf(COUNTRY)).toEqual([]);
});

describe('inputs', () => {
  test('that no condition reads make every result incomplete without them', () => {
    expect(warningsOf({})).toEqual(['inputs.1 unread_input']);
  });

  test('that a condition compares with are read', () => {
    const inputs = [anInput('age'), anInput('country', 'string'), anInput('declared', 'string')];

    expect(
      warningsOf({
        inputs,
        rules: [aRule('r', [when('country', 'neq_fact', 'declared')], { effect: effect('review') })],
      }),
    ).toEqual([]);
  });
});

describe('conditions that are never true together', () => {
  const inputs = [
    anInput('age'),
    anInput('country', 'string', { values: ['NL', 'DE'] }),
    anInput('known', 'boolean'),
    anInput('screening.pep', 'string'),
    anInput('codes', 'list', { itemType: 'string' }),
    anInput('declared', 'string', { values: ['NL', 'DE'] }),
  ];
  const isContradictory = (...all: object[]) =>
    policyWarnings(valid(aPolicy({ inputs, rules: [aRule('r', all, { effect: effect('review') })] }))).some(
      ({ path, code }) => path === 'rules.0.all' && code === 'contradictory_conditions',
    );

  test.each([
    [[when('age', 'eq', 1), when('age', 'eq', 2)]],
    [[when('age', 'gt', 5), when('age', 'lt', 5)]],
    [[when('age', 'gt', 5), when('age', 'lte', 5)]],
    [[when('age', 'gte', 5), when('age', 'lte', 5), when('age', 'neq', 5)]],
    [[when('age', 'in', [1, 2]), when('age', 'gt', 2)]],
    [[when('age', 'in', [1, 2]), when('age', 'not_in', [1, 2, 3])]],
    [[when('age', 'gte', 0.3), when('age', 'lt', 0.1), when('known', 'eq', true)]],
    [[when('country', 'neq', 'NL'), when('country', 'neq', 'DE')]],
    [[when('country', 'not_in', ['DE', 'NL'])]],
    [[when('known', 'neq', true), when('known', 'neq', false)]],
    [[when('screening.pep', 'not_in', ['none', 'possible_pep', 'pep', 'former_pep', 'family_member'])]],
    [[when('country', 'eq_fact', 'declared'), when('country', 'neq_fact', 'declared')]],
  ])('%j', (all) => {
    expect(isContradictory(...all)).toBe(true);
  });

  test.each([
    [[when('age', 'gte', 5), when('age', 'lte', 5)]],
    [[when('age', 'gt', 5), when('age', 'lt', 5.000001)]],
    [[when('age', 'neq', 1), when('age', 'neq', 2)]],
    [[when('age', 'gt', 1), when('age', 'gt', 2)]],
    [[when('country', 'neq', 'NL')]],
    [[when('country', 'in', ['NL']), when('declared', 'in', ['DE'])]],
    [[when('codes', 'contains', 'a'), when('codes', 'contains', 'b'), when('codes', 'intersects', ['c'])]],
    [[when('country', 'neq_fact', 'declared')]],
  ])('but %j can be', (all) => {
    expect(isContradictory(...all)).toBe(false);
  });

  test('are found in applicability and in cases too', () => {
    const never = [when('age', 'lt', 1), when('age', 'gt', 2)];

    expect(
      warningsOf({
        ...COUNTRY,
        applicability: [{ all: never }],
        factors: [aFactor('f', [[never, 1]], { defaultPoints: 0 })],
      }),
    ).toEqual(['applicability.0.all contradictory_conditions', 'factors.0.cases.0.all contradictory_conditions']);
  });
});

describe('cases behind another one', () => {
  const casesOf = (match: string, cases: [object[], number][]) =>
    warningsOf({ ...COUNTRY, factors: [aFactor('f', cases, { match, defaultPoints: 0 })] });
  const under = (age: number) => [when('age', 'lt', age)];

  test.each([
    [
      'a wider one before it',
      'first',
      [
        [under(30), 40],
        [under(18), 60],
      ],
      1,
    ],
    [
      'the same before it',
      'first',
      [
        [under(30), 40],
        [under(30), 60],
      ],
      1,
    ],
    [
      'one that reads less',
      'first',
      [
        [under(30), 40],
        [[...under(20), when('country', 'eq', 'NL')], 60],
      ],
      1,
    ],
    [
      'a set that contains its own',
      'first',
      [
        [[when('age', 'in', [1, 2])], 1],
        [[when('age', 'eq', 2)], 2],
      ],
      1,
    ],
    [
      'more points',
      'highest',
      [
        [under(18), 40],
        [under(30), 60],
      ],
      0,
    ],
    [
      'the same points before it',
      'highest',
      [
        [under(30), 40],
        [under(18), 40],
      ],
      1,
    ],
  ] as [string, string, [object[], number][], number][])('%s', (_case, match, cases, index) => {
    expect(casesOf(match, cases)).toEqual([`factors.0.cases.${index} unreachable_case`]);
  });

  test.each([
    [
      'a narrower one before it',
      'first',
      [
        [under(18), 60],
        [under(30), 40],
      ],
    ],
    [
      'one that only overlaps',
      'first',
      [
        [[when('age', 'gt', 10)], 60],
        [under(30), 40],
      ],
    ],
    [
      'one that reads more',
      'first',
      [
        [[...under(30), when('country', 'eq', 'NL')], 40],
        [under(20), 60],
      ],
    ],
    [
      'fewer points',
      'highest',
      [
        [under(30), 40],
        [under(18), 60],
      ],
    ],
  ] as [string, string, [object[], number][]][])('can be reached behind %s', (_case, match, cases) => {
    expect(casesOf(match, cases)).toEqual([]);
  });
});

test.each([
  ['above the ceiling', { ceiling: 59.9 }, ['bands.1.from unreachable_band']],
  ['at the ceiling', { ceiling: 60 }, []],
  [
    'above the ceiling, but forced by a rule',
    { ceiling: 10, rules: [aRule('r', [when('country', 'eq', 'IR')], { forceBand: 'high' })] },
    [],
  ],
])('a band %s', (_case, rest, expected) => {
  expect(warningsOf({ bands: BANDS, ...COUNTRY, ...rest })).toEqual(expected);
});

test('a band whose decision is weaker than that of the one below', () => {
  const bands = [
    { id: 'a', from: 0, effect: effect('review') },
    { id: 'b', from: 10, effect: effect('review', 'look') },
    { id: 'c', from: 20, effect: effect('none') },
    { id: 'd', from: 30, effect: effect('reject') },
  ];

  expect(warningsOf({ ...COUNTRY, bands })).toEqual(['bands.2.effect.decision weaker_decision']);
});

test.each([
  ['with nothing to do', {}, true],
  ['that forces the lowest band', { forceBand: 'low' }, true],
  ['that forces another band', { forceBand: 'high' }, false],
  ['that only requires an action', { effect: effect('none', 'look') }, false],
])('a rule %s', (_case, rest, warned) => {
  const rules = [aRule('r', [when('country', 'eq', 'IR')], rest)];

  expect(warningsOf({ bands: BANDS, rules })).toEqual(warned ? ['rules.0 rule_without_effect'] : []);
});

describe('for every policy and evidence', () => {
  const POLICIES = isFull ? 300 : 100;
  const partsOf = (policy: PolicyDefinition, wanted: string) =>
    policyWarnings(policy)
      .filter(({ code }) => code === wanted)
      .map(({ path }) => path.split('.').filter((part) => part !== 'all'));

  /** Evidence of a screening fact is refused unless its value is documented, which warnings rely on. */
  const asSubmitted = ({ receipts, ...rest }: EvidenceSnapshot): EvidenceSnapshot => ({
    ...rest,
    receipts: receipts.filter(
      ({ fact, value }) => !isScreeningFact(fact) || (typeof value === 'string' && isDocumentedValue(fact, value)),
    ),
  });

  test('what is called unreachable or contradictory is never reached', () => {
    let warned = 0;
    for (let seed = 1; seed <= POLICIES; seed += 1) {
      const policy = randomPolicy(seed, 4);
      const compiled = compilePolicy(policy);
      const never = [...partsOf(policy, 'unreachable_case'), ...partsOf(policy, 'contradictory_conditions')];
      warned += never.length;
      for (let round = 0; round < 30; round += 1) {
        const evidence = asSubmitted(randomEvidence(seed * 1_000 + round, policy));
        const { factors, rules, band } = evaluate(compiled, evidence);
        const groups = matchedGroups(compiled, evidence);
        for (const [kind, at, , index] of never) {
          if (kind === 'applicability') expect(groups).not.toContain(Number(at));
          if (kind === 'rules') expect(rules[Number(at)]?.result).not.toBe('matched');
          if (kind === 'factors') expect(factors[Number(at)]?.case).not.toBe(Number(index));
        }
        for (const [, at] of partsOf(policy, 'unreachable_band')) expect(band).not.toBe(policy.bands[Number(at)]?.id);
      }
    }
    // The property would hold for a function that never warns.
    expect(warned).toBeGreaterThan(POLICIES / 4);
  });

  test('a rule that is called without effect can be left out of complete results', () => {
    let warned = 0;
    for (let seed = 1; seed <= POLICIES; seed += 1) {
      const policy = randomPolicy(seed, 4);
      const idle = new Set(partsOf(policy, 'rule_without_effect').map(([, at]) => Number(at)));
      warned += idle.size;
      if (idle.size === 0) continue;
      const shorter = { ...policy, rules: policy.rules.filter((_, index) => !idle.has(index)) };
      for (let round = 0; round < 10; round += 1) {
        const evidence = randomEvidence(seed * 1_000 + round, policy);
        const [all, left] = [evaluate(compilePolicy(policy), evidence), evaluate(compilePolicy(shorter), evidence)];
        if (all.outcome === 'incomplete') continue;
        for (const part of ['outcome', 'score', 'band', 'decision', 'actions'] as const)
          expect(left[part]).toEqual(all[part]);
      }
    }
    expect(warned).toBeGreaterThan(0);
  });
});

describe('inputs that are required at times only', () => {
  const deed = anInput('deed', 'boolean', { requiredWhen: [{ all: [when('country', 'eq', 'VG')] }] });
  const inputs = [anInput('age'), anInput('country', 'string'), deed];

  test('read the inputs that their conditions name, which may contradict each other', () => {
    const all = [when('country', 'eq', 'VG'), when('country', 'eq', 'KY')];
    const rules = [aRule('r', [when('deed', 'eq', false)], { effect: effect('review') })];

    expect(warningsOf({ inputs, rules })).toEqual([]);
    expect(warningsOf({ inputs: [...inputs.slice(0, 2), { ...deed, requiredWhen: [{ all }] }], rules })).toEqual([
      'inputs.2.requiredWhen.0.all contradictory_conditions',
    ]);
  });

  test('leave cases reachable that deny both of their values', () => {
    const cases: [object[], number][] = [
      [[when('deed', 'in', [true, false])], 1],
      [[when('country', 'eq', 'VG')], 2],
    ];

    expect(warningsOf({ inputs, factors: [aFactor('f', cases)] })).toEqual(['inputs.0 unread_input']);
  });
});

test('a review period of a band that is not shorter than that of the policy never applies', () => {
  const [low, high] = BANDS;
  const bands = [
    { ...low, reviewAfterSeconds: 60 },
    { ...high, reviewAfterSeconds: 59 },
  ];

  expect(warningsOf({ ...COUNTRY, bands, reviewAfterSeconds: 60 })).toEqual([
    'bands.0.reviewAfterSeconds unused_review_period',
  ]);
});
