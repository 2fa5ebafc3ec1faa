import { describe, expect, test } from 'vitest';
import { compileAll, decidingInputs, matchAll } from '../src/conditions.ts';
import type { Operator, PolicyCondition } from '../src/definition.ts';
import type { FactValue } from '../src/evaluation.ts';

type Facts = Record<string, FactValue | undefined>;

function judge(all: [string, Operator, PolicyCondition['value']][], facts: Facts) {
  const indexes = new Map(Object.keys(facts).map((key, index) => [key, index]));
  const values = Object.values(facts);
  const compiled = compileAll(
    all.map(([input, operator, value]) => ({ input, operator, value })),
    indexes,
  );
  const result = matchAll(compiled, values);
  return { result, inputs: decidingInputs(compiled, values, result) };
}

describe('the operators with a value', () => {
  test.each([
    ['x', 'eq', 'x', true],
    ['x', 'eq', 'X', false],
    [0, 'eq', 0, true],
    [-0, 'eq', 0, true],
    [false, 'eq', false, true],
    ['x', 'in', ['w', 'x'], true],
    ['x', 'in', ['xx'], false],
    [2, 'in', [1, 2, 3], true],
    ['x', 'neq', 'x', false],
    ['x', 'neq', 'X', true],
    [1, 'neq', 0, true],
    ['x', 'not_in', ['w', 'x'], false],
    ['x', 'not_in', ['xx'], true],
    [['a', 'b'], 'intersects', ['c', 'b'], true],
    [['a', 'b'], 'intersects', ['ab', 'c'], false],
    [[], 'intersects', ['b'], false],
    [['a', 'b'], 'contains', 'b', true],
    [['ab'], 'contains', 'b', false],
    [[], 'contains', 'b', false],
    [2, 'gt', 1, true],
    [2, 'gt', 2, false],
    [2, 'gte', 2, true],
    [1.999999, 'gte', 2, false],
    [1, 'lt', 2, true],
    [2, 'lt', 2, false],
    [2, 'lte', 2, true],
    [2.000001, 'lte', 2, false],
  ] as [FactValue, Operator, PolicyCondition['value'], boolean][])('%j %s %j is %s', (fact, operator, value, holds) => {
    expect(judge([['fact', operator, value]], { fact }).result).toBe(holds ? 'matched' : 'not_matched');
  });

  test.each([
    ['x', 'x', true],
    ['x', 'y', false],
    [1, 1, true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
  ] as [FactValue, FactValue, boolean][])('eq_fact and neq_fact of %j and %j: %s', (fact, other, isSame) => {
    const facts = { fact, other };

    const [same, different] = [
      judge([['fact', 'eq_fact', 'other']], facts).result,
      judge([['fact', 'neq_fact', 'other']], facts).result,
    ];

    expect([same, different]).toEqual(isSame ? ['matched', 'not_matched'] : ['not_matched', 'matched']);
  });
});

describe('all of several conditions', () => {
  const facts: Facts = { one: 1, two: 2, gone: undefined, lost: undefined };
  test.each([
    [
      'all hold',
      [
        ['one', 'eq', 1],
        ['two', 'eq', 2],
      ],
      'matched',
      [],
    ],
    [
      'one fails',
      [
        ['one', 'eq', 1],
        ['two', 'eq', 3],
      ],
      'not_matched',
      ['two'],
    ],
    [
      'one fails and one is unknown',
      [
        ['gone', 'eq', 1],
        ['two', 'eq', 3],
      ],
      'not_matched',
      ['two'],
    ],
    [
      'one is unknown',
      [
        ['one', 'eq', 1],
        ['gone', 'eq', 3],
      ],
      'unknown',
      ['gone'],
    ],
    [
      'two are unknown',
      [
        ['lost', 'eq', 1],
        ['gone', 'eq', 3],
        ['lost', 'gt', 3],
      ],
      'unknown',
      ['lost', 'gone'],
    ],
    ['the other fact is unknown', [['one', 'eq_fact', 'gone']], 'unknown', ['gone']],
    ['neither differs from the other: unknown, not equal', [['gone', 'neq_fact', 'lost']], 'unknown', ['gone', 'lost']],
    ['two facts differ', [['one', 'eq_fact', 'two']], 'not_matched', ['one', 'two']],
    ['a fact without a value does not differ', [['gone', 'neq', 1]], 'unknown', ['gone']],
    ['a fact without a value is not outside', [['gone', 'not_in', [1]]], 'unknown', ['gone']],
    ['an undeclared input', [['undeclared', 'eq', 1]], 'unknown', ['undeclared']],
  ] as [string, [string, Operator, PolicyCondition['value']][], string, string[]][])(
    '%s',
    (_case, all, result, inputs) => {
      expect(judge(all, facts)).toEqual({ result, inputs });
    },
  );
});
