import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { scopeKey } from '#shared/platform/caller.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { packOne } from '#shared/risk/repository/one-part.ts';
import { readAssessedPolicy } from '#shared/risk/repository/policies.ts';
import { shadowsPartition } from '#shared/risk/repository/shadows.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { assessSubject } from '#shared/risk/use-cases/assess-subject.ts';
import { countEvents } from '#shared/risk/use-cases/count-events.ts';
import { call, type Response } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow } from '#test/support/engine.ts';
import { tickUntilDone, watch } from '#test/support/monitored-subjects.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  eventTypes,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { afterAuthentication, roundsOf } from '#test/support/round-trips.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** A version that is evaluated beside the one in force, and decides nothing. */
const { configureShadow, createAssessment, createPolicy, listDivergentAssessments, publishPolicy, readShadow } =
  riskRoutes;
const world = preparedForFile(() => aWorld());
afterAll(async () => expect(await audit()).toEqual([]));

const rejecting = [
  { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
  { id: 'high', from: 40, effect: { decision: 'reject', actions: ['close_account'] } },
];

const draftOf = async (of: World, key: string, definition: unknown): Promise<string> =>
  (await done(of.owner, createPolicy, { body: { key, definition } })).id;

/** A policy of which high risk is reviewed, and a draft that rejects it. */
async function twoVersions(of: World, changes: Record<string, unknown> = { bands: rejecting }) {
  const source = await newSource(of);
  const key = aPolicyKey();
  const inForce = await newPolicy(of, aDefinition(source.identity), key);
  const draft = await draftOf(of, key, aDefinition(source.identity, changes));
  return { source, key, inForce, draft };
}

const configure = (of: World, id: string, body: object, as: keyof World & ('admin' | 'member' | 'client') = 'admin') =>
  call(of[as], configureShadow, { params: { id }, body });
const enable = (of: World, id: string, more: object = {}) =>
  done(of.admin, configureShadow, { params: { id }, body: { enabled: true, ...more } });
const read = (of: World, id: string): Promise<Response['body']> => done(of.client, readShadow, { params: { id } });
const byKey = (of: World, subjectId: string, policyKey: string): Promise<Response['body']> =>
  done(of.client, createAssessment, { params: { id: subjectId }, body: { policyKey, trigger: 'test' } });
const codeOf = ({ status, body }: Response) => [status, body.code];

async function count(of: World) {
  const rows = (await everyRow('journal')).filter(
    ({ pk, events }) => pk.startsWith(`${scopeKey(of)}#events#`) && Array.isArray(events),
  );
  await countEvents(workerContext(), rows);
}

async function aSubjectWith(of: World, source: Source, value: number) {
  const subjectId = await newSubject(of);
  await stated(source, subjectId, { value });
  return subjectId;
}

const shadowsIn = async (ids: readonly string[]) =>
  (await everyRow('risk'))
    .filter(({ id, resource }) => resource === 'assessments' && ids.includes(String(id)))
    .filter(({ shadow }) => shadow !== undefined).length;

test('requested and monitored assessments are compared, counted once, and listed where they diverge', async () => {
  const own = await aWorld();
  const { source, key, inForce, draft } = await twoVersions(own);
  const [risky, safe, watched] = [
    await aSubjectWith(own, source, 3),
    await aSubjectWith(own, source, 300),
    await aSubjectWith(own, source, 4),
  ];
  const state = await enable(own, draft);
  const first = await byKey(own, risky, key);
  await assessed(own, safe, inForce);
  await watch(own, watched, inForce);
  await tickUntilDone();
  await Promise.all([count(own), count(own)]);
  await count(own);
  const shown = await read(own, draft);

  expect(state).toMatchObject({ policyVersionId: draft, policyKey: key, enabled: true, until: null });
  expect(shown).toMatchObject({ ...state, cases: 3, agreement: 1 / 3, incomplete: 0, divergentCases: 2 });
  expect(shown.matrix).toEqual([
    { before: 'review', after: 'reject', cases: 2 },
    { before: 'none', after: 'none', cases: 1 },
  ]);
  expect(shown.divergent.nextOffset).toBeNull();
  expect(shown.divergent.items.map(({ subjectId }: Response['body']) => subjectId)).toEqual([watched, risky]);
  expect(shown.divergent.items[1]).toEqual({
    assessmentId: first.id,
    subjectId: risky,
    before: { decision: 'review', band: 'high', score: 40 },
    after: { decision: 'reject', band: 'high', score: 40 },
  });
  const cell = (query: Record<string, string>) =>
    done(own.client, listDivergentAssessments, { params: { id: draft }, query });
  expect((await cell({ before: 'review', after: 'reject' })).items).toEqual(shown.divergent.items);
  expect((await cell({ before: 'none' })).items).toEqual([]);
  // The subject has the action of the version in force alone, and no event of the shadow.
  const { items } = await everyItem((offset) => list(own, 'events', { subjectId: risky, offset }));
  expect(items.map(({ data }) => data.type)).toEqual([
    'risk.subject.created',
    'risk.evidence.recorded',
    'risk.assessment.created',
    'risk.action.requested',
  ]);
  const { items: actions } = await everyItem((offset) => list(own, 'actions', { subjectId: risky, offset }));
  expect(actions.map(({ data }) => data.name)).toEqual(['manual_review']);
  expect(await eventTypes(own, draft)).toEqual(['risk.policy.created', 'risk.policy.shadow_changed']);
});

test('an assessment is the same byte for byte with and without a shadow, in as many round trips', async () => {
  const { source, key, inForce, draft } = await twoVersions(world);
  const subjectId = await aSubjectWith(world, source, 3);
  const at = now();
  const change = async (isShadowed: boolean) => {
    const ids: string[] = [];
    const context = {
      store: dynamoStore,
      caller: { organizationId: world.organizationId, mode: world.mode, kind: 'api_key', id: 'x', role: 'client' },
      now: at,
      newId: () => `019ced2c-0000-7000-8000-${String(ids.push('')).padStart(12, '0')}`,
      requestId: 'x',
    } as unknown as Context;
    const { policy, beside } = await readAssessedPolicy(context, inForce);
    const [subject, state] = [
      await readSubject(context, subjectId),
      await readState(dynamoStore, context.caller, subjectId),
    ];
    expect(beside !== undefined).toBe(isShadowed);
    const { result, events } = await assessSubject(context, {
      subject,
      state,
      policy,
      beside,
      trigger: 't',
      eventIds: [],
    });
    return JSON.stringify({ result, events });
  };
  const roundsNow = async () => {
    const { result, rounds } = await roundsOf(() => byKey(world, subjectId, key));
    expect(await shadowsIn([result.id])).toBe((await read(world, draft)).enabled ? 1 : 0);
    return afterAuthentication(rounds).length;
  };

  const [plain, rounds] = [await change(false), await roundsNow()];
  await enable(world, draft);
  expect(await roundsNow()).toBe(rounds);
  await configure(world, draft, { enabled: false });
  const again = await change(false);
  await enable(world, draft);

  expect(await change(true)).toBe(again);
  // An assessment that was made in between is the only difference.
  expect(plain).not.toBe(again);
});

test('a shadow that is incomplete, does not cover the subject, or throws is counted as such', async () => {
  const own = await aWorld();
  const [one, two] = [await newSource(own), await newSource(own)];
  const key = aPolicyKey();
  const [input] = aDefinition(one.identity).inputs;
  await newPolicy(own, aDefinition(one.identity), key);
  const onlyOld = { applicability: [{ all: [{ input: input?.key, operator: 'gt', value: 100 }] }] };
  const incomplete = await draftOf(own, key, aDefinition(two.identity));
  const elsewhere = await draftOf(own, key, aDefinition(one.identity, onlyOld));
  const broken = await draftOf(own, key, aDefinition(one.identity, { ceiling: 99 }));
  const subjectId = await aSubjectWith(own, one, 3);
  const beside = async (id: string, prepare = async () => {}) => {
    await enable(own, id);
    await prepare();
    const assessment = await byKey(own, subjectId, key);
    expect([assessment.data.decision, assessment.data.outcome]).toEqual(['review', 'complete']);
    await configure(own, id, { enabled: false });
    await count(own);
    const { cases, agreement, matrix, incomplete, divergentCases } = await read(own, id);
    return { cases, agreement, after: matrix[0].after, incomplete, divergentCases };
  };
  const breakIt = async () => {
    const rows = await everyRow('risk');
    const row = rows.find(({ pk, sk }) => pk === shadowsPartition(own) && sk.startsWith('beside#'));
    if (!row) throw new Error('No version has a shadow.');
    await dynamoStore.transact([{ table: 'risk', put: { ...row, definition: packOne({}) } }], randomUUID());
  };

  expect(await beside(incomplete)).toMatchObject({ cases: 1, incomplete: 1, divergentCases: 1 });
  expect(await beside(elsewhere)).toMatchObject({ agreement: 0, after: 'applicability_not_matched', incomplete: 0 });
  expect(await beside(broken, breakIt)).toMatchObject({ agreement: 0, after: 'failed', divergentCases: 1 });
});

test('it ends at its time, when it is disabled, published or retired, and goes on beside a newer version', async () => {
  const { source, key, inForce, draft } = await twoVersions(world);
  const subjectId = await aSubjectWith(world, source, 3);
  const isShadowed = async () => (await shadowsIn([(await byKey(world, subjectId, key)).id])) === 1;
  const found = [];

  await enable(world, draft);
  found.push(await isShadowed());
  const next = await newPolicy(world, aDefinition(source.identity), key);
  found.push(await isShadowed(), await shadowsIn([(await assessed(world, subjectId, inForce)).id]));
  const off = await configure(world, draft, { enabled: false });
  found.push(await isShadowed());
  expect(off.body).toMatchObject({ enabled: false, until: expect.any(String) });
  expect(await configure(world, draft, { enabled: false })).toMatchObject({ status: 200, body: off.body });
  // The earlier version is compared with the one in force, until that one is retired.
  await enable(world, inForce);
  found.push(await isShadowed());
  await done(world.owner, riskRoutes.retirePolicy, { params: { id: next }, body: { reason: 'Wrong.' } });
  expect((await read(world, inForce)).enabled).toBe(false);
  const last = await newPolicy(world, aDefinition(source.identity), key);
  await enable(world, inForce);
  await done(world.owner, riskRoutes.retirePolicy, { params: { id: inForce }, body: { reason: 'Old.' } });
  found.push(await isShadowed());
  const other = await draftOf(world, key, aDefinition(source.identity, { ceiling: 98 }));
  await enable(world, other);
  await done(world.owner, publishPolicy, { params: { id: other } });
  found.push(await isShadowed());

  expect(found).toEqual([true, true, 0, false, true, false, false]);
  expect((await read(world, last)).since).toBeNull();
  expect(await eventTypes(world, other)).toEqual([
    'risk.policy.created',
    'risk.policy.shadow_changed',
    'risk.policy.published',
    'risk.policy.shadow_changed',
  ]);
});

test('it ends at `untilAt`, and another version can follow', async () => {
  const { source, key, draft } = await twoVersions(world);
  const other = await draftOf(world, key, aDefinition(source.identity, { ceiling: 97 }));
  const untilAt = addSeconds(now(), 60).toISOString();
  const rowOf = async () =>
    (await everyRow('risk')).filter(({ pk, until }) => pk === shadowsPartition(world) && until === untilAt);
  expect(await enable(world, draft, { untilAt })).toMatchObject({ enabled: true, until: untilAt });
  expect(codeOf(await configure(world, other, { enabled: true }))).toEqual([409, 'other_shadow_enabled']);
  // A minute later.
  const past = addSeconds(now(), -1).toISOString();
  for (const row of await rowOf())
    await dynamoStore.transact([{ table: 'risk', put: { ...row, until: past } }], randomUUID());
  const subjectId = await aSubjectWith(world, source, 3);
  const { id } = await byKey(world, subjectId, key);

  expect(await shadowsIn([id])).toBe(0);
  expect(await read(world, draft)).toMatchObject({ enabled: false, until: past });
  expect(await enable(world, other)).toMatchObject({ enabled: true });
});

test('only an owner or admin enables it, for one version of a key that is not in force', async () => {
  const { source, key, inForce, draft } = await twoVersions(world);
  const third = await draftOf(world, key, aDefinition(source.identity, { ceiling: 96 }));
  const alone = await draftOf(world, aPolicyKey(), aDefinition(source.identity));
  const on = { enabled: true };
  const [stranger, live] = [await aWorld(), await aWorld('live', world.organizationId)];

  const seen = [
    await configure(world, draft, on, 'member'),
    await configure(world, draft, on, 'client'),
    await configure(stranger, draft, on),
    await configure(live, draft, on),
    await call(stranger.client, readShadow, { params: { id: draft } }),
    await call(live.client, listDivergentAssessments, { params: { id: draft } }),
    await configure(world, randomUUID(), on),
    await configure(world, inForce, on),
    await configure(world, alone, on),
    await configure(world, draft, { enabled: true, untilAt: '2020-01-01T00:00:00Z' }),
    await configure(world, draft, { enabled: false, untilAt: '2099-01-01T00:00:00Z' }),
  ].map(codeOf);
  expect(seen).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
    ...Array.from({ length: 5 }, () => [404, 'not_found']),
    [409, 'version_in_force'],
    [409, 'no_version_in_force'],
    [422, 'until_in_past'],
    [400, 'invalid_body'],
  ]);
  expect(await read(world, draft)).toMatchObject({ enabled: false, since: null, cases: 0, agreement: null });

  const both = await Promise.all([configure(world, draft, on), configure(world, third, on)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const retired = await twoVersions(world);
  await done(world.owner, publishPolicy, { params: { id: retired.draft } });
  await done(world.owner, riskRoutes.retirePolicy, { params: { id: retired.inForce }, body: { reason: 'Old.' } });
  expect(codeOf(await configure(world, retired.inForce, on))).toEqual([422, 'policy_retired']);
});

test('a second person is not needed, because it decides nothing', async () => {
  const strict = await aWorld();
  const { draft } = await twoVersions(strict);
  await done(strict.owner, organizationRoutes.updateSettings, {
    body: { fourEyes: { policies: true }, expectedRevision: 0 },
  });
  expect((await configure(strict, draft, { enabled: true })).status).toBe(200);
});
