import { type Finding, finding } from './finding.ts';
import { MAX_DISTINCT_ACTIONS } from './limits.ts';
import { elementsOf, type Located, memberOf } from './located.ts';

/** Checks bands, score bounds, forced bands and actions. */
export function outcomeFindings(definition: Located): Finding[] {
  return [
    ...bandFindings(definition),
    ...boundFindings(definition),
    ...forcedBandFindings(definition),
    ...actionFindings(definition),
  ];
}

function bandFindings(definition: Located): Finding[] {
  const bounds = elementsOf(definition, 'bands').map((band) => memberOf(band, 'from'));
  return bounds.flatMap(({ path, value }, index) => {
    if (typeof value !== 'number') return [];
    const before = bounds[index - 1]?.value;
    if (index === 0 && value !== 0)
      return [finding(path, 'bands_not_from_zero', 'The first band must start at 0.')];
    if (typeof before === 'number' && value <= before)
      return [finding(path, 'bands_not_increasing', `Must be above ${before}.`)];
    return [];
  });
}

function boundFindings(definition: Located): Finding[] {
  const { value: floor = 0 } = memberOf(definition, 'floor');
  const { path, value: ceiling } = memberOf(definition, 'ceiling');
  if (typeof floor !== 'number' || typeof ceiling !== 'number' || floor <= ceiling) return [];
  return [finding(path, 'ceiling_below_floor', `Must not be below the floor, ${floor}.`)];
}

function forcedBandFindings(definition: Located): Finding[] {
  const bands = elementsOf(definition, 'bands').map((band) => memberOf(band, 'id').value);
  const forced = elementsOf(definition, 'rules').map((rule) => memberOf(rule, 'forceBand'));
  return forced
    .filter(({ value }) => typeof value === 'string' && !bands.includes(value))
    .map(({ path, value }) => finding(path, 'unknown_band', `The policy has no band ${value}.`));
}

/** Reported once, at the first action beyond the limit. */
function actionFindings(definition: Located): Finding[] {
  const effects = [...elementsOf(definition, 'bands'), ...elementsOf(definition, 'rules')].map(
    (holder) => memberOf(holder, 'effect'),
  );
  const distinct = new Set<unknown>();
  for (const { path, value } of effects.flatMap((effect) => elementsOf(effect, 'actions'))) {
    distinct.add(value);
    if (distinct.size > MAX_DISTINCT_ACTIONS)
      return [
        finding(
          path,
          'too_many_actions',
          `A policy can have at most ${MAX_DISTINCT_ACTIONS} different actions.`,
        ),
      ];
  }
  return [];
}
