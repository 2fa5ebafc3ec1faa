import { MAX_DISTINCT_ACTIONS } from './limits.ts';
import { elementsOf, type Located, propertyOf } from './located.ts';
import { type PolicyIssue, policyIssue } from './policy-issue.ts';

/** Checks bands, score bounds, forced bands and actions. */
export function outcomeIssues(definition: Located): PolicyIssue[] {
  return [
    ...bandIssues(definition),
    ...boundIssues(definition),
    ...forcedBandIssues(definition),
    ...actionIssues(definition),
  ];
}

function bandIssues(definition: Located): PolicyIssue[] {
  const bounds = elementsOf(definition, 'bands').map((band) => propertyOf(band, 'from'));
  return bounds.flatMap(({ path, value }, index) => {
    if (typeof value !== 'number') return [];
    const before = bounds[index - 1]?.value;
    if (index === 0 && value !== 0)
      return [policyIssue(path, 'bands_not_from_zero', 'The first band must start at 0.')];
    if (typeof before === 'number' && value <= before)
      return [policyIssue(path, 'bands_not_increasing', `Must be above ${before}.`)];
    return [];
  });
}

function boundIssues(definition: Located): PolicyIssue[] {
  const { value: floor = 0 } = propertyOf(definition, 'floor');
  const { path, value: ceiling } = propertyOf(definition, 'ceiling');
  if (typeof floor !== 'number' || typeof ceiling !== 'number' || floor <= ceiling) return [];
  return [policyIssue(path, 'ceiling_below_floor', `Must not be below the floor, ${floor}.`)];
}

function forcedBandIssues(definition: Located): PolicyIssue[] {
  const bands = elementsOf(definition, 'bands').map((band) => propertyOf(band, 'id').value);
  const forced = elementsOf(definition, 'rules').map((rule) => propertyOf(rule, 'forceBand'));
  return forced
    .filter(({ value }) => typeof value === 'string' && !bands.includes(value))
    .map(({ path, value }) => policyIssue(path, 'unknown_band', `The policy has no band \`${value}\`.`));
}

/** Reported once, at the first action beyond the limit. */
function actionIssues(definition: Located): PolicyIssue[] {
  const effects = [
    ...[...elementsOf(definition, 'bands'), ...elementsOf(definition, 'rules')].map((holder) =>
      propertyOf(holder, 'effect'),
    ),
    propertyOf(definition, 'review'),
  ];
  const distinct = new Set<unknown>();
  for (const { path, value } of effects.flatMap((effect) => elementsOf(effect, 'actions'))) {
    distinct.add(value);
    if (distinct.size > MAX_DISTINCT_ACTIONS)
      return [
        policyIssue(path, 'too_many_actions', `A policy can have at most ${MAX_DISTINCT_ACTIONS} different actions.`),
      ];
  }
  return [];
}
