import type { PolicyCondition, PolicyDefinition } from './definition.ts';
import type { FactorResult, FactValue, InputResolution, PolicyEvaluation, RuleResult } from './evaluation.ts';
import {
  type Audience,
  conditionText,
  type Operand,
  REASONS_WITHOUT_VALUE,
  type Statement,
  valueText,
} from './statements.ts';

/**
 * An evaluation in full sentences. The auditor reads every step with its operands. The customer reads the labels that the
 * policy discloses, of what was considered and of what applied, and nothing else: no keys, values, points, bands or rules.
 */
interface Explained {
  definition: PolicyDefinition;
  evaluation: PolicyEvaluation;
  /** Name of a source in sentences. */
  sourceName?: (identity: string) => string;
}

export const explanationOf = (explained: Explained, audience: Audience): Statement[] =>
  audience === 'customer' ? disclosed(explained) : everyStep(explained);

/** Whether a band is the result of all evidence, or the lowest one without the rest. */
export const bandIs = ({ outcome, band }: Pick<PolicyEvaluation, 'outcome' | 'band'>) =>
  band === null ? null : outcome === 'complete' ? 'exact' : 'minimum';

function disclosed({ definition, evaluation }: Explained): Statement[] {
  const { inputs, factors, rules } = definition;
  const status = new Map(evaluation.inputs.map((input) => [input.key, input.status]));
  const say = (part: Statement['part'], code: string, text: string): Statement => ({ part, code, key: null, text });
  return [
    ...inputs.flatMap(({ key, label }) => {
      if (!label?.disclose || status.get(key) === 'not_required') return [];
      return status.get(key) === 'resolved'
        ? [say('evidence', 'considered', `This was considered: ${label.text}`)]
        : [say('evidence', 'missing', `This is not known, or no longer up to date: ${label.text}`)];
    }),
    ...factors.flatMap(({ cases }, index) => {
      const label = cases[evaluation.factors[index]?.case ?? -1]?.label;
      return label?.disclose ? [say('points', 'case_applies', label.text)] : [];
    }),
    ...rules.flatMap(({ label }, index) =>
      label?.disclose && evaluation.rules[index]?.result === 'matched'
        ? [say('rules', 'rule_applies', label.text)]
        : [],
    ),
  ];
}

interface Names {
  nameOf: (key: string) => string;
  factOf: (key: string) => FactValue | null;
}

function everyStep(explained: Explained): Statement[] {
  const { definition, evaluation } = explained;
  const labels = new Map(definition.inputs.map(({ key, label }) => [key, label?.text]));
  const values = new Map(evaluation.inputs.map(({ key, value }) => [key, value]));
  const names: Names = {
    nameOf: (key) => (labels.get(key) ? `${labels.get(key)} (${key})` : key),
    factOf: (key) => values.get(key) ?? null,
  };
  return [
    ...evaluation.inputs.map((input) => ofInput(input, names, explained.sourceName ?? ((identity) => identity))),
    ...evaluation.factors.map((factor, index) => ofFactor(factor, definition.factors[index], names)),
    ...ofScore(explained),
    ...evaluation.rules.map((rule, index) => ofRule(rule, definition.rules[index], names)),
    ...ofDecision(explained),
    ...evaluation.actions.map(ofAction),
  ];
}

function ofInput(
  { key, status, value, reason, receipts, usedSource }: InputResolution,
  { nameOf }: Names,
  sourceName: (identity: string) => string,
): Statement {
  const say = (code: string, text: string): Statement => ({ part: 'evidence', code, key, text });
  if (status === 'not_required') return say('input_not_required', `${nameOf(key)} is not required for this subject.`);
  if (status === 'unresolved')
    return say(
      'input_unresolved',
      `${nameOf(key)} has no value: ${reason ? REASONS_WITHOUT_VALUE[reason] : 'unknown'}.`,
    );
  const used = receipts.filter(({ why, source }) => why === 'usable' && (!usedSource || source === usedSource));
  const from = used.map(({ source, observedAt }) => `${sourceName(source)} (observed ${observedAt})`).join(' and ');
  return say('input_value', `${nameOf(key)} is ${valueText(value)}, from ${from}.`);
}

const operandsOf = (all: readonly PolicyCondition[], { factOf }: Names): Operand[] =>
  all.map(({ input, operator, value }) => ({ input, value: factOf(input), operator, bound: value }));

const sentencesOf = (conditions: readonly Operand[], { nameOf }: Names) =>
  conditions.map((one) => conditionText(one, nameOf, nameOf(one.input))).join(', and ');

function ofFactor(
  result: FactorResult,
  factor: PolicyDefinition['factors'][number] | undefined,
  names: Names,
): Statement {
  const { key, label, status, points, weight, contribution, unknownInputs } = result;
  const name = label ? `${label} (${key})` : key;
  const say = (code: string, text: string, operands?: Statement['operands']): Statement => ({
    part: 'points',
    code,
    key,
    text,
    ...(operands && { operands }),
  });
  if (points === null || contribution === null)
    return status === 'unknown'
      ? say('factor_without_points', `${name} has no points, because these have no value: ${unknownInputs.join(', ')}.`)
      : say('factor_without_points', `${name} has no points: no case applies, and it has no default.`);
  const calculated = `${points} × ${weight} = ${contribution}`;
  const worth = { points, weight, contribution };
  const taken = factor?.cases[result.case ?? -1];
  if (taken) {
    const conditions = operandsOf(taken.all, names);
    const why = taken.label ? `${taken.label.text} ` : '';
    return say(
      'factor_points',
      `${name} gives ${calculated} points. ${why}${sentence(sentencesOf(conditions, names))}`,
      {
        conditions,
        ...worth,
      },
    );
  }
  const read = [...new Set(factor?.cases.flatMap(({ all }) => all.map(({ input }) => input)))];
  const known = read.map((input) => `${names.nameOf(input)} is ${valueText(names.factOf(input))}`).join(', and ');
  return say(
    'factor_default',
    `${name} gives ${calculated} points by default, as no case applies. ${sentence(known)}`,
    worth,
  );
}

/** A key begins a sentence as it is. */
const sentence = (text: string) => (text === '' ? '' : `Here ${text}.`);

const OF_SCORE = new Set(['floor_applied', 'ceiling_applied', 'score_in_band', 'no_band']);
const OF_DECISION = new Set([
  'band_forced',
  'forced_band_not_higher',
  'decision_by_band',
  'decision_by_rule',
  'decision_by_missing_evidence',
]);

const reasonsOf = ({ reasons }: PolicyEvaluation, codes: ReadonlySet<string>, part: Statement['part']): Statement[] =>
  reasons.filter(({ code }) => codes.has(code)).map(({ code, key, message }) => ({ part, code, key, text: message }));

function ofScore({ definition, evaluation }: Explained): Statement[] {
  const { score } = evaluation;
  const sum = definition.aggregation === 'sum' ? 'the sum of the points' : 'the highest of the points';
  const bounded = evaluation.reasons.some(({ code }) => code === 'floor_applied' || code === 'ceiling_applied');
  const text =
    score === null
      ? 'There is no score, because evidence or points are missing.'
      : bounded || definition.factors.length === 0
        ? `The score is ${score}.`
        : `The score is ${score}, ${sum}.`;
  return [{ part: 'score', code: 'score', key: null, text }, ...reasonsOf(evaluation, OF_SCORE, 'score')];
}

function ofRule(
  { key, result, decidedBy }: RuleResult,
  rule: PolicyDefinition['rules'][number] | undefined,
  names: Names,
): Statement {
  const say = (code: string, text: string, operands?: Statement['operands']): Statement => ({
    part: 'rules',
    code,
    key,
    text,
    ...(operands && { operands }),
  });
  const conditions = operandsOf(rule?.all ?? [], names);
  if (result === 'matched') {
    const words = rule?.label ? `${rule.label.text} ` : '';
    return say(
      'rule_matched',
      `The rule ${key} matches. ${words}${sentence(sentencesOf(conditions, names))} ${rule?.reason}`,
      {
        conditions,
      },
    );
  }
  if (result === 'unknown')
    return say('rule_undecided', `The rule ${key} is undecided, because these have no value: ${decidedBy.join(', ')}.`);
  // Without its reason, which is what it says about those that it matches.
  const against = decidedBy.map((input) => `${names.nameOf(input)} is ${valueText(names.factOf(input))}`);
  return say('rule_not_matched', `The rule ${key} does not match. ${sentence(against.join(', and '))}`.trim());
}

function ofDecision({ evaluation }: Explained): Statement[] {
  const { decision, band } = evaluation;
  const minimum: Statement[] =
    bandIs(evaluation) === 'minimum'
      ? [
          {
            part: 'decision',
            code: 'band_is_minimum',
            key: band,
            text: `The band is at least ${band}: with the evidence that is missing it could be higher.`,
          },
        ]
      : [];
  return [
    ...minimum,
    ...reasonsOf(evaluation, OF_DECISION, 'decision'),
    { part: 'decision', code: 'decision', key: null, text: `The decision of the policy is ${decision}.` },
  ];
}

const ofAction = ({ name, requiredBy }: PolicyEvaluation['actions'][number]): Statement => ({
  part: 'actions',
  code: 'action_required',
  key: name,
  text: `The action ${name} is required by ${requiredBy.map(({ kind, key }) => (kind === 'review' ? 'the review' : `the ${kind} ${key}`)).join(' and ')}.`,
});
