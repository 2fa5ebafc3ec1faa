import { beforeAll, expect, test } from 'vitest';
import { keyIn } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { recordOf, started, tryToStart, workOff } from '#test/support/investigated-subjects.ts';
import { aWorld, done, eventTypes, list, newSubject } from '#test/support/risk-world.ts';

beforeAll(prepareEngine);

test('AI investigation: without a configured model the request is refused, and others are not', async () => {
  const world = await aWorld();
  await done(world.owner, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations: true } });
  const subjectId = await newSubject(world);

  const refused = await tryToStart(world, subjectId, { assistance: 'ai' });

  expect(refused).toMatchObject({ status: 409, body: { code: 'ai_unavailable' } });
  expect((await list(world, 'investigations')).body.items).toEqual([]);
  expect((await tryToStart(world, subjectId)).status).toBe(201);
});

test('AI investigation: one that was started while there was a model fails with an error code', async () => {
  const world = await aWorld();
  await done(world.owner, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations: true } });
  const { id } = await started(world, await newSubject(world));
  const update = keyIn(recordsOf(world, 'investigations'), id);
  await dynamoStore.writeOne({ table: 'risk', update, set: { assistance: 'ai' }, when: 'present' });

  await workOff();

  const { data } = await recordOf(world, id);
  expect(data).toMatchObject({ status: 'failed', errorCode: 'ai_unavailable', findings: [] });
  expect(await eventTypes(world, id)).toEqual(['risk.investigation.started', 'risk.investigation.finished']);
});
