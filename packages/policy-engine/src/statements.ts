import * as z from 'zod';
import type { Operator } from './definition.ts';
import { FactValue } from './evaluation.ts';

/** Full sentences about an evaluation, and what they are about. */
export const AUDIENCES = ['auditor', 'customer'] as const;
export type Audience = (typeof AUDIENCES)[number];

const Operand = z.object({
  input: z.string(),
  value: FactValue.nullable().describe('Null if the input has no value.'),
  operator: z.string(),
  bound: FactValue.describe('What the value is compared with; of `eq_fact` and `neq_fact`, the key of an input.'),
});
export type Operand = z.infer<typeof Operand>;

export const PARTS = ['evidence', 'points', 'score', 'rules', 'decision', 'actions'] as const;

export const Statement = z.object({
  part: z.enum(PARTS),
  code: z.string().describe('What kind of sentence it is, such as `factor_points`.'),
  key: z.string().nullable().describe('Key of the input, factor, band, rule or action; null for customers.'),
  text: z.string(),
  operands: z
    .object({
      conditions: z.array(Operand).optional(),
      points: z.number().optional(),
      weight: z.number().optional(),
      contribution: z.number().optional().describe('Points times weight.'),
    })
    .optional(),
});
export type Statement = z.infer<typeof Statement>;

/** A value as it is printed in a sentence. */
export function valueText(value: FactValue | null): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : value.map(scalarText).join(', ');
  return value === null ? 'no value' : scalarText(value);
}

type Scalar = string | number | boolean;

const scalarText = (value: Scalar) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'number' ? String(value) : `“${value}”`;

const RELATIONS: Record<Exclude<Operator, 'eq'>, string> = {
  neq: 'not',
  in: 'one of',
  not_in: 'none of',
  contains: 'a list with',
  intersects: 'a list with one of',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  eq_fact: 'the same as',
  neq_fact: 'not the same as',
};

/** `funds.amount is 500, which is above 100`. */
export function conditionText({ value, operator, bound }: Operand, nameOf: (key: string) => string, input: string) {
  const is = `${input} is ${valueText(value)}`;
  if (operator === 'eq') return is;
  const relation = RELATIONS[operator as Exclude<Operator, 'eq'>];
  const other = operator === 'eq_fact' || operator === 'neq_fact' ? nameOf(String(bound)) : valueText(bound);
  return `${is}, which is ${relation} ${other}`;
}

export const REASONS_WITHOUT_VALUE = {
  no_evidence: 'no accepted source has submitted evidence',
  unavailable: 'its source could not tell',
  revoked: 'the evidence was revoked',
  stale: 'the evidence is older than the policy allows',
  expired: 'the evidence has expired',
  not_yet_observed: 'the evidence was observed after the assessment',
  withdrawn: 'another source has withdrawn it since',
  type_mismatch: 'the evidence has another type than the policy reads',
  undocumented_value: 'the evidence has a value that the policy does not list',
  sources_disagree: 'the sources disagree',
} as const;
