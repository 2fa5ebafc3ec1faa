import { describe, expect, test } from 'vitest';
import type { PolicyInput } from '../src/definition.ts';
import type { FactValue } from '../src/evaluation.ts';
import type { Receipt } from '../src/receipt-usability.ts';
import { compileInput, resolveInputs } from '../src/resolve-inputs.ts';
import { aReceipt, at, DAY_SECONDS, NOW, SOURCE_A, SOURCE_B, SOURCE_C } from './builders.ts';

const INPUT: PolicyInput = {
  key: 'fact',
  type: 'string',
  itemType: null,
  acceptedSources: [SOURCE_A, SOURCE_B],
  maxAgeSeconds: DAY_SECONDS,
  verification: null,
};

/** Compiled as in a policy of these inputs. */
function compiled(inputs: readonly PolicyInput[]) {
  const indexes = new Map(inputs.map(({ key }, index) => [key, index]));
  return { inputs: inputs.map((input) => compileInput(input, indexes)), indexes };
}

const resolve = (receipts: Receipt[], input: Partial<PolicyInput> = {}) =>
  resolveInputs(compiled([{ ...INPUT, ...input }]), { receipts, evaluatedAt: NOW })[0]?.resolution;

const fromA = (value: FactValue | null, rest: Partial<Receipt> = {}) =>
  aReceipt('fact', value, { source: SOURCE_A, ...rest });
const fromB = (value: FactValue | null, rest: Partial<Receipt> = {}) =>
  aReceipt('fact', value, { source: SOURCE_B, ...rest });
const revoked = { status: 'revoked', value: null } as const;
const unavailable = { status: 'unavailable', value: null } as const;

describe('an input has a value', () => {
  test.each([
    ['from one accepted source', [fromA('x')]],
    ['from two that agree', [fromA('x'), fromB('x')]],
    ['exactly as old as allowed', [fromA('x', { observedAt: at(-DAY_SECONDS) })]],
    ['observed at this very instant', [fromA('x', { observedAt: NOW })]],
    ['a millisecond before it expires', [fromA('x', { expiresAt: at(0.001) })]],
    ['whatever a source says that is not accepted', [fromA('x'), aReceipt('fact', 'y', { source: SOURCE_C })]],
    ['whatever is said of other facts', [fromA('x'), aReceipt('other', 'y')]],
    ['when the one that differs is stale', [fromA('x'), fromB('y', { observedAt: at(-DAY_SECONDS - 1) })]],
    ['when the one that differs has expired', [fromA('x'), fromB('y', { expiresAt: at(-1) })]],
    [
      'observed after another source took its word back',
      [fromA('x'), fromB(null, { ...revoked, observedAt: at(-61) })],
    ],
  ])('%s', (_case, receipts) => {
    expect(resolve(receipts)).toMatchObject({ status: 'resolved', value: 'x', reason: null });
  });
});

describe('an input has no value, with a reason', () => {
  test.each([
    ['no_evidence', 'no receipt at all', []],
    ['no_evidence', 'only a source that is not accepted', [aReceipt('fact', 'x', { source: SOURCE_C })]],
    ['unavailable', 'the source could not tell', [fromA(null, unavailable)]],
    ['revoked', 'the source took it back', [fromA(null, revoked)]],
    ['revoked', 'one took it back, the other could not tell', [fromA(null, unavailable), fromB(null, revoked)]],
    ['stale', 'a millisecond older than allowed', [fromA('x', { observedAt: at(-DAY_SECONDS - 0.001) })]],
    ['expired', 'at the instant of its expiry', [fromA('x', { expiresAt: NOW })]],
    ['expired', 'expired and stale', [fromA('x', { expiresAt: at(-1), observedAt: at(-2 * DAY_SECONDS) })]],
    ['not_yet_observed', 'a millisecond ahead of the evaluation', [fromA('x', { observedAt: at(0.001) })]],
    ['type_mismatch', 'a value of another type', [fromA(5)]],
    ['type_mismatch', 'beside one of the right type', [fromA('x'), fromB(true)]],
    ['sources_disagree', 'two usable values that differ', [fromA('x'), fromB('y')]],
    ['sources_disagree', 'values that differ in case only', [fromA('x'), fromB('X')]],
  ])('%s: %s', (reason, _case, receipts) => {
    expect(resolve(receipts)).toMatchObject({ status: 'unresolved', value: null, reason });
  });
});

describe('revoked or unavailable evidence never falls back to older favorable evidence', () => {
  test.each([
    ['observed before', revoked, at(-61)],
    ['observed at the same instant', revoked, at(-60)],
    ['observed before, and the other could not tell', unavailable, at(-61)],
    ['though the revocation is itself dated ahead', { ...revoked, observedAt: at(5) }, at(-1)],
    ['though the revocation has expired', { ...revoked, expiresAt: at(-30) }, at(-61)],
  ])('of another source, %s', (_case, withdrawal, observedAt) => {
    const resolution = resolve([fromA('x', { observedAt }), fromB(null, withdrawal)]);

    expect(resolution).toMatchObject({ status: 'unresolved', value: null, reason: 'withdrawn' });
    expect(resolution?.receipts.map(({ why }) => why)).toEqual(['withdrawn', withdrawal.status]);
  });

  test('evidence of a source that is not accepted withdraws nothing', () => {
    const stranger = aReceipt('fact', null, { source: SOURCE_C, ...revoked, observedAt: NOW });

    expect(resolve([fromA('x'), stranger])).toMatchObject({ status: 'resolved' });
  });
});

describe('the first available source', () => {
  const FIRST = { resolve: 'first_available' } as const;
  test.each([
    ['says it, whatever the second says', [fromA('x'), fromB('y')], SOURCE_A],
    ['could not tell, so the second does', [fromA(null, unavailable), fromB('x')], SOURCE_B],
    ['could not tell after the second did', [fromA(null, { ...unavailable, observedAt: NOW }), fromB('x')], SOURCE_B],
    ['is stale, so the second says it', [fromA('y', { observedAt: at(-DAY_SECONDS - 1) }), fromB('x')], SOURCE_B],
    ['has expired, so the second says it', [fromA('y', { expiresAt: NOW }), fromB('x')], SOURCE_B],
    ['is silent, so the second says it', [fromB('x')], SOURCE_B],
    ['says it, and a misspelt value of the second does not count', [fromA('x'), fromB(5)], SOURCE_A],
    [
      'took its word back before the second spoke',
      [fromA(null, { ...revoked, observedAt: at(-61) }), fromB('x')],
      SOURCE_B,
    ],
  ])('%s', (_case, receipts, usedSource) => {
    expect(resolve(receipts, FIRST)).toMatchObject({ status: 'resolved', value: 'x', reason: null, usedSource });
  });

  test.each([
    ['type_mismatch', 'says something of another type', [fromA(5), fromB('x')], {}],
    ['undocumented_value', 'misspells it', [fromA('X'), fromB('x')], { values: ['x', 'y'] }],
    ['withdrawn', 'took its word back after the second spoke', [fromA(null, revoked), fromB('x')], {}],
    ['unavailable', 'could not tell, nor could the second', [fromA(null, unavailable), fromB(null, unavailable)], {}],
    ['no_evidence', 'is silent like the second', [], {}],
  ] as [string, string, Receipt[], Partial<PolicyInput>][])('%s: %s', (reason, _case, receipts, rest) => {
    const resolution = resolve(receipts, { ...FIRST, ...rest });

    expect(resolution).toMatchObject({ status: 'unresolved', value: null, reason });
    expect(resolution).not.toHaveProperty('usedSource');
  });

  test('the order is that of the policy', () => {
    const other = { ...FIRST, acceptedSources: [SOURCE_B, SOURCE_A] };

    expect(resolve([fromA('x'), fromB('y')], other)).toMatchObject({ value: 'y', usedSource: SOURCE_B });
  });

  test('without it the source is not named', () => {
    expect(resolve([fromA('x')], { resolve: 'agree' })).not.toHaveProperty('usedSource');
  });
});

describe('lists whose order means nothing', () => {
  const list = { type: 'list', itemType: 'string', itemOrder: 'ignored' } as const;
  test.each([
    [['a', 'b'], ['b', 'a'], null],
    [['b', 'a', 'b'], ['b', 'b', 'a'], null],
    [['a'], ['a', 'a'], 'sources_disagree'],
    [['a'], ['b'], 'sources_disagree'],
  ])('%j and %j', (one, other, reason) => {
    expect(resolve([fromA(one), fromB(other)], list)?.reason).toBe(reason);
  });

  test('are given in ascending order, and receipts are not changed', () => {
    const given = fromA(['b', 'c', 'a']);

    expect(resolve([given], list)?.value).toEqual(['a', 'b', 'c']);
    expect(resolve([fromA([10, 9, -1])], { ...list, itemType: 'number' })?.value).toEqual([-1, 9, 10]);
    expect(given.value).toEqual(['b', 'c', 'a']);
  });
});

describe('an input that is required at times only', () => {
  const OFFSHORE = [
    { all: [{ input: 'kind', operator: 'eq', value: 'trust' }] },
    { all: [{ input: 'country', operator: 'in', value: ['KY', 'VG'] }] },
  ] as const satisfies PolicyInput['requiredWhen'];
  const inputs: PolicyInput[] = [
    { ...INPUT, requiredWhen: [...OFFSHORE] },
    { ...INPUT, key: 'kind' },
    { ...INPUT, key: 'country' },
  ];
  const inputWith = (facts: Record<string, string>) =>
    resolveInputs(compiled(inputs), {
      receipts: Object.entries(facts).map(([fact, value]) => aReceipt(fact, value, { source: SOURCE_A })),
      evaluatedAt: NOW,
    })[0];

  test.each([
    ['one group matches', { kind: 'trust', country: 'DE' }, 'unresolved'],
    ['another group matches', { kind: 'person', country: 'VG' }, 'unresolved'],
    ['one matches and the other is unknown', { kind: 'trust' }, 'unresolved'],
    ['it is unknown whether one matches', { country: 'DE' }, 'unresolved'],
    ['nothing is known', {}, 'unresolved'],
    ['no group matches', { kind: 'person', country: 'DE' }, 'not_required'],
    ['it has a value and a group matches', { fact: 'x', kind: 'trust', country: 'DE' }, 'resolved'],
    ['it has a value and no group matches', { fact: 'x', kind: 'person', country: 'DE' }, 'not_required'],
  ])('%s', (_case, facts, status) => {
    expect(inputWith(facts)?.resolution.status).toBe(status);
  });

  test('its evidence is reported without effect where it is not required', () => {
    const { resolution, counted } = inputWith({ fact: 'x', kind: 'person', country: 'DE' }) ?? {};

    expect(resolution).toMatchObject({ value: null, reason: null, receipts: [{ why: 'usable' }] });
    expect(counted).toEqual([]);
  });
});

describe('declared values', () => {
  const LEVELS = { values: ['none', 'possible', 'confirmed'] };
  const OF_ITEMS = { type: 'list', itemType: 'string', ...LEVELS } as const;
  test.each([
    ['a declared value', [fromA('confirmed')], LEVELS, null],
    ['another spelling', [fromA('Confirmed')], LEVELS, 'undocumented_value'],
    ['a space behind it', [fromA('confirmed ')], LEVELS, 'undocumented_value'],
    ['beside a declared one', [fromA('none'), fromB('None')], LEVELS, 'undocumented_value'],
    ['beside one of another type', [fromA('None'), fromB(5)], LEVELS, 'type_mismatch'],
    ['a stale one beside a declared one', [fromA('none'), fromB('None', { expiresAt: at(-1) })], LEVELS, null],
    ['declared items', [fromA(['none', 'possible'])], OF_ITEMS, null],
    ['no items', [fromA([])], OF_ITEMS, null],
    ['an item that is not declared', [fromA(['none', 'maybe'])], OF_ITEMS, 'undocumented_value'],
  ] as [string, Receipt[], Partial<PolicyInput>, string | null][])('%s', (_case, receipts, input, reason) => {
    expect(resolve(receipts, input)).toMatchObject({ status: reason === null ? 'resolved' : 'unresolved', reason });
  });
});

describe('types', () => {
  test.each([
    ['string', null, '', true],
    ['string', null, ['x'], false],
    ['number', null, 0, true],
    ['number', null, '0', false],
    ['number', null, Number.POSITIVE_INFINITY, false],
    ['boolean', null, false, true],
    ['boolean', null, 0, false],
    ['list', 'string', [], true],
    ['list', 'string', ['a', 'b'], true],
    ['list', 'string', ['a', 1], false],
    ['list', 'number', [1, 2.5], true],
    ['list', 'boolean', 'true', false],
  ] as [PolicyInput['type'], PolicyInput['itemType'], FactValue, boolean][])(
    '%s of %s: %j is usable: %s',
    (type, itemType, value, isUsable) => {
      const resolution = resolve([fromA(value)], { type, itemType });

      expect(resolution?.reason).toBe(isUsable ? null : 'type_mismatch');
    },
  );

  test.each([
    [['a', 'b'], ['a', 'b'], null],
    [['a', 'b'], ['b', 'a'], 'sources_disagree'],
    [['a'], ['a', 'a'], 'sources_disagree'],
  ])('lists are compared as given: %j and %j', (one, other, reason) => {
    const list = { type: 'list', itemType: 'string' } as const;

    expect(resolve([fromA(one), fromB(other)], list)?.reason).toBe(reason);
  });
});

test('the retired source is excluded, even from a policy that names it', () => {
  const retired = 'service:session-checks';

  const resolution = resolve([aReceipt('fact', 'x', { source: retired })], {
    acceptedSources: [retired],
  });

  expect(resolution).toMatchObject({ status: 'unresolved', reason: 'no_evidence', receipts: [] });
});

test('considered receipts are reported in the order of the sources, with age and usability', () => {
  const resolution = resolve([
    fromB('x', { observedAt: at(-1.5) }),
    aReceipt('fact', 'y', { source: SOURCE_C }),
    fromA('x', { expiresAt: at(-1) }),
  ]);

  expect(resolution).toEqual({
    key: 'fact',
    status: 'resolved',
    value: 'x',
    reason: null,
    receipts: [
      {
        receiptId: `fact/${SOURCE_A}`,
        source: SOURCE_A,
        status: 'available',
        observedAt: at(-60),
        expiresAt: at(-1),
        ageSeconds: 60,
        why: 'expired',
      },
      {
        receiptId: `fact/${SOURCE_B}`,
        source: SOURCE_B,
        status: 'available',
        observedAt: at(-1.5),
        expiresAt: null,
        ageSeconds: 1.5,
        why: 'usable',
      },
    ],
  });
});
