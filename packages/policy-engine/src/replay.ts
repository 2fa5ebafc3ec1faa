import { canonicalJson } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { compilePolicy } from './compile-policy.ts';
import type { PolicyDefinition } from './definition.ts';
import { EVALUATOR_VERSION, evaluate } from './evaluate-policy.ts';
import { PolicyEvaluation } from './evaluation.ts';
import type { EvidenceSnapshot } from './resolve-inputs.ts';

type Evaluator = (
  definition: PolicyDefinition,
  evidence: EvidenceSnapshot,
  about: { isReviewDue: boolean },
) => PolicyEvaluation;

/**
 * Every evaluator that a release had, by the version that its assessments name. When results change, the old evaluator
 * stays here beside the new one, with its golden assessments.
 */
const EVALUATORS: ReadonlyMap<string, Evaluator> = new Map([
  [EVALUATOR_VERSION, (definition, evidence, about) => evaluate(compilePolicy(definition), evidence, about)],
]);

export const EVALUATOR_VERSIONS: readonly string[] = [...EVALUATORS.keys()];

/** Where a recorded result and the same evaluation today are not the same. */
export const ReplayDifference = z.object({
  path: z.string().describe('Of the assessment, such as `factors.2.points`.'),
  recorded: z.unknown(),
  replayed: z.unknown(),
});
export type ReplayDifference = z.infer<typeof ReplayDifference>;

/** Undefined if no release had the evaluator that the result names. */
export function replay(
  definition: PolicyDefinition,
  evidence: EvidenceSnapshot,
  recorded: PolicyEvaluation,
): ReplayDifference[] | undefined {
  const evaluator = EVALUATORS.get(recorded.evaluatorVersion);
  if (!evaluator) return undefined;
  // Whether a review was due is known from monitoring, and recorded by the actions that it requires.
  const isReviewDue = recorded.actions.some(({ requiredBy }) => requiredBy.some(({ kind }) => kind === 'review'));
  return differences('', resultOf(recorded), resultOf(evaluator(definition, evidence, { isReviewDue })));
}

/** As it is stored: without members that are undefined, and without what an assessment has beside the result. */
const resultOf = (evaluation: PolicyEvaluation): unknown =>
  JSON.parse(JSON.stringify(PolicyEvaluation.parse(evaluation)));

function differences(path: string, recorded: unknown, replayed: unknown): ReplayDifference[] {
  if (canonicalJson(recorded) === canonicalJson(replayed)) return [];
  if (!isObject(recorded) || !isObject(replayed) || Array.isArray(recorded) !== Array.isArray(replayed))
    return [{ path, recorded: recorded ?? null, replayed: replayed ?? null }];
  const names = new Set([...Object.keys(recorded), ...Object.keys(replayed)]);
  return [...names].flatMap((name) =>
    differences(path === '' ? name : `${path}.${name}`, recorded[name], replayed[name]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
