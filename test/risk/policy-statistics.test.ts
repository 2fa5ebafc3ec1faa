import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scopeKey } from '#shared/platform/caller.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { countEvents } from '#shared/risk/use-cases/count-events.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Statistics of policies, from counters that the worker of the journal writes. */
const world = preparedForEachTest(aWorld);
const KEY = 'onboarding.v2';

/** The rows that the stream of the journal shows, oldest first. */
const shown = async (of: World = world): Promise<Item[]> =>
  (await everyRow('journal'))
    .filter(({ pk, events }) => pk.startsWith(`${scopeKey(of)}#events#`) && Array.isArray(events))
    .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));

const count = async (rows?: readonly Item[]) => countEvents(workerContext(), rows ?? (await shown()));
const statistics = (query: Record<string, string> = {}, of: World = world) =>
  done(of.client, riskRoutes.readPolicyStatistics, { params: { key: KEY }, query });

const RULES = Array.from({ length: 60 }, (_, index) => `rule_${index}.a-b`);

/** Three subjects: two with evidence, one of which is assessed twice, and one without any. */
async function assessments() {
  const source = await newSource(world);
  const definition = aDefinition(source.identity);
  const input = definition.inputs[0]?.key ?? '';
  const rules = RULES.map((key) => ({
    key,
    all: [{ input, operator: 'lt', value: 50 }],
    reason: 'Young.',
    effect: { decision: 'none', actions: [] },
  }));
  const policyId = await newPolicy(world, { ...definition, rules }, KEY);
  const subjects = await Promise.all([0, 1, 2].map(() => newSubject(world)));
  const [first = '', second = '', third = ''] = subjects;
  await stated(source, first, { value: 3 });
  await stated(source, second, { value: 90 });
  for (const subjectId of [first, second, third]) await assessed(world, subjectId, policyId);
  await stated(source, first, { value: 90 });
  const latest = await assessed(world, first, policyId);
  return { policyId, input, latest };
}

const totals = ({ subjects, assessments: { total } }: Awaited<ReturnType<typeof statistics>>) => [
  subjects.total,
  total,
];

test('statistics: subjects now, assessments, rules, unresolved inputs and overrides of some days', async () => {
  const { input, latest } = await assessments();
  await done(world.owner, riskRoutes.createOverride, {
    params: { id: latest.id },
    body: { decision: 'restrict', reason: 'Seen.', expiresAt: addSeconds(now(), 3600).toISOString() },
  });
  await count();
  const found = await statistics();

  expect(totals(found)).toEqual([3, 4]);
  expect(found.subjects.outcomes).toEqual([
    { key: 'complete', count: 2 },
    { key: 'incomplete', count: 1 },
  ]);
  expect(found.subjects.bands.find(({ key }: { key: string | null }) => key === null)).toEqual({ key: null, count: 1 });
  expect(found.days).toEqual([{ day: now().toISOString().slice(0, 10), assessments: 4 }]);
  expect(found.rules.map(({ key }: { key: string }) => key).toSorted()).toEqual(RULES.toSorted());
  expect(found.rules.every(({ count: matched }: { count: number }) => matched === 1)).toBe(true);
  expect(found.unresolvedInputs).toEqual([{ input, reason: 'no_evidence', count: 1 }]);
  expect(found.overrides).toEqual({ created: 1, carried: 0, revoked: 0 });
  expect(await statistics({ from: '2020-01-01', to: '2020-01-02' })).toMatchObject({
    subjects: { total: 3 },
    assessments: { total: 0 },
    days: [],
  });
});

test('statistics: rows that come twice, late, backwards or by two workers count once', async () => {
  await assessments();
  const rows = await shown();
  await count(rows.toReversed());
  const backwards = await statistics();
  await count(rows);
  await Promise.all([count(), count(), count(rows)]);

  expect(totals(backwards)).toEqual([3, 4]);
  expect(await statistics()).toEqual(backwards);
});

test('statistics: a worker that is killed anywhere loses nothing and counts nothing twice', async () => {
  await assessments();
  const rows = await shown();
  const last = rows.slice(-3);
  await count(rows.slice(0, -3));
  const { calls } = await observed(() => count(last.map((row) => ({ ...row, isCounted: true }))));
  for (let index = 0; index < calls.length + 12; index += 1)
    for (const when of ['before', 'after'] as const)
      await withFaults(crashAt(index, when), () => count(last)).catch(() => undefined);
  await count();

  expect(totals(await statistics())).toEqual([3, 4]);
});

test('statistics: reading costs the same whatever was counted, and shows no other organization', async () => {
  await assessments();
  await count();
  const units = async () =>
    (await unitsOf(() => statistics())).filter(({ pk }) => pk.includes('#policy-counters#')).length;
  const before = await units();
  await assessments();
  await count();
  const other = await aWorld();
  const elsewhere = await call(other.client, riskRoutes.readPolicyStatistics, { params: { key: KEY } });

  expect(await units()).toBe(before);
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const ask = (query: Record<string, string>) =>
    call(world.client, riskRoutes.readPolicyStatistics, { params: { key: KEY }, query });
  expect((await ask({ from: '2026-01-02', to: '2026-01-01' })).status).toBe(400);
  expect((await ask({ from: '2020-01-01', to: '2026-01-01' })).status).toBe(400);
  expect((await ask({ since: randomUUID() })).status).toBe(400);
});
