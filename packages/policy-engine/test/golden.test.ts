import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compilePolicy } from '../src/compile-policy.ts';
import type { PolicyDefinition } from '../src/definition.ts';
import { EVALUATOR_VERSION, evaluate } from '../src/evaluate-policy.ts';
import type { PolicyEvaluation } from '../src/evaluation.ts';
import { EVALUATOR_VERSIONS, replay } from '../src/replay.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';
import { randomEvidence } from './random-evidence.ts';
import { randomPolicy } from './random-policy.ts';

/**
 * Golden assessments: policies, evidence and results of each evaluator version, as they were when it was written. A
 * released evaluator gives the same results for ever. `RECORD_GOLDEN=1` records those of the newest version, which is right
 * only before its first release.
 */
interface Golden {
  policy: PolicyDefinition;
  evidence: EvidenceSnapshot;
  evaluation: PolicyEvaluation;
}

const ASSESSMENTS = 60;
const fileOf = (version: string) => new URL(`golden/${version}.ndjson`, import.meta.url);

const recorded = (version: string): Golden[] =>
  readFileSync(fileOf(version), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test.runIf(process.env.RECORD_GOLDEN)('golden assessments: those of the newest evaluator are recorded', () => {
  const lines = Array.from({ length: ASSESSMENTS }, (_, seed) => {
    const policy = randomPolicy(seed, seed % 4);
    const evidence = randomEvidence(seed, policy);
    const evaluation = evaluate(compilePolicy(policy), evidence, { isReviewDue: seed % 3 === 0 });
    return JSON.stringify({ policy, evidence, evaluation });
  });
  writeFileSync(fileOf(EVALUATOR_VERSION), `${lines.join('\n')}\n`);
});

describe.each(EVALUATOR_VERSIONS)('golden assessments of %s', (version) => {
  test('have the recorded results', () => {
    const golden = recorded(version);

    expect(golden).toHaveLength(ASSESSMENTS);
    expect(new Set(golden.map(({ evaluation }) => evaluation.decision)).size).toBe(5);
    const kinds = golden.flatMap(({ evaluation }) => evaluation.actions.flatMap(({ requiredBy }) => requiredBy));
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['band', 'rule', 'review']));
    for (const { policy, evidence, evaluation } of golden) {
      expect(evaluation.evaluatorVersion).toBe(version);
      expect(replay(policy, evidence, evaluation)).toEqual([]);
    }
  });
});

describe('replay', () => {
  let policy: PolicyDefinition;
  let evidence: EvidenceSnapshot;
  let evaluation: PolicyEvaluation;
  beforeAll(() => {
    const first = recorded(EVALUATOR_VERSION).find(
      ({ evaluation: { score, factors } }) => score !== null && factors.length > 0,
    );
    if (!first) throw new Error('No golden assessment has a score of factors.');
    ({ policy, evidence, evaluation } = first);
  });

  test('names every member of a result that is not what the evidence gives', () => {
    const [factor, ...factors] = evaluation.factors;
    if (!factor) throw new Error('The golden assessment has no factor.');
    const forged = {
      ...evaluation,
      score: -1,
      factors: [{ ...factor, points: 4321 }, ...factors],
      reasons: evaluation.reasons.slice(1),
    };

    expect(replay(policy, evidence, forged)).toEqual(
      expect.arrayContaining([
        { path: 'score', recorded: -1, replayed: evaluation.score },
        { path: 'factors.0.points', recorded: 4321, replayed: factor.points },
      ]),
    );
    const paths = replay(policy, evidence, forged)?.map(({ path }) => path) ?? [];
    expect(paths.every((path) => /^(score|factors\.0\.points|reasons\.\d+(\.\w+)?)$/.test(path))).toBe(true);
    expect(paths.some((path) => path.startsWith('reasons.'))).toBe(true);
  });

  test('finds a result of other evidence, and of another policy', () => {
    const late = { ...evidence, evaluatedAt: '2031-01-01T00:00:00.000Z' };
    const other = { ...policy, bands: policy.bands.map((band) => ({ ...band, id: `other_${band.id}` })) };

    expect(replay(policy, late, evaluation)).not.toEqual([]);
    expect(replay(other, evidence, evaluation)).not.toEqual([]);
  });

  test('knows no evaluator that no release had', () => {
    expect(replay(policy, evidence, { ...evaluation, evaluatorVersion: 'policy-evaluator-v0' })).toBeUndefined();
  });
});
