import { randomUUID } from 'node:crypto';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { createSample } from '#shared/quality/repository/samples.ts';
import type { StoredSample } from '#shared/quality/sample.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { routes } from '#shared/routes.ts';
import { call, firstUserOf } from './api.ts';
import { existingOverride, madeRecord } from './risk-examples.ts';

export const aPlan = () => ({
  streams: ['matches.false_positive', 'overrides', 'actions.completed'],
  percent: 5,
  blind: true,
  expectedVersion: 0,
  reason: 'Adopted by the board.',
});

/** A sample of an override that an API key created. */
export async function existingSample(scope: Scope, changes: Partial<StoredSample> = {}): Promise<StoredSample> {
  const overrideId = await existingOverride(scope);
  const { data } = await madeRecord(scope, riskRoutes.readRecord, {
    params: { resource: 'overrides', id: overrideId },
  });
  const sample: StoredSample = {
    id: newId(),
    revision: 1,
    stream: 'overrides',
    blind: false,
    planVersion: 1,
    treeSize: 1,
    drawnAt: new Date().toISOString(),
    first: {
      eventId: newId(),
      decision: data.decision,
      reason: data.reason,
      decidedBy: `user:${randomUUID()}`,
      proposedBy: null,
      decidedAt: data.createdAt,
      subjectId: data.subjectId,
      about: { overrideId, assessmentId: data.assessmentId },
      control: false,
    },
    claim: null,
    former: [],
    review: null,
    ...changes,
  };
  await dynamoStore.transact(createSample(scope, sample), randomUUID());
  return sample;
}

/** Claimed by the caller of tests that walk all routes. */
export async function claimedSample(scope: Scope): Promise<StoredSample> {
  const sample = await existingSample(scope);
  const user = await firstUserOf(scope.organizationId);
  const { status, body } = await call(user, routes.quality.claimQualitySample, {
    params: { id: sample.id },
    headers: { 'x-risk-mode': scope.mode },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return sample;
}
