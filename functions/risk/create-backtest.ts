import { refused } from '@assay/foundation';
import type { PolicyDefinition } from '@assay/policy-engine';
import { endpoint } from '#shared/endpoint.ts';
import type { Context } from '#shared/platform/context.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { type BacktestInput, type NewBacktest, presentBacktest } from '#shared/risk/backtest.ts';
import { hashOf, type PolicyRecord } from '#shared/risk/policy.ts';
import { putTestedDefinition } from '#shared/risk/repository/backtest-files.ts';
import { readContext } from '#shared/risk/repository/contexts.ts';
import { latestVersion, readPolicy } from '#shared/risk/repository/policies.ts';
import { findSubjects } from '#shared/risk/repository/subjects.ts';
import { backtestRoutes } from '#shared/risk/routes/backtests.ts';
import { checkedDefinition } from '#shared/risk/use-cases/checked-definition.ts';

/** Starts the job that evaluates a policy for past assessments. */
export const handler = endpoint(backtestRoutes.createBacktest, async (context, { body }) => {
  const policy = body.policyVersionId === undefined ? undefined : await readPolicy(context, body.policyVersionId);
  const definition = policy?.data.definition ?? (await checkedDefinition(context, body.definition));
  const input = await inputOf(context, body, policy, definition);
  const id = context.newId();
  // Before the job: a file without one is deleted after some days, and a job without its file could not run.
  if (!policy) await putTestedDefinition(context.caller, id, definition);
  const { job, change } = await startJob(context, { id, kind: 'policy_backtest', input });
  return { ...change, result: presentBacktest(job, context.now, { items: [], nextOffset: null }) };
});

async function inputOf(
  context: Context,
  { against, evidence, limit }: NewBacktest,
  policy: PolicyRecord | undefined,
  definition: PolicyDefinition,
): Promise<BacktestInput> {
  const policyKey = against.policyKey ?? policy?.data.key ?? '';
  if ((await latestVersion(context, policyKey)) === 0)
    throw refused('unknown_policy', `No policy has the key \`${policyKey}\`.`);
  return {
    policyVersionId: policy?.id ?? null,
    version: policy?.data.version ?? null,
    definitionHash: hashOf(definition),
    against: { policyKey, ...(await casesOf(context, against)) },
    evidence,
    limit,
  };
}

async function casesOf(context: Context, against: NewBacktest['against']) {
  if ('contextId' in against) {
    await readContext(context, against.contextId);
    return { contextId: against.contextId };
  }
  if ('subjectIds' in against) {
    await assertSubjects(context, against.subjectIds);
    return { subjectIds: against.subjectIds };
  }
  const since = new Date(against.since).toISOString();
  const until = new Date(against.until ?? context.now).toISOString();
  if (since >= until) throw refused('empty_range', '`since` is not before `until`.');
  return { since, until };
}

async function assertSubjects(context: Context, subjectIds: readonly string[]): Promise<void> {
  const found = await findSubjects(context, subjectIds);
  const unknown = subjectIds.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `against.subjectIds.${index}`, message: 'is not a subject of this mode' }],
  );
  if (unknown.length > 0) throw refused('unknown_subject', 'A subject does not exist. See `errors`.', unknown);
}
