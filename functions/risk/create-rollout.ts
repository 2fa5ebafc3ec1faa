import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import type { PolicyRecord } from '#shared/risk/policy.ts';
import { readCurrentPolicy, readPolicy } from '#shared/risk/repository/policies.ts';
import { presentRollout, type RolloutInput } from '#shared/risk/rollout.ts';
import { rolloutRoutes } from '#shared/risk/routes/rollouts.ts';
import { policyRetired } from '#shared/risk/use-cases/retired-policies.ts';

/** Starts the job that replaces the monitored version of subjects. */
export const handler = endpoint(rolloutRoutes.createRollout, async (context, { params, body }) => {
  const [target, from] = await allSettledFirstError([
    readCurrentPolicy(context, params.id),
    readPolicy(context, body.from),
  ]);
  assertReplaces(target, from);
  const input: RolloutInput = {
    policyKey: target.data.key,
    policyVersionId: target.id,
    version: target.data.version,
    from: from.id,
    fromVersion: from.data.version,
    limit: body.limit ?? null,
    dryRun: body.dryRun,
  };
  const { job, change } = await startJob(context, { id: context.newId(), kind: 'policy_rollout', input });
  return { ...change, result: presentRollout(job, context.now) };
});

/** A retired version can be left, and no retired one can be taken. */
function assertReplaces(target: PolicyRecord, from: PolicyRecord): void {
  if (target.id === from.id) throw refused('same_version', '`from` is the version to roll out.');
  if (target.data.key !== from.data.key)
    throw refused('other_policy', `\`from\` is a version of the policy \`${from.data.key}\`.`);
  if (target.data.status !== 'published' || from.data.status !== 'published')
    throw refused('policy_not_published', 'A draft monitors no subject. Publish it first.');
  if (target.data.retiredAt) throw policyRetired(target);
}
