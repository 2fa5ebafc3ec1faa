import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { firstRows } from '#shared/platform/store/first-rows.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, riskySubject } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';

const NO_WORK = { reject: 0, restrict: 0, review: 0, awaiting_evidence: 0, none: 0 };

beforeAll(prepareEngine);

test('counts: are those of the organization and mode', async () => {
  const world = await aWorld();
  const { subjectId, assessment } = await riskySubject(world);
  await riskySubject(world);
  const scope: Scope = { organizationId: world.organizationId, mode: world.mode };
  await existingRunWithMatch(scope);
  const user = randomUUID();
  const credential = await userOf(world.organizationId, 'member', { claims: { sub: user } });
  await done(world.owner, riskRoutes.assignSubject, {
    params: { id: subjectId },
    body: { assignee: user, expectedRevision: 0 },
  });

  const counts = await done(
    async (request) => ({ 'x-risk-mode': world.mode, ...(await credential(request)) }),
    riskRoutes.readCounts,
  );
  const ofKey = await done(world.client, riskRoutes.readCounts);
  const elsewhere = await done((await aWorld('live', world.organizationId)).client, riskRoutes.readCounts);

  expect(counts.worklist).toEqual({
    total: 2,
    mine: 1,
    late: 0,
    decisions: { ...NO_WORK, [assessment.data.decision]: 2 },
  });
  expect(counts.matches.pending).toBeGreaterThan(0);
  expect(counts).toMatchObject({ matches: { proposed: 0 }, deliveries: { failed: 0 } });
  expect(ofKey.worklist).toMatchObject({ total: 2, mine: 0 });
  expect(elsewhere).toMatchObject({
    worklist: { total: 0, mine: 0, decisions: NO_WORK },
    matches: { pending: 0, proposed: 0 },
  });
});

test('first rows: stop at the limit, and continue in partitions that have more', async () => {
  const name = randomUUID();
  const put = (pk: string, sk: string) =>
    dynamoStore.writeOne({ table: 'risk', put: { pk: `${name}#test#x#${pk}`, sk } });
  for (let index = 0; index < 9; index += 1) await put('0', String(index));
  await put('1', '0');
  const partitions = ['0', '1'].map((pk) => ({ pk: `${name}#test#x#${pk}` }));
  const countOf = async (limit: number) =>
    (await firstRows(dynamoStore, 'risk', partitions, { limit, keysOnly: true })).length;

  expect(await countOf(4)).toBe(4);
  expect(await countOf(8)).toBe(8);
  expect(await countOf(100)).toBe(10);
});
