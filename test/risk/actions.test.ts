import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ActionRecord, ActionStatus } from '#shared/risk/action.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { cancelled, isTransaction } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { withFaults } from '#test/support/faults.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { transitionAction } = riskRoutes;
let world: World;
let shared: { source: Source; policyId: string };

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  const source = await newSource(world);
  shared = { source, policyId: await newPolicy(world, aDefinition(source.identity)) };
});

const move = (id: string, status: string, expectedRevision: number, as = world.owner, more = {}) =>
  call(as, transitionAction, {
    params: { id },
    body: { status, expectedRevision, reason: 'So it is.', ...more },
  });

/** The shortest way to each state. */
const WAY: Record<ActionStatus, ActionStatus[]> = {
  requested: [],
  acknowledged: ['acknowledged'],
  failed: ['failed'],
  completed: ['acknowledged', 'completed'],
  cancelled: ['cancelled'],
};

async function anActionIn(status: ActionStatus) {
  const subjectId = await newSubject(world);
  await stated(shared.source, subjectId);
  const assessment = await assessed(world, subjectId, shared.policyId);
  const id: string = assessment.data.actionIds[0];
  for (const [index, step] of WAY[status].entries()) {
    const { status: answer } = await move(id, step, index + 1);
    if (answer !== 200) throw new Error(`${step} answered ${answer}`);
  }
  return { id, revision: WAY[status].length + 1 };
}

test('action: starts as `requested`, with the rules and bands that require it', async () => {
  const { assessment, subjectId } = await riskySubject(world);
  const [id] = assessment.data.actionIds;

  const { body } = await readRecord(world, 'actions', id);

  expect(ActionRecord.parse(body).data).toEqual({
    subjectId,
    assessmentId: assessment.id,
    policyKey: assessment.data.policyKey,
    name: 'manual_review',
    status: 'requested',
    revision: 1,
    createdAt: body.data.createdAt,
    updatedAt: body.data.createdAt,
  });
  expect((await list(world, 'actions', { subjectId })).body.items).toEqual([body]);
});

/** The state table of actions. */
const ALLOWED = [
  'requested acknowledged',
  'requested failed',
  'acknowledged completed',
  'acknowledged failed',
  'failed requested',
  'requested cancelled',
  'acknowledged cancelled',
  'failed cancelled',
];
const everyMove = ActionStatus.options.flatMap((from) =>
  ActionStatus.options.map((to) => [from, to, ALLOWED.includes(`${from} ${to}`)] as const),
);

test.each(everyMove)('action: from %s to %s: %s', async (from, to, isAllowed) => {
  const { id, revision } = await anActionIn(from);

  const moved = await move(id, to, revision);
  const read = await readRecord(world, 'actions', id);

  expect(moved.status).toBe(isAllowed ? 200 : 409);
  if (!isAllowed) expect(moved.body.code).toBe('impossible_move');
  expect(read.body.data).toMatchObject(isAllowed ? { status: to, revision: revision + 1 } : { status: from, revision });
});

test.each(everyMove.filter(([, , isAllowed]) => isAllowed))(
  'action: a client and a member can change %s to %s, unless they cancel',
  async (from, to) => {
    for (const who of ['client', 'member'] as const) {
      const { id, revision } = await anActionIn(from);

      const moved = await move(id, to, revision, world[who]);

      expect(moved.status).toBe(to === 'cancelled' ? 403 : 200);
    }
  },
);

test('action: an admin can cancel', async () => {
  const { id, revision } = await anActionIn('requested');

  expect((await move(id, 'cancelled', revision, world.admin)).status).toBe(200);
});

test.each([-1, 1])('action: a revision that is off by %i is stale', async (off) => {
  const { id, revision } = await anActionIn('acknowledged');

  const stale = await move(id, 'completed', revision + off);

  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_revision' } });
});

test.each([
  ['no reason', { reason: undefined }],
  ['an empty reason', { reason: '' }],
  ['a blank reason', { reason: '  ' }],
  ['no revision', { expectedRevision: undefined }],
  ['half a revision', { expectedRevision: 1.5 }],
  ['no status', { status: undefined }],
  ['an unknown status', { status: 'done' }],
])('action: a transition with %s is refused', async (_case, more) => {
  const { id } = await anActionIn('requested');

  expect((await move(id, 'acknowledged', 1, world.client, more)).status).toBe(400);
});

test('action: each transition is an event with its reason, previous and new status', async () => {
  const { id } = await anActionIn('completed');

  const { items } = (await list(world, 'events', { resourceId: id })).body;

  expect(items.map(({ data }: { data: { type: string } }) => data.type)).toEqual([
    'risk.action.requested',
    'risk.action.transitioned',
    'risk.action.transitioned',
  ]);
  expect(items[1].data).toMatchObject({
    resourceId: id,
    reason: 'So it is.',
    details: { from: 'requested', to: 'acknowledged', revision: 2 },
  });
  expect(items[2].data.details).toEqual({ from: 'acknowledged', to: 'completed', revision: 3 });
});

test('action: of two concurrent transitions one succeeds, and the other gets a stale revision', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, revision } = await anActionIn('requested');

    const answers = await Promise.all([move(id, 'acknowledged', revision), move(id, 'failed', revision)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('stale_revision');
  }
});

test('action: a transient write conflict is retried and not reported to the caller', async () => {
  const { id, revision } = await anActionIn('requested');
  let left = 3;
  const conflicts = {
    ofCall: (one: Parameters<typeof cancelled>[0]) =>
      isTransaction(one) && left-- > 0
        ? { fails: 'before' as const, error: cancelled(one, 'TransactionConflict', 1) }
        : undefined,
  };

  const { result } = await withFaults(conflicts, () => move(id, 'acknowledged', revision));

  expect(result).toMatchObject({ status: 200, body: { data: { revision: revision + 1 } } });
});

test('action: a later assessment of low risk does not cancel an earlier action', async () => {
  const { subjectId, source, policyId, assessment } = await riskySubject(world);
  await stated(source, subjectId, { value: 300 });

  const later = await assessed(world, subjectId, policyId);
  const { body } = await readRecord(world, 'actions', assessment.data.actionIds[0]);

  expect(later.data).toMatchObject({ decision: 'none', actionIds: [] });
  expect(body.data.status).toBe('requested');
});

test('action: each assessment has its own action', async () => {
  const { subjectId, policyId, assessment } = await riskySubject(world);
  const again = await assessed(world, subjectId, policyId);

  const { items } = (await list(world, 'actions', { subjectId })).body;

  expect(items.map(({ id }: { id: string }) => id)).toEqual([...assessment.data.actionIds, ...again.data.actionIds]);
});

describe('actions of one assessment', () => {
  const three = async () => {
    const [source, subjectId] = [await newSource(world), await newSubject(world)];
    const actions = ['call_back', 'freeze', 'report'];
    const bands = [{ id: 'all', from: 0, effect: { decision: 'restrict', actions } }];
    const policy = await newPolicy(world, aDefinition(source.identity, { bands }));
    await stated(source, subjectId);
    const { data } = await assessed(world, subjectId, policy);
    return data.actionIds as string[];
  };

  test('change their status independently', async () => {
    const ids = await three();
    await move(ids[1] ?? '', 'failed', 1);

    const read = await Promise.all(ids.map((id) => readRecord(world, 'actions', id)));

    expect(read.map(({ body }) => `${body.data.name} ${body.data.status}`)).toEqual([
      'call_back requested',
      'freeze failed',
      'report requested',
    ]);
  });

  test('can all change their status concurrently', async () => {
    const ids = await three();

    const answers = await Promise.all(ids.map((id) => move(id, 'acknowledged', 1)));
    const { items } = await done(world.client, riskRoutes.listActionQueue, {
      query: { status: 'acknowledged' },
    });

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const queued = items.map(({ id }: { id: string }) => id);
    expect(ids.filter((id) => queued.includes(id))).toEqual(ids);
  });
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('action: is not found by another %s', async (_case, other) => {
  const { id } = await anActionIn('requested');
  const stranger = await other();

  expect((await move(id, 'acknowledged', 1, stranger.owner)).status).toBe(404);
});

test('action: an unknown id and the id of the assessment are not found', async () => {
  const { assessment } = await riskySubject(world);

  for (const id of [randomUUID(), assessment.id]) expect((await move(id, 'acknowledged', 1)).status).toBe(404);
});
