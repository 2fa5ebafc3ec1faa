import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { done, list } from '#test/support/risk-world.ts';
import { aBench, assessAs, type Bench, move, moveAll, worklist } from './work-bench.ts';

let bench: Bench;
beforeAll(async () => {
  await prepareEngine();
  bench = await aBench();
});

/** A member whose id is known. */
async function aUser() {
  const { organizationId, mode } = bench.world;
  const id = randomUUID();
  const credential = await userOf(organizationId, 'member', { claims: { sub: id } });
  const as: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });
  return { id, as };
}

const overviewOf = (id: string) => done(bench.world.client, riskRoutes.readSubjectOverview, { params: { id } });
const assignmentsOf = async (subjectId: string) => {
  const { body } = await list(bench.world, 'events', { subjectId });
  return body.items
    .map(({ data }: { data: { type: string; details: unknown } }) => data)
    .filter(({ type }: { type: string }) => type === 'risk.assignment.changed')
    .map(({ details }: { details: unknown }) => details);
};

describe('taking', () => {
  test('taking: acknowledging an action of an unassigned subject assigns it to the user, with an event', async () => {
    const mia = await aUser();
    const { id, assessment } = await assessAs(bench, 'review');
    const items = assessment.data.actionIds.map((one: string) => ({ id: one, expectedRevision: 1 }));

    expect((await moveAll(bench, 'acknowledged', items, mia.as)).status).toBe(200);

    expect(await overviewOf(id)).toMatchObject({ assignee: mia.id, revision: 1 });
    expect(await assignmentsOf(id)).toEqual([{ from: null, to: mia.id, revision: 1 }]);
    const { body } = await worklist(bench, { assignee: 'me' }, mia.as);
    expect(body.items.map(({ subject }: { subject: { id: string } }) => subject.id)).toEqual([id]);
  });

  test('taking: one action is enough, and another move of it does not assign', async () => {
    const [mia, adam] = [await aUser(), await aUser()];
    const { id, assessment } = await assessAs(bench, 'review');
    const [action] = assessment.data.actionIds;

    expect((await move(bench, action, 'failed', 1, adam.as)).status).toBe(200);
    expect((await move(bench, action, 'requested', 2, adam.as)).status).toBe(200);
    expect(await overviewOf(id)).toMatchObject({ assignee: null, revision: 0 });
    expect((await move(bench, action, 'acknowledged', 3, mia.as)).status).toBe(200);
    expect(await overviewOf(id)).toMatchObject({ assignee: mia.id, revision: 1 });
  });

  test('taking: a subject of another person stays theirs', async () => {
    const [mia, adam] = [await aUser(), await aUser()];
    const { id, assessment } = await assessAs(bench, 'review');
    await done(bench.world.member, riskRoutes.assignSubject, {
      params: { id },
      body: { assignee: adam.id, expectedRevision: 0 },
    });

    expect((await move(bench, assessment.data.actionIds[0], 'acknowledged', 1, mia.as)).status).toBe(200);

    expect(await overviewOf(id)).toMatchObject({ assignee: adam.id, revision: 1 });
    expect(await assignmentsOf(id)).toHaveLength(1);
  });

  test('taking: an API key takes no subject', async () => {
    const { id, assessment } = await assessAs(bench, 'review');

    expect((await move(bench, assessment.data.actionIds[0], 'acknowledged', 1, bench.world.client)).status).toBe(200);

    expect(await overviewOf(id)).toMatchObject({ assignee: null, revision: 0 });
  });

  test('taking: of two people at once, one takes the subject and the other is refused', async () => {
    const people = [await aUser(), await aUser()];
    const { id, assessment } = await assessAs(bench, 'review');
    const [action] = assessment.data.actionIds;

    const answers = await Promise.all(people.map(({ as }) => move(bench, action, 'acknowledged', 1, as)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = people[answers.findIndex(({ status }) => status === 200)];
    expect(await overviewOf(id)).toMatchObject({ assignee: first?.id, revision: 1 });
    expect(await assignmentsOf(id)).toHaveLength(1);
  });

  test('taking: a refused move assigns nothing', async () => {
    const mia = await aUser();
    const { id, assessment } = await assessAs(bench, 'review');
    const [first, second] = assessment.data.actionIds;

    const items = [
      { id: first, expectedRevision: 1 },
      { id: second, expectedRevision: 7 },
    ];
    expect((await moveAll(bench, 'acknowledged', items, mia.as)).status).toBe(409);

    expect(await overviewOf(id)).toMatchObject({ assignee: null, revision: 0 });
    expect(await assignmentsOf(id)).toEqual([]);
  });
});

test('taking: the worklist agrees with the actions and assignments after all of this', async () => {
  expect(await audit()).toEqual([]);
});
