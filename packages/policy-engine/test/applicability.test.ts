import { expect, test } from 'vitest';
import { applicabilityOf } from '../src/applicability.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import type { FactValue } from '../src/evaluation.ts';
import { aPolicy, NOW, receiptsOf, valid, when } from './builders.ts';

const NL = when('country', 'eq', 'NL');
const DE = when('country', 'eq', 'DE');
const ADULT = when('age', 'gte', 18);

const judge = (groups: object[][], facts: Record<string, FactValue>) =>
  applicabilityOf(compilePolicy(valid(aPolicy({ applicability: groups.map((all) => ({ all })) }))), {
    receipts: receiptsOf(facts),
    evaluatedAt: NOW,
  });

test.each([
  ['without groups it covers everybody', [], {}, 'applicable'],
  ['all conditions of the only group hold', [[NL, ADULT]], { country: 'NL', age: 18 }, 'applicable'],
  ['all conditions of one of the groups hold', [[DE], [NL]], { country: 'NL' }, 'applicable'],
  ['one group holds, though another is unknown', [[ADULT], [NL]], { country: 'NL' }, 'applicable'],
  ['one condition of the group fails', [[NL, ADULT]], { country: 'NL', age: 17 }, 'not_matched'],
  ['no group holds', [[NL], [DE]], { country: 'FR' }, 'not_matched'],
  ['a failed condition decides, though another is unknown', [[NL, ADULT]], { country: 'FR' }, 'not_matched'],
  ['a group could still hold', [[DE], [NL, ADULT]], { country: 'NL' }, 'unknown'],
] as [string, object[][], Record<string, FactValue>, string][])('%s', (_case, groups, facts, status) => {
  expect(judge(groups, facts).status).toBe(status);
});

test('applicability: reports per group which input does not match', () => {
  expect(judge([[NL, ADULT], [DE]], { country: 'FR', age: 20 }).reasons).toEqual([
    {
      code: 'condition_not_met',
      key: 'country',
      message: 'Group 1 does not match because of country.',
    },
    {
      code: 'condition_not_met',
      key: 'country',
      message: 'Group 2 does not match because of country.',
    },
  ]);
});

test('applicability: reports which input is missing, and why', () => {
  expect(judge([[NL, ADULT], [DE]], { country: 'NL' }).reasons).toEqual([
    { code: 'input_unresolved', key: 'age', message: 'age has no value: no_evidence.' },
  ]);
});
