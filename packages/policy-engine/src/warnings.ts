import { DECISIONS, type PolicyCondition, type PolicyDefinition, type PolicyFactor } from './definition.ts';
import { canHold, implies } from './satisfiable.ts';

/** A part of a valid policy that does nothing, or probably something else than was meant. */
export interface PolicyWarning {
  path: string;
  code: PolicyWarningCode;
  message: string;
}

type PolicyWarningCode =
  | 'contradictory_conditions'
  | 'unreachable_case'
  | 'unreachable_band'
  | 'weaker_decision'
  | 'rule_without_effect'
  | 'unread_input'
  | 'unused_review_period';

export const policyWarnings = (policy: PolicyDefinition): PolicyWarning[] => [
  ...unreadInputs(policy),
  ...contradictions(policy),
  ...policy.factors.flatMap((factor, index) => unreachableCases(factor, index, policy)),
  ...unreachableBands(policy),
  ...weakerDecisions(policy),
  ...rulesWithoutEffect(policy),
  ...unusedReviewPeriods(policy),
];

function* everyGroup({
  inputs,
  applicability,
  factors,
  rules,
}: PolicyDefinition): Generator<[string, PolicyCondition[]]> {
  for (const [input, { requiredWhen = [] }] of inputs.entries())
    for (const [index, { all }] of requiredWhen.entries()) yield [`inputs.${input}.requiredWhen.${index}.all`, all];
  for (const [index, { all }] of applicability.entries()) yield [`applicability.${index}.all`, all];
  for (const [factor, { cases }] of factors.entries())
    for (const [index, { all }] of cases.entries()) yield [`factors.${factor}.cases.${index}.all`, all];
  for (const [index, { all }] of rules.entries()) yield [`rules.${index}.all`, all];
}

function unreadInputs(policy: PolicyDefinition): PolicyWarning[] {
  const read = new Set(
    [...everyGroup(policy)].flatMap(([, all]) =>
      all.flatMap(({ input, operator, value }) =>
        operator === 'eq_fact' || operator === 'neq_fact' ? [input, String(value)] : [input],
      ),
    ),
  );
  return policy.inputs.flatMap(({ key }, index) =>
    read.has(key)
      ? []
      : [
          {
            path: `inputs.${index}`,
            code: 'unread_input',
            message: `No condition reads \`${key}\`, but without it every result is incomplete.`,
          },
        ],
  );
}

const contradictions = (policy: PolicyDefinition): PolicyWarning[] =>
  [...everyGroup(policy)].flatMap(([path, all]): PolicyWarning[] =>
    canHold(all, policy.inputs)
      ? []
      : [{ path, code: 'contradictory_conditions', message: 'These conditions are never true together.' }],
  );

/** Cases behind one that is taken in their place whenever they match. */
function unreachableCases(
  { match, cases }: PolicyFactor,
  factor: number,
  { inputs }: PolicyDefinition,
): PolicyWarning[] {
  return cases.flatMap(({ all, points }, index): PolicyWarning[] => {
    if (!canHold(all, inputs)) return [];
    const before = cases.findIndex(
      (other, at) =>
        at !== index &&
        isPreferred({ at, points: other.points }, { at: index, points }, match) &&
        other.all.every((condition) => implies(all, condition, inputs)),
    );
    if (before === -1) return [];
    return [
      {
        path: `factors.${factor}.cases.${index}`,
        code: 'unreachable_case',
        message: `Case ${before + 1} is taken whenever this one matches.`,
      },
    ];
  });
}

type Ranked = { at: number; points: number };

const isPreferred = (one: Ranked, other: Ranked, match: PolicyFactor['match']) =>
  match === 'first' || one.points === other.points ? one.at < other.at : one.points > other.points;

function unreachableBands({ bands, ceiling, rules }: PolicyDefinition): PolicyWarning[] {
  if (ceiling === null) return [];
  return bands.flatMap(({ id, from }, index): PolicyWarning[] =>
    from <= ceiling || rules.some(({ forceBand }) => forceBand === id)
      ? []
      : [
          {
            path: `bands.${index}.from`,
            code: 'unreachable_band',
            message: `No score is above the ceiling, ${ceiling}, and no rule forces the band \`${id}\`.`,
          },
        ],
  );
}

const weakerDecisions = ({ bands }: PolicyDefinition): PolicyWarning[] =>
  bands.flatMap(({ id, effect }, index): PolicyWarning[] => {
    const before = bands[index - 1];
    if (!before || DECISIONS.indexOf(effect.decision) >= DECISIONS.indexOf(before.effect.decision)) return [];
    return [
      {
        path: `bands.${index}.effect.decision`,
        code: 'weaker_decision',
        message: `The band \`${id}\` decides \`${effect.decision}\`, which is weaker than \`${before.effect.decision}\` of \`${before.id}\` below it.`,
      },
    ];
  });

/** Forcing the lowest band raises no score; only a result without a score gets the band from it. */
const rulesWithoutEffect = ({ rules, bands }: PolicyDefinition): PolicyWarning[] =>
  rules.flatMap(({ key, forceBand, effect }, index): PolicyWarning[] =>
    (forceBand !== null && forceBand !== bands[0]?.id) || effect.decision !== 'none' || effect.actions.length > 0
      ? []
      : [
          {
            path: `rules.${index}`,
            code: 'rule_without_effect',
            message:
              forceBand === null
                ? `The rule \`${key}\` changes no band, decision or action.`
                : `The rule \`${key}\` forces the lowest band, which lowers no result.`,
          },
        ],
  );

const unusedReviewPeriods = ({ bands, reviewAfterSeconds: ofPolicy }: PolicyDefinition): PolicyWarning[] =>
  bands.flatMap(({ id, reviewAfterSeconds: own }, index): PolicyWarning[] =>
    own === undefined || own < ofPolicy
      ? []
      : [
          {
            path: `bands.${index}.reviewAfterSeconds`,
            code: 'unused_review_period',
            message: `The policy is reviewed after ${ofPolicy} seconds, so the band \`${id}\` never has this period.`,
          },
        ],
  );
