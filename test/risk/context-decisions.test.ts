import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  everyItem,
  newPolicy,
  newSource,
  newSubject,
  stated,
} from '#test/support/risk-world.ts';
import { afterAuthentication, roundsOf } from '#test/support/round-trips.ts';

/** What policies decide about each subject of a context. */
const { addContextSubject, createContext, createOverride, listContextDecisions, replaceContextPolicies } = riskRoutes;
const world = preparedForFile(() => aWorld());

const newContext = async (): Promise<string> =>
  (await done(world.client, createContext, { body: { kind: 'company', externalId: randomUUID() } })).id;
const add = (id: string, subjectId: string, role?: string) =>
  done(world.client, addContextSubject, { params: { id }, body: { subjectId, ...(role && { role }) } });
const decisions = (id: string, query: Record<string, string | number> = {}) =>
  call(world.client, listContextDecisions, { params: { id }, query });

const briefly = ({ body }: Response) =>
  body.items.map(({ role, decisions, unassessed }: Response['body']) => [
    role,
    decisions.map(({ policyKey, effectiveDecision }: Response['body']) => `${policyKey} ${effectiveDecision}`),
    unassessed,
  ]);

test('each subject has its role, its decisions after overrides, and the pinned policies that are missing', async () => {
  const source = await newSource(world);
  const [first, second] = [aPolicyKey(), aPolicyKey()];
  const reviewing = await newPolicy(world, aDefinition(source.identity), first);
  const strict = [{ id: 'any', from: 0, effect: { decision: 'reject', actions: [] } }];
  const rejecting = await newPolicy(world, aDefinition(source.identity, { bands: strict }), second);
  const [owner, company, unknown] = [await newSubject(world), await newSubject(world), await newSubject(world)];
  const id = await newContext();
  await add(id, owner, 'ubo');
  await add(id, company, 'company');
  await add(id, unknown);
  for (const subjectId of [owner, company]) await stated(source, subjectId, { value: 3 });
  const overridden = await assessed(world, owner, reviewing);
  const latest = await assessed(world, owner, rejecting);
  await assessed(world, company, reviewing);
  await stated(source, company, { value: 4 });
  await done(world.owner, createOverride, {
    params: { id: overridden.id },
    body: { decision: 'restrict', reason: 'Seen.', expiresAt: addSeconds(now(), 3600).toISOString() },
  });
  await done(world.owner, replaceContextPolicies, {
    params: { id },
    body: { expectedRevision: 0, policyVersionIds: [reviewing] },
  });

  const all = await decisions(id);
  expect(briefly(all)).toEqual([
    ['ubo', [`${second} reject`, `${first} restrict`], []],
    ['company', [`${first} reassessment_required`], []],
    [null, [], [first]],
  ]);
  expect(all.body.items[0].decisions[0]).toMatchObject({ assessmentId: latest.id, policyVersionId: rejecting });
  expect(all.body.items[0]).toMatchObject({ subjectId: owner, kind: 'person', externalId: expect.any(String) });
  expect(briefly(await decisions(id, { policies: 'pinned' }))[0]).toEqual(['ubo', [`${first} restrict`], []]);
  expect((await decisions(id, { policies: 'some' })).status).toBe(400);
});

test('pages are bounded, and a page takes as many round trips however many subjects it has', async () => {
  const [one, many] = [await newContext(), await newContext()];
  const ids = await Promise.all(Array.from({ length: 52 }, () => newSubject(world)));
  for (const subjectId of ids) await add(many, subjectId);
  await add(one, ids[0] ?? '');
  await decisions(one);

  const found = await everyItem((offset) => decisions(many, { offset }));
  const roundsFor = async (id: string) => afterAuthentication((await roundsOf(() => decisions(id))).rounds).length;

  expect(found.items.map(({ subjectId }) => subjectId)).toEqual(ids.length === 52 ? expect.arrayContaining(ids) : []);
  expect(found.items).toHaveLength(52);
  expect(found.pageBytes.length).toBeGreaterThan(1);
  // Twenty subjects are read at a time.
  expect(await roundsFor(many)).toBeLessThanOrEqual((await roundsFor(one)) + 3);
});

test('another organization or mode sees no context', async () => {
  const id = await newContext();
  for (const stranger of [await aWorld(), await aWorld('live', world.organizationId)])
    expect(await call(stranger.client, listContextDecisions, { params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
});
