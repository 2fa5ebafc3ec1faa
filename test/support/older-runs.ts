import { randomUUID } from 'node:crypto';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { inForceKeyOf } from '#shared/screening/repository/matches-in-force.ts';
import { findRun, replaceRun } from '#shared/screening/repository/runs.ts';

/** Leaves a run of a risk subject as a release without matches in force would have stored it. */
export async function forgetMatchesInForce(
  scope: Scope,
  { subjectId, runId }: { subjectId: string; runId: string },
): Promise<void> {
  const found = await findRun(dynamoStore, scope, runId);
  if (!found) throw new Error('There is no such run.');
  const { inForce: _inForce, ...older } = found.stored;
  await dynamoStore.transact(replaceRun(scope, found, older), randomUUID());
  await dynamoStore.deleteMany('screening', [inForceKeyOf(scope, subjectId, runId)]);
}
