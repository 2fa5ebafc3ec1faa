import { refused } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { PolicyEvaluation, type ReplayDifference, replay } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord, Replay } from '../assessment.ts';
import { REPLAY_DIFFERENCES } from '../limits.ts';
import { hashOf } from '../policy.ts';
import { readPolicy } from '../repository/policies.ts';
import { readReceipts } from '../repository/receipts.ts';

/** Evaluates an assessment again, and compares everything it contains with what it was made from. */
export async function replayed(context: Context, { id, data }: AssessmentRecord): Promise<Replay> {
  const { policy, evidence, evaluatedAt } = data;
  const result = PolicyEvaluation.parse(data);
  const { evaluatorVersion } = result;
  const ofResult = replay(policy.definition, { receipts: evidence, evaluatedAt }, result);
  if (!ofResult)
    throw refused('unknown_evaluator', `No release of the service had the evaluator \`${evaluatorVersion}\`.`);
  const [ofPolicy, ofEvidence] = await Promise.all([
    policyDifferences(context, data),
    evidenceDifferences(context, data),
  ]);
  const differences = [...ofPolicy, ...ofEvidence, ...ofResult];
  return {
    assessmentId: id,
    evaluatorVersion,
    identical: differences.length === 0,
    digest: sha256Hex(canonicalJson({ definition: policy.definition, evidence, evaluatedAt, result })),
    ...(differences.length > 0 && { differences: differences.slice(0, REPLAY_DIFFERENCES) }),
  };
}

type Data = AssessmentRecord['data'];

/** A version is never deleted, and its definition never changes once it is published. */
async function policyDifferences(context: Context, { policy, policyVersionId }: Data): Promise<ReplayDifference[]> {
  const version = await readPolicy(context, policyVersionId);
  const [recorded, replayed] = [hashOf(policy.definition), hashOf(version.data.definition)];
  return recorded === replayed ? [] : [{ path: 'policy.definition', recorded, replayed }];
}

async function evidenceDifferences({ store, caller }: Context, { evidence }: Data): Promise<ReplayDifference[]> {
  const stored = await readReceipts(
    store,
    caller,
    evidence.map(({ id }) => id),
  );
  return evidence.flatMap(({ id, status, value, observedAt, expiresAt }, index) => {
    const recorded = { status, value, observedAt, expiresAt };
    const receipt = stored.get(id)?.data;
    const replayed = receipt && {
      status: receipt.status,
      value: receipt.value,
      observedAt: receipt.observedAt,
      expiresAt: receipt.expiresAt,
    };
    return canonicalJson(recorded) === canonicalJson(replayed)
      ? []
      : [{ path: `evidence.${index}`, recorded, replayed: replayed ?? null }];
  });
}
