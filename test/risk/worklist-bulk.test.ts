import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done } from '#test/support/risk-world.ts';
import { aBench, assessAs, type Bench, moveAll, worklist } from './work-bench.ts';

const { transitionActions } = riskRoutes;
const SAME_ID = newId();

let bench: Bench;
beforeAll(async () => {
  await prepareEngine();
  bench = await aBench();
});

describe('bulk transitions', () => {
  test('bulk transitions: move all actions, each with its event, in the order of the request', async () => {
    const own = await aBench();
    const { id: subjectId, assessment } = await assessAs(own, 'review');
    const { assessment: other } = await assessAs(own, 'reject');
    const ids = [...assessment.data.actionIds, other.data.actionIds[0]].reverse();

    const items = ids.map((id: string) => ({ id, expectedRevision: 1 }));
    const moved = await moveAll(own, 'acknowledged', items, own.world.member);

    expect(moved.status).toBe(200);
    expect(moved.body.items.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(moved.body.items[0]).toMatchObject({ data: { status: 'acknowledged', revision: 2 } });
    const { items: events } = await done(own.world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
      query: { subjectId },
    });
    const told = events.filter(({ data }: { data: { type: string } }) => data.type === 'risk.action.transitioned');
    expect(told).toHaveLength(2);
    expect(told[0].data).toMatchObject({
      reason: 'Because.',
      details: { from: 'requested', to: 'acknowledged', revision: 2 },
    });
    const listed = (await worklist(own)).body.items.flatMap(({ actions }: { actions: { status: string }[] }) =>
      actions.map(({ status }) => status),
    );
    expect(listed.sort()).toEqual(['acknowledged', 'acknowledged', 'acknowledged', 'requested']);
  });

  test('bulk transitions: one action that cannot move refuses all, and `errors` names it', async () => {
    const { assessment } = await assessAs(bench, 'review');
    const [first, second] = assessment.data.actionIds;
    const missing = randomUUID();

    const stale = await moveAll(bench, 'acknowledged', [
      { id: first, expectedRevision: 1 },
      { id: second, expectedRevision: 7 },
    ]);
    const unknown = await moveAll(bench, 'acknowledged', [
      { id: missing, expectedRevision: 1 },
      { id: first, expectedRevision: 1 },
    ]);
    const impossible = await moveAll(bench, 'completed', [
      { id: first, expectedRevision: 1 },
      { id: second, expectedRevision: 1 },
    ]);

    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'stale_revision',
        errors: [{ path: 'items.1', message: 'The action is at revision 1.' }],
      },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', errors: [{ path: 'items.0' }] } });
    expect(impossible).toMatchObject({
      status: 409,
      body: { code: 'impossible_move', errors: [{ path: 'items.0' }, { path: 'items.1' }] },
    });
    const { body } = await call(bench.world.client, riskRoutes.readRecord, {
      params: { resource: 'actions', id: first },
    });
    expect(body.data).toMatchObject({ status: 'requested', revision: 1 });
  });

  test('bulk transitions: only an owner or admin can cancel', async () => {
    const { assessment } = await assessAs(bench, 'review');
    const items = [{ id: assessment.data.actionIds[0], expectedRevision: 1 }];

    expect((await moveAll(bench, 'cancelled', items, bench.world.member)).status).toBe(403);
    expect((await moveAll(bench, 'cancelled', items, bench.world.admin)).status).toBe(200);
  });

  test('bulk transitions: actions of another organization or mode are not found', async () => {
    const { assessment } = await assessAs(bench, 'review');
    const items = [{ id: assessment.data.actionIds[0], expectedRevision: 1 }];
    const strangers = [await aWorld(), await aWorld('live', bench.world.organizationId)];

    for (const { owner } of strangers) expect((await moveAll(bench, 'acknowledged', items, owner)).status).toBe(404);
  });

  test('bulk transitions: 20 actions of 20 assessments of one subject fit, and so do 10 of 10 subjects', {
    tags: 'full',
  }, async () => {
    const own = await aBench();
    const { id, assessment } = await assessAs(own, 'review');
    const ids = [assessment.data.actionIds[0]];
    for (let count = 1; count < 20; count += 1)
      ids.push((await assessAs(own, 'review', id)).assessment.data.actionIds[0]);
    const spread: string[] = [];
    for (let count = 0; count < 11; count += 1)
      spread.push((await assessAs(own, 'reject')).assessment.data.actionIds[0]);
    const at = (list: readonly string[]) => list.map((one) => ({ id: one, expectedRevision: 1 }));

    expect((await moveAll(own, 'acknowledged', at(ids))).status).toBe(200);
    expect((await moveAll(own, 'failed', at(spread.slice(0, 10)))).status).toBe(200);
    const many = [...spread.slice(10), ...(await manySubjects(own, 19))];
    expect(await moveAll(own, 'failed', at(many))).toMatchObject({ status: 422, body: { code: 'too_many_records' } });
  });

  const manySubjects = async (own: Bench, count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await assessAs(own, 'none')).assessment.data.actionIds[0]);
    return ids;
  };

  test.each([
    ['no actions', { items: [] }],
    ['21 actions', { items: Array.from({ length: 21 }, () => ({ id: newId(), expectedRevision: 1 })) }],
    ['an action twice', { items: [1, 2].map((expectedRevision) => ({ id: SAME_ID, expectedRevision })) }],
    ['a blank reason', { reason: ' ' }],
    ['an unknown status', { status: 'done' }],
    ['no revision', { items: [{ id: SAME_ID }] }],
  ])('bulk transitions: %s are refused', async (_case, changes) => {
    const body = { status: 'acknowledged', reason: 'x', items: [{ id: SAME_ID, expectedRevision: 1 }], ...changes };
    expect((await call(bench.world.owner, transitionActions, { body })).status).toBe(400);
  });
});

test('bulk transitions: the worklist agrees with the actions after all of this', async () => {
  expect(await audit()).toEqual([]);
});
