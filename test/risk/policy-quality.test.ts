import { expect, test } from 'vitest';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { countEvents } from '#shared/risk/use-cases/count-events.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashAt, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import { seededRandom } from '#test/support/random.ts';
import { recounted } from '#test/support/recounted-quality.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { isFull, somePoints } from '#test/support/soak.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Quality of policies, from counters that the worker of the journal writes. */
const world = preparedForEachTest(aWorld);
const KEY = 'onboarding.v2';
const STEPS = isFull ? 40 : 12;
const RULE = {
  key: 'very-new_address',
  all: [{ input: EMAIL_AGE, operator: 'lt', value: 2 }],
  reason: 'New.',
  effect: { decision: 'restrict', actions: [] },
};

/** Rows of the journal, as its stream shows them. */
const shown = async (of: Scope = world): Promise<Item[]> =>
  (await everyRow('journal')).filter(
    ({ pk, events }) => pk.startsWith(`${scopeKey(of)}#events#`) && Array.isArray(events),
  );

const count = (rows: readonly Item[]) => countEvents(workerContext(), rows);
const quality = (query: Record<string, string> = {}, of: World = world) =>
  done(of.client, riskRoutes.readPolicyQuality, { params: { key: KEY }, query });

interface Policy {
  source: Source;
  versions: string[];
}

async function aPolicy(versions = 1): Promise<Policy> {
  const source = await newSource(world);
  const definition = aDefinition(source.identity, { rules: [RULE], missingEvidence: 'awaiting_evidence' });
  const ids: string[] = [];
  for (let version = 1; version <= versions; version += 1) ids.push(await newPolicy(world, definition, KEY));
  return { source, versions: ids };
}

const record = (subjectId: string, occurredAt: string, label = 'loss', sampled = false) =>
  done(world.client, riskRoutes.recordOutcome, { params: { id: subjectId }, body: { label, occurredAt, sampled } });

const withdraw = (id: string) =>
  done(world.client, riskRoutes.withdrawOutcome, { params: { id }, body: { reason: 'Reversed.' } });

async function completeActions(actionIds: readonly string[]): Promise<void> {
  for (const id of actionIds)
    for (const [revision, status] of [
      [1, 'acknowledged'],
      [2, 'completed'],
    ] as const)
      await done(world.client, riskRoutes.transitionAction, {
        params: { id },
        body: { status, expectedRevision: revision, reason: 'Seen.' },
      });
}

const override = (id: string) =>
  done(world.owner, riskRoutes.createOverride, {
    params: { id },
    body: { decision: 'restrict', reason: 'Seen.', expiresAt: addSeconds(now(), 3600).toISOString() },
  });

test('quality: equals a full recount for a random history, in whatever order its commits are counted', async () => {
  const random = seededRandom();
  const choose = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const { source, versions } = await aPolicy(2);
  const subjects = await Promise.all([0, 1].map(() => newSubject(world)));
  const made: { id: string; subjectId: string; at: string }[] = [];
  const outcomes: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const subjectId = choose(subjects);
    const chance = random();
    if (chance < 0.45) {
      await stated(source, subjectId, { value: choose([1, 20, 90]) });
      const { id, data } = await assessed(world, subjectId, choose(versions));
      made.push({ id, subjectId, at: data.evaluatedAt });
      if (random() < 0.3) await override(id);
      if (random() < 0.3) await completeActions(data.actionIds);
    } else if (chance < 0.85 || outcomes.length === 0) {
      const anchor = made.length > 0 ? Date.parse(choose(made).at) : now().getTime();
      const occurredAt = new Date(anchor + choose([-1, 0, 1, -366 * 86_400_000])).toISOString();
      const { id } = await record(subjectId, occurredAt, choose(['loss', 'legitimate', 'legitimate']), random() < 0.5);
      outcomes.push(id);
    } else await withdraw(outcomes.splice(Math.floor(random() * outcomes.length), 1)[0] ?? '');
    if (random() < 0.1) await count((await shown()).filter(() => random() < 0.5));
  }
  // Some were counted already.
  await count((await shown()).toSorted(() => random() - 0.5));

  expect(await quality()).toEqual(await recounted(world, KEY, subjects));
});

/** Two assessments, the first one overridden and decided, and outcomes about both. */
async function aHistory() {
  const { source, versions } = await aPolicy();
  const subjectId = await newSubject(world);
  await stated(source, subjectId, { value: 20 });
  const first = await assessed(world, subjectId, versions[0] ?? '');
  await override(first.id);
  await completeActions(first.data.actionIds);
  await stated(source, subjectId, { value: 1 });
  const second = await assessed(world, subjectId, versions[0] ?? '');
  await record(subjectId, first.data.evaluatedAt, 'legitimate', true);
  const { id } = await record(subjectId, second.data.evaluatedAt);
  return { subjectId, withdrawn: id };
}

test('quality: a worker that is killed anywhere loses nothing and counts nothing twice', async () => {
  const { subjectId, withdrawn } = await aHistory();
  const points = somePoints(
    Array.from({ length: 64 }, (_, index) => ({ index: index >> 1, when: index % 2 ? 'after' : 'before' }) as const),
    8,
  );
  const countKilled = async (rows: readonly Item[]) => {
    for (const { index, when } of points)
      await withFaults(crashAt(index, when), () => count(rows)).catch(() => undefined);
    await count(rows);
  };
  const before = await shown();
  await countKilled(before);
  expect(await quality()).toMatchObject({
    versions: [{ assessed: 2, positives: 1, negatives: 1, overridden: { count: 1 }, timeToDecision: { count: 1 } }],
  });
  await withdraw(withdrawn);
  await countKilled((await shown()).filter(({ id }) => !before.some((row) => row.id === id)));

  expect(await quality()).toMatchObject({ versions: [{ assessed: 2, positives: 0, negatives: 1 }] });
  expect(await quality()).toEqual(await recounted(world, KEY, [subjectId]));
});

test('quality: an outcome that is posted twice labels once, and the second withdrawal is the one that counts', async () => {
  const { versions } = await aPolicy();
  const subjectId = await newSubject(world);
  const { data } = await assessed(world, subjectId, versions[0] ?? '');
  const twice = [await record(subjectId, data.evaluatedAt), await record(subjectId, data.evaluatedAt)];
  const positives = async () => {
    await count(await shown());
    return (await quality()).versions[0].positives;
  };

  expect(await positives()).toBe(1);
  await withdraw(twice[0].id);
  expect(await positives()).toBe(1);
  await withdraw(twice[1].id);
  expect(await positives()).toBe(0);
});

test('quality: reading costs the same whatever was counted, and shows no other organization or mode', async () => {
  await aHistory();
  await count(await shown());
  const units = async () =>
    (await unitsOf(() => quality())).filter(({ pk }) => pk.includes('#policy-counters#')).length;
  const before = await units();
  await aHistory();
  await count(await shown());

  expect(await units()).toBe(before);
  for (const other of [await aWorld(), await aWorld('live', world.organizationId)])
    expect(await call(other.client, riskRoutes.readPolicyQuality, { params: { key: KEY } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  expect(await quality({ since: '2020-01-01', until: '2020-01-02' })).toMatchObject({ versions: [] });
  const refused = await call(world.client, riskRoutes.readPolicyQuality, {
    params: { key: KEY },
    query: { since: '2020-01-01', until: '2026-01-01' },
  });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'since' }] } });
});

test('quality: a policy with more rules and longer keys than one expression can name is counted', async () => {
  const source = await newSource(world);
  const rules = Array.from({ length: 160 }, (_, index) => ({ ...RULE, key: `${'a.b-'.repeat(18)}${index}` }));
  const policyId = await newPolicy(world, aDefinition(source.identity, { rules }), KEY);
  const subjectId = await newSubject(world);
  await stated(source, subjectId, { value: 1 });
  const { data } = await assessed(world, subjectId, policyId);
  await record(subjectId, data.evaluatedAt, 'loss', true);
  await count(await shown());

  const [version] = (await quality()).versions;
  expect(version.rules).toHaveLength(150);
  expect(version.rules.every(({ positives }: { positives: number }) => positives === 1)).toBe(true);
});
