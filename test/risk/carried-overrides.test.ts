import { afterEach, expect, test } from 'vitest';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { endExpiredOverrides } from '#shared/risk/use-cases/end-expired-overrides.ts';
import { call, type Response } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { crashAt, holding, observed, withFaults } from '#test/support/faults.ts';
import {
  assessmentsOf,
  fresh,
  passSeconds,
  refreshFromStream,
  tickUntilDone,
  watch,
  watchedSubject,
} from '#test/support/monitored-subjects.ts';
import { preparedForEachTest } from '#test/support/prepared.ts';
import { seededRandom } from '#test/support/random.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  everyItem,
  list,
  newPolicy,
  newSource,
  readRecord,
  type Source,
  stated,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';
import { isFull, scaled, some } from '#test/support/soak.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents, workerContext } from '#test/support/webhook-workers.ts';

const world = preparedForEachTest(aWorld);
const { createOverride, revokeOverride, proposeRevocation, listRevocationProposals, listWorklist } = riskRoutes;
const CARRY = { overrides: 'carry_unchanged' } as const;
const HOUR = 3_600;

afterEach(() => shiftClock(0));

const overrides = (assessmentId: string, changes: object = {}, as: World = world): Promise<Response> =>
  call(as.owner, createOverride, {
    params: { id: assessmentId },
    body: {
      decision: 'none',
      reason: 'Seen in person.',
      expiresAt: addSeconds(now(), 24 * HOUR).toISOString(),
      ...changes,
    },
  });

/** A monitored subject with the decision `review`, overridden to `none`. */
async function overriddenSubject(changes: object = CARRY, override: object = {}, as: World = world) {
  const known = await watchedSubject(as, { ...changes });
  const [assessment] = await assessmentsOf(as, known.subjectId);
  const { status, body } = await overrides(assessment.id, override, as);
  expect(status).toBe(201);
  return { ...known, assessment, override: body };
}

async function reassess(source: Source, subjectId: string, changes: object = {}): Promise<void> {
  await stated(source, subjectId, fresh({ ...changes }));
  await refreshFromStream();
}

const latestOf = async (subjectId: string) => (await assessmentsOf(world, subjectId)).at(-1);
const stateNow = async (subjectId: string) => stateOf(world, (await latestOf(subjectId)).id);
const recordsOf = async (resource: string, subjectId: string, as: World = world) =>
  (await everyItem((offset) => list(as, resource, { subjectId, offset }))).items;
const overrideEvents = async (subjectId: string, as: World = world) =>
  (await recordsOf('events', subjectId, as))
    .map(({ data }) => data)
    .filter(({ type }: { type: string }) => type.startsWith('risk.override.'));
const storyOf = async (subjectId: string) =>
  (await overrideEvents(subjectId)).map(
    ({ type, details }) => `${type.slice('risk.override.'.length)}${details?.because ? ` ${details.because}` : ''}`,
  );
const workOf = async (subjectId: string) => {
  const { items } = await done(world.client, listWorklist);
  return items.find(({ subject }: { subject: { id: string } }) => subject.id === subjectId);
};

test('override: a monitored reassessment with the same result carries it, with its reason, people and end', async () => {
  await plantSubscriptions(world, [['*']]);
  const { subjectId, source, assessment, override } = await overriddenSubject();
  const other = await newSource(world, [{ key: 'cards.count_1h', type: 'number' }]);

  await reassess(other, subjectId, { fact: 'cards.count_1h', value: 4 });
  await reassess(source, subjectId);

  const all = await assessmentsOf(world, subjectId);
  const [first, second, third] = await recordsOf('overrides', subjectId);
  const { carriedFrom, firstOverrideId, ...same } = third.data;
  expect(all).toHaveLength(3);
  expect([carriedFrom, firstOverrideId]).toEqual([second.id, first.id]);
  expect(first.data).toEqual({ ...override.data, carriedTo: second.id });
  expect(same).toEqual({ ...override.data, assessmentId: all[2].id, createdAt: expect.any(String) });
  expect(await stateOf(world, all[2].id)).toMatchObject({
    current: true,
    effectiveDecision: 'none',
    override: { id: third.id, decision: 'none', expiresAt: override.data.expiresAt },
  });
  expect(await stateOf(world, assessment.id)).toMatchObject({ current: false, override: null });
  expect(all.map(({ data }) => data.actionIds)).toEqual(all.map(() => assessment.data.actionIds));
  expect(await workOf(subjectId)).toMatchObject({ decision: 'review', effectiveDecision: 'none', more: 0 });
  expect(await storyOf(subjectId)).toEqual(['created', 'carried', 'carried']);
  expect(override.notices).toBeUndefined();
  const sent = (await waitingEvents()).flatMap(({ events }) => (events as { type: string }[]).map(({ type }) => type));
  expect(sent.filter((type) => type === 'risk.override.carried')).toHaveLength(2);
});

test('override: passing time alone does not end it', async () => {
  const { subjectId } = await overriddenSubject({ ...CARRY, reviewAfterSeconds: HOUR });
  passSeconds(HOUR + 1);
  await tickUntilDone();

  expect(await assessmentsOf(world, subjectId)).toHaveLength(2);
  expect(await stateNow(subjectId)).toMatchObject({ current: true, effectiveDecision: 'none' });
});

type Known = Awaited<ReturnType<typeof overriddenSubject>>;

test.each<[string, object, (known: Known) => Promise<unknown>, string]>([
  ['another band', CARRY, ({ source, subjectId }) => reassess(source, subjectId, { value: 90 }), 'none'],
  ['another value', CARRY, ({ source, subjectId }) => reassess(source, subjectId, { value: 4 }), 'review'],
  [
    'missing evidence',
    CARRY,
    ({ source, subjectId }) => reassess(source, subjectId, { status: 'revoked', value: null }),
    'review',
  ],
  [
    'an assessment that somebody requested',
    CARRY,
    ({ subjectId, policyId }) => assessed(world, subjectId, policyId),
    'review',
  ],
  [
    'another version of the policy',
    CARRY,
    async ({ subjectId, source, assessment }) => {
      const key = assessment.data.policyKey;
      await watch(world, subjectId, await newPolicy(world, aDefinition(source.identity, CARRY), key));
      await tickUntilDone();
    },
    'review',
  ],
  ['any evidence, without the member', {}, ({ source, subjectId }) => reassess(source, subjectId), 'review'],
  ['any evidence, with `end`', { overrides: 'end' }, ({ source, subjectId }) => reassess(source, subjectId), 'review'],
])('override: %s ends it, which the history says', async (_case, policy, change, decision) => {
  const known = await overriddenSubject(policy);
  const { subjectId, override } = known;
  await change(known);

  const { id } = await latestOf(subjectId);
  expect(await stateNow(subjectId)).toMatchObject({ current: true, effectiveDecision: decision, override: null });
  expect(await recordsOf('overrides', subjectId)).toHaveLength(1);
  const [, ended, ...others] = await overrideEvents(subjectId);
  expect(others).toEqual([]);
  expect(ended).toMatchObject({
    type: 'risk.override.ended',
    resourceId: override.id,
    details: { because: 'newer_assessment', resource: 'assessments', resourceId: id, decision: 'none' },
  });
  // Its end has been told, so its expiry is not.
  await endExpiredOverrides(workerContext(addSeconds(now(), 48 * HOUR)));
  expect(await overrideEvents(subjectId)).toHaveLength(2);
});

test('override: a monitored subject whose policy ends overrides gives a notice, others do not', async () => {
  const notice = ['ends_with_next_assessment'];
  expect((await overriddenSubject({})).override.notices).toEqual(notice);
  const { subjectId, policyId, assessment } = await overriddenSubject({ overrides: 'end' });
  await watch(world, subjectId, policyId, false);
  expect((await overrides(assessment.id)).body.notices).toBeUndefined();

  const { body } = await overrides(assessment.id, { decision: 'maybe' });
  expect(body.code).toBe('invalid_body');
  const refused = await call(world.owner, riskRoutes.createPolicy, {
    body: { key: 'carry', definition: aDefinition('registered:x', { overrides: 'always' }) },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toContain('definition.overrides');
});

test('override: its expiry is told once, to each organization its own, and a revoked one does not expire', async () => {
  const other = await aWorld();
  const [one, revoked] = [await overriddenSubject(), await overriddenSubject()];
  const ofOther = await overriddenSubject(CARRY, {}, other);
  await done(world.owner, revokeOverride, { params: { id: revoked.override.id }, body: { reason: 'A mistake.' } });
  await plantSubscriptions(world, [['*']]);
  const before = (await waitingEvents()).length;
  passSeconds(24 * HOUR + 1);
  const workers = Array.from({ length: 3 }, () => endExpiredOverrides(workerContext()));
  await Promise.all(workers);

  expect(await storyOf(one.subjectId)).toEqual(['created', 'ended expired']);
  expect(await storyOf(revoked.subjectId)).toEqual(['created', 'revoked']);
  const [, ended] = await overrideEvents(ofOther.subjectId, other);
  expect(ended).toMatchObject({ actor: 'service:overrides', details: { because: 'expired' } });
  expect(await waitingEvents()).toHaveLength(before);
});

test('override: an expired or revoked one is never carried, and a newer one replaces it in the history', async () => {
  const expired = await overriddenSubject(CARRY, { expiresAt: addSeconds(now(), HOUR).toISOString() });
  const revoked = await overriddenSubject();
  await overrides(revoked.assessment.id, { decision: 'restrict' });
  const [, newer] = await recordsOf('overrides', revoked.subjectId);
  await done(world.owner, revokeOverride, { params: { id: newer.id }, body: { reason: 'A mistake.' } });
  passSeconds(HOUR + 1);
  for (const { source, subjectId } of [expired, revoked]) await reassess(source, subjectId);
  await tickUntilDone();

  expect(await stateNow(expired.subjectId)).toMatchObject({ effectiveDecision: 'review', override: null });
  expect(await stateNow(revoked.subjectId)).toMatchObject({ effectiveDecision: 'review', override: null });
  expect(await storyOf(expired.subjectId)).toEqual(['created', 'ended expired']);
  expect(await storyOf(revoked.subjectId)).toEqual(['created', 'created', 'ended newer_override', 'revoked']);
});

test('override: whichever of a chain is revoked, the one in force is, and proposals follow it', async () => {
  const { subjectId, source, override } = await overriddenSubject();
  const proposal = await done(world.member, proposeRevocation, {
    params: { id: override.id },
    body: { reason: 'The documents were false.' },
  });
  await reassess(source, subjectId);
  await reassess(source, subjectId);
  const [, second, third] = await recordsOf('overrides', subjectId);
  const listed = await done(world.owner, listRevocationProposals, { params: { id: third.id } });
  const body = { reason: 'False indeed.', proposalId: proposal.id };
  const revoked = await done(world.owner, revokeOverride, { params: { id: second.id }, body });

  expect(listed.items).toEqual([proposal]);
  expect(revoked).toMatchObject({ id: third.id, data: { revocationReason: 'False indeed.' } });
  expect(await stateNow(subjectId)).toMatchObject({ effectiveDecision: 'review', override: null });
  for (const id of [override.id, third.id])
    expect(await call(world.owner, revokeOverride, { params: { id }, body: { reason: 'Again.' } })).toMatchObject({
      status: 409,
      body: { code: 'already_revoked' },
    });
  expect((await readRecord(await aWorld(), 'overrides', third.id)).status).toBe(404);
});

test('override: created while its assessment is replaced, it is carried or refused, never lost', async () => {
  for (const isFirst of [true, false]) {
    const { subjectId, source } = await watchedSubject(world, CARRY);
    const { id } = await latestOf(subjectId);
    const creation = holding(isTransaction);
    const created = withFaults(creation.plan, () => overrides(id));
    await creation.reached;
    await stated(source, subjectId, fresh());
    const check = holding((one) => isTransaction(one) && JSON.stringify(one.input).includes(':set_nextCheckAt'));
    const checked = withFaults(check.plan, () => refreshFromStream());
    await check.reached;
    const order = isFirst ? [creation, check] : [check, creation];
    const waits: Promise<unknown>[] = isFirst ? [created, checked] : [checked, created];
    for (const [index, one] of order.entries()) {
      one.release();
      await waits[index];
    }

    const { result } = await created;
    expect(result.status).toBe(isFirst ? 201 : 409);
    expect((await stateNow(subjectId)).effectiveDecision).toBe(isFirst ? 'none' : 'review');
    expect(await storyOf(subjectId)).toEqual(isFirst ? ['created', 'carried'] : []);
  }
});

test('override: revoked while it is carried, it is over', async () => {
  const { subjectId, source, override } = await overriddenSubject();
  await stated(source, subjectId, fresh());
  const check = holding((one) => isTransaction(one) && JSON.stringify(one.input).includes(':set_nextCheckAt'));
  const checked = withFaults(check.plan, () => refreshFromStream());
  await check.reached;
  await done(world.owner, revokeOverride, { params: { id: override.id }, body: { reason: 'A mistake.' } });
  check.release();
  await checked;

  expect(await stateNow(subjectId)).toMatchObject({ current: true, effectiveDecision: 'review', override: null });
  expect(await storyOf(subjectId)).toEqual(['created', 'revoked']);
});

test('override: a worker that is killed while it carries one neither loses nor repeats it', async () => {
  const sample = await overriddenSubject();
  await stated(sample.source, sample.subjectId, fresh());
  const { calls } = await observed(() => refreshFromStream());
  const writes = calls.flatMap(({ command }, index) => (/Write|Put|Update/.test(command) ? [index] : []));
  for (const index of some(writes, 2)) {
    const { subjectId, source } = await overriddenSubject();
    await stated(source, subjectId, fresh());
    const at = now();
    await withFaults(crashAt(index, 'after'), () => refreshFromStream(at)).catch(() => undefined);
    await refreshFromStream(addSeconds(at, 1));
    await tickUntilDone(addSeconds(at, 61));

    expect(await storyOf(subjectId), `killed after call ${index}`).toEqual(['created', 'carried']);
    expect(await stateNow(subjectId)).toMatchObject({ current: true, effectiveDecision: 'none' });
  }
});

test('override: however evidence, people and monitoring follow each other, it applies as its policy says', async () => {
  const random = seededRandom();
  for (let round = 0; round < scaled(isFull ? 4 : 2, 100); round += 1) {
    const isCarried = round % 2 === 0;
    const { subjectId, source, policyId } = await watchedSubject(world, isCarried ? CARRY : {});
    let [value, override] = [3, null as string | null];
    for (let step = 0; step < 8; step += 1) {
      const { id } = await latestOf(subjectId);
      const [last] = (await recordsOf('overrides', subjectId)).slice(-1);
      const chance = random();
      if (chance < 0.4) {
        const next = chance < 0.25 ? value : value === 3 ? 90 : 3;
        await reassess(source, subjectId, { value: next });
        if (!isCarried || next !== value) override = null;
        value = next;
      } else if (chance < 0.7) {
        override = chance < 0.55 ? 'restrict' : 'none';
        await overrides(id, { decision: override });
      } else if (chance < 0.85 && override && last) {
        await done(world.owner, revokeOverride, { params: { id: last.id }, body: { reason: 'A mistake.' } });
        override = null;
      } else {
        await assessed(world, subjectId, policyId);
        override = null;
      }
      const { effectiveDecision } = await stateNow(subjectId);
      expect(effectiveDecision).toBe(override ?? (value === 3 ? 'review' : 'none'));
    }
    // Each override has ended once, or is in force.
    const told = (await storyOf(subjectId)).map((one) => one.split(' ')[0]);
    const count = (...kinds: string[]) => told.filter((kind) => kinds.includes(kind ?? '')).length;
    expect(count('created')).toBe(count('ended', 'revoked') + (override ? 1 : 0));
    expect(await recordsOf('overrides', subjectId)).toHaveLength(count('created', 'carried'));
  }
});
