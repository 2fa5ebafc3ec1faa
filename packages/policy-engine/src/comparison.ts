import * as z from 'zod';
import type { PolicyEvaluation } from './evaluation.ts';
import { REASONS_WITHOUT_VALUE, valueText } from './statements.ts';

/** What is different between two evaluations of the same policy or of two of its versions, part by part. */
export const EvaluationChange = z.object({
  part: z.enum(['outcome', 'score', 'band', 'decision', 'input', 'factor', 'rule', 'action']),
  key: z.string().nullable().describe('Key of the input, factor or rule, name of the action; null otherwise.'),
  before: z.string().nullable().describe('In words; null if it was not there.'),
  after: z.string().nullable(),
  text: z.string(),
});
export type EvaluationChange = z.infer<typeof EvaluationChange>;

export function compareEvaluations(before: PolicyEvaluation, after: PolicyEvaluation): EvaluationChange[] {
  const whole = (part: 'outcome' | 'score' | 'band' | 'decision') =>
    changesOf(part, [[null, textOf(before[part])]], [[null, textOf(after[part])]]);
  return [
    ...whole('outcome'),
    ...whole('score'),
    ...whole('band'),
    ...whole('decision'),
    ...changesOf('input', before.inputs.map(inputText), after.inputs.map(inputText)),
    ...changesOf('factor', before.factors.map(factorText), after.factors.map(factorText)),
    ...changesOf('rule', before.rules.map(ruleText), after.rules.map(ruleText)),
    ...changesOf(
      'action',
      before.actions.map(({ name }) => [name, 'required']),
      after.actions.map(({ name }) => [name, 'required']),
    ),
  ];
}

type Keyed = readonly [string | null, string | null];

const textOf = (value: string | number | null) => (value === null ? null : String(value));

const inputText = ({ key, status, value, reason }: PolicyEvaluation['inputs'][number]): Keyed => [
  key,
  status === 'resolved'
    ? valueText(value)
    : status === 'not_required'
      ? 'not required'
      : `without a value (${reason ? REASONS_WITHOUT_VALUE[reason] : 'unknown'})`,
];

const factorText = ({ key, contribution }: PolicyEvaluation['factors'][number]): Keyed => [
  key,
  contribution === null ? 'without points' : `${contribution} points`,
];

const RESULTS = { matched: 'matched', not_matched: 'not matched', unknown: 'undecided' } as const;
const ruleText = ({ key, result }: PolicyEvaluation['rules'][number]): Keyed => [key, RESULTS[result]];

function changesOf(
  part: EvaluationChange['part'],
  before: readonly Keyed[],
  after: readonly Keyed[],
): EvaluationChange[] {
  const [old, now] = [new Map(before), new Map(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
    if (was === is) return [];
    const what = key === null ? `The ${part}` : `The ${part} ${key}`;
    return [{ part, key, before: was, after: is, text: sentence(what, was, is) }];
  });
}

function sentence(what: string, was: string | null, is: string | null): string {
  if (was === null) return `${what} is ${is}, and was not there before.`;
  return is === null ? `${what} was ${was}, and is not there any more.` : `${what} is ${is}, and was ${was}.`;
}
