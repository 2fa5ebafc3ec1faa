import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openJob } from '#shared/identity/erasure.ts';
import { eraseOrganization } from '#shared/organization/erase-organization.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { AssessmentRecord } from '#shared/risk/assessment.ts';
import { createAssessment } from '#shared/risk/repository/assessments.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { oneOfEverything } from '#test/support/risk-everything.ts';
import { aWorld } from '#test/support/risk-world.ts';
import { readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

beforeAll(prepareEngine);

/** Wherever the organization is mentioned, in a key or in an attribute. */
const rowsOf = async (organizationId: string) =>
  (await readRows()).filter(({ item }) => JSON.stringify(item).includes(organizationId));

/** One that goes on in further rows. What it says does not compress. */
async function plantLargeAssessment(scope: Scope, { data }: AssessmentRecord) {
  const trigger = randomBytes(600_000).toString('base64');
  const large: AssessmentRecord = {
    ...{ id: newId(), resource: 'assessments', data: { ...data, trigger } },
  };
  const writes = createAssessment(scope, large);
  expect(writes.length).toBeGreaterThan(createAssessment(scope, { ...large, data }).length);
  await dynamoStore.transact(writes, randomUUID());
}

test('leaves nothing of an organization that had one of everything, and all of its neighbour', async () => {
  const [world, neighbour] = [await aWorld(), await aWorld()];
  const { organizationId } = world;
  const { assessment } = await oneOfEverything(world);
  await oneOfEverything(await aWorld('live', organizationId));
  await plantLargeAssessment(world, assessment);
  await oneOfEverything(neighbour);
  const theirs = await rowsOf(neighbour.organizationId);
  const kinds = new Set((await rowsOf(organizationId)).map(({ kind }) => kind));

  await dynamoStore.transact(
    [openJob({ organizationId, requestedAt: new Date().toISOString() })],
    randomUUID(),
  );
  const outcome = await eraseOrganization(workerContext(), organizationId);

  expect(kinds.size).toBeGreaterThan(25);
  expect(outcome).toBe('waiting');
  expect((await rowsOf(organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
  expect(await rowsOf(neighbour.organizationId)).toEqual(theirs);
});
