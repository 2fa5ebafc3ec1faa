import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { seededRandom } from '#test/support/random.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  eventTypes,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  tryToAssess,
} from '#test/support/risk-world.ts';
import { isFull, scaled } from '#test/support/soak.ts';

const world = preparedForFile(aWorld);
const { listWorklist, transitionAction, createPolicy, revokeOverride, createOverride } = riskRoutes;
const ONCE = { repeatActions: 'unless_open' } as const;
const OPEN = ['requested', 'acknowledged', 'failed'];

interface Action {
  id: string;
  data: { name: string; status: string; revision: number; assessmentId: string; policyKey: string };
}

let source: Source;
let policyId: string;

/** The value 1, 2 or 3 decides for review, restrict or reject; each harsher one adds an action. */
const definitionOf = (changes: object = {}) =>
  aDefinition(source.identity, {
    factors: [
      {
        key: 'level',
        match: 'first',
        weight: 1,
        cases: [1, 2, 3].map((value) => ({ all: [{ input: EMAIL_AGE, operator: 'eq', value }], points: value })),
      },
    ],
    bands: [
      { id: 'zero', from: 0, effect: { decision: 'none', actions: [] } },
      { id: 'one', from: 1, effect: { decision: 'review', actions: ['look'] } },
      { id: 'two', from: 2, effect: { decision: 'restrict', actions: ['look', 'hold'] } },
      { id: 'three', from: 3, effect: { decision: 'reject', actions: ['look', 'hold', 'close'] } },
    ],
    ...changes,
  });

beforeAll(async () => {
  source = await newSource(world);
  policyId = await newPolicy(world, definitionOf());
});

const subjectAt = async (value: number) => {
  const id = await newSubject(world);
  await stated(source, id, { value });
  return id;
};

const actionsOf = async (subjectId: string): Promise<Action[]> =>
  (await everyItem((offset) => list(world, 'actions', { subjectId, offset }))).items;
const openNames = async (subjectId: string) =>
  (await actionsOf(subjectId)).flatMap(({ data }) => (OPEN.includes(data.status) ? [data.name] : [])).sort();

const move = (id: string, status: string, expectedRevision: number) =>
  call(world.owner, transitionAction, { params: { id }, body: { status, expectedRevision, reason: 'Because.' } });

const workOf = async (subjectId: string) => {
  const { body } = await call(world.client, listWorklist, {});
  return body.items.find(({ subject }: { subject: { id: string } }) => subject.id === subjectId);
};

test('an assessment requests its own actions, as it always did, unless it is asked not to', async () => {
  const id = await subjectAt(1);
  for (const body of [{}, { repeatActions: 'always' }, {}]) await assessed(world, id, policyId, body);

  expect(await openNames(id)).toEqual(['look', 'look', 'look']);
});

test('an action that is open is not requested a second time: the assessment names the open one', async () => {
  const id = await subjectAt(1);
  const first = await assessed(world, id, policyId);
  await stated(source, id, { value: 2 });
  const second = await assessed(world, id, policyId, ONCE);
  const third = await assessed(world, id, policyId, ONCE);

  expect(second.data.actions.map(({ name }: { name: string }) => name)).toEqual(['look', 'hold']);
  expect(second.data.actionIds[0]).toBe(first.data.actionIds[0]);
  expect(third.data.actionIds).toEqual(second.data.actionIds);
  expect(await openNames(id)).toEqual(['hold', 'look']);
  expect(await eventTypes(world, second.data.actionIds[1])).toEqual(['risk.action.requested']);
  expect(await eventTypes(world, first.data.actionIds[0])).toEqual(['risk.action.requested']);
});

test('an action that has ended is requested again, and one of another policy is another one', async () => {
  const id = await subjectAt(1);
  const { data } = await assessed(world, id, policyId);
  const [look] = data.actionIds;
  await move(look, 'failed', 1);
  expect((await assessed(world, id, policyId, ONCE)).data.actionIds).toEqual([look]);
  await move(look, 'cancelled', 2);
  expect((await assessed(world, id, policyId, ONCE)).data.actionIds).not.toEqual([look]);
  await assessed(world, id, await newPolicy(world, definitionOf()), ONCE);

  expect(await openNames(id)).toEqual(['look', 'look']);
});

test('a policy can say it for all its assessments, and a request cannot lift it', async () => {
  const own = await newPolicy(world, definitionOf(ONCE));
  const id = await subjectAt(1);
  for (const body of [{}, { repeatActions: 'always' }]) await assessed(world, id, own, body);

  expect(await openNames(id)).toEqual(['look']);
});

test('an unknown value is refused, in a request and in a policy', async () => {
  const id = await subjectAt(1);
  const asked = await tryToAssess(world, id, policyId, { body: { repeatActions: 'never' } });
  const drafted = await call(world.owner, createPolicy, {
    body: { key: 'repeat', definition: definitionOf({ repeatActions: 'never' }) },
  });

  expect(asked).toMatchObject({ status: 400, body: { code: 'invalid_body', errors: [{ path: 'repeatActions' }] } });
  expect(drafted.status).toBe(422);
  expect(drafted.body.errors[0].path).toContain('repeatActions');
  expect(await openNames(id)).toEqual([]);
});

test('assessments at the same time request an action once', async () => {
  const id = await subjectAt(3);
  const answers = await Promise.all([1, 2, 3, 4].map(() => tryToAssess(world, id, policyId, { body: ONCE })));

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.data.actionIds.join()))).toHaveLength(1);
  expect(await openNames(id)).toEqual(['close', 'hold', 'look']);
});

test('an assessment while its action ends names no ended action as open', async () => {
  for (let round = 0; round < scaled(6, 60); round += 1) {
    const id = await subjectAt(1);
    const [look] = (await assessed(world, id, policyId)).data.actionIds;
    const [answer] = await Promise.all([tryToAssess(world, id, policyId, { body: ONCE }), move(look, 'cancelled', 1)]);
    // Whichever came first: a named action that has ended had ended after the assessment.
    const [named] = (await actionsOf(id)).filter((one) => one.id === answer.body.data.actionIds[0]);
    const history = await everyItem((offset) => list(world, 'events', { subjectId: id, offset }));
    const places = history.items.map(({ data }: { data: { type: string } }) => data.type);
    if (named?.data.status === 'cancelled')
      expect(places.lastIndexOf('risk.action.transitioned')).toBeGreaterThan(
        places.lastIndexOf('risk.assessment.created'),
      );
    else expect(await openNames(id)).toEqual(['look']);
  }
});

test('an open action stands for the worst decision that requires it', async () => {
  const id = await subjectAt(1);
  const first = await assessed(world, id, policyId);
  await stated(source, id, { value: 3 });
  const worse = await assessed(world, id, policyId, ONCE);
  await move(worse.data.actionIds[1], 'cancelled', 1);
  await move(worse.data.actionIds[2], 'cancelled', 1);
  const work = await workOf(id);

  expect(work).toMatchObject({ decision: 'reject', effectiveDecision: 'reject', more: 0 });
  expect(work.actions.map((one: { id: string }) => one.id)).toEqual(first.data.actionIds);
  expect(work.assessments.map((one: { id: string }) => one.id)).toEqual([worse.id, first.id]);

  const override = await done(world.owner, createOverride, {
    params: { id: worse.id },
    body: { decision: 'none', reason: 'Known.', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  });
  expect(await workOf(id)).toMatchObject({ decision: 'reject', effectiveDecision: 'none' });
  await done(world.owner, revokeOverride, { params: { id: override.id }, body: { reason: 'Not known.' } });
  await move(first.data.actionIds[0], 'cancelled', 1);
  expect(await workOf(id)).toBeUndefined();
});

test('however evidence, assessments and people follow each other, a name is open once and at the worst decision', async () => {
  const random = seededRandom();
  const DECISIONS = ['none', 'review', 'restrict', 'reject'];
  for (let round = 0; round < scaled(isFull ? 4 : 1, 40); round += 1) {
    const id = await subjectAt(0);
    /** By open action: the worst value that required it. */
    const required = new Map<string, number>();
    let value = 0;
    for (let step = 0; step < 12; step += 1) {
      if (random() < 0.6) {
        value = 1 + Math.floor(random() * 3);
        await stated(source, id, { value });
        const { data } = await assessed(world, id, policyId, ONCE);
        for (const actionId of data.actionIds) required.set(actionId, Math.max(required.get(actionId) ?? 0, value));
      } else {
        const open = (await actionsOf(id)).filter(({ data }) => OPEN.includes(data.status));
        const one = open[Math.floor(random() * open.length)];
        if (!one) continue;
        await move(one.id, 'cancelled', one.data.revision);
        required.delete(one.id);
      }
      const names = await openNames(id);
      expect(names).toEqual([...new Set(names)]);
      const work = await workOf(id);
      // Never milder than what an open action was required by.
      const worst = Math.max(0, ...required.values());
      expect(DECISIONS.indexOf(work?.decision ?? 'none')).toBeGreaterThanOrEqual(worst);
    }
  }
  expect(await audit()).toEqual([]);
});
