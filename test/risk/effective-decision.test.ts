import { afterEach, beforeAll, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { done, stated } from '#test/support/risk-world.ts';
import { aBench, assessAs, type Bench, idsIn, move, worklist } from './work-bench.ts';

const { createOverride, revokeOverride, readCounts, readSubjectOverview } = riskRoutes;
const HOUR_MS = 3_600_000;

beforeAll(prepareEngine);
afterEach(() => shiftClock(0));

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const override = ({ world }: Bench, id: string, decision: string, expiresAt = inMs(HOUR_MS)) =>
  call(world.owner, createOverride, { params: { id }, body: { decision, reason: 'Seen in person.', expiresAt } });
const rowOf = async (bench: Bench, id: string, query: Record<string, string> = {}) =>
  (await worklist(bench, query)).body.items.find(({ subject }: { subject: { id: string } }) => subject.id === id);
const decisionsOf = async ({ world }: Bench) => (await done(world.owner, readCounts)).worklist.decisions;

test('effective decision: an override moves the subject within list, filter and counts, and its revocation moves it back', async () => {
  const own = await aBench();
  const restricted = await assessAs(own, 'restrict');
  const reviewed = await assessAs(own, 'review');
  const made = await override(own, restricted.assessment.id, 'none');

  const row = await rowOf(own, restricted.id);
  expect(row).toMatchObject({
    decision: 'restrict',
    effectiveDecision: 'none',
    overrides: [{ id: made.body.id, policyKey: 'p_restrict', decision: 'none', until: made.body.data.expiresAt }],
  });
  expect(idsIn(await worklist(own))).toEqual([reviewed.id, restricted.id]);
  expect(idsIn(await worklist(own, { decision: 'restrict' }))).toEqual([]);
  expect(idsIn(await worklist(own, { decision: 'none' }))).toEqual([restricted.id]);
  expect(await decisionsOf(own)).toMatchObject({ restrict: 0, review: 1, none: 1 });
  expect(await rowOf(own, reviewed.id)).toMatchObject({ decision: 'review', effectiveDecision: 'review' });
  expect(await rowOf(own, reviewed.id)).not.toHaveProperty('overrides');

  await call(own.world.owner, revokeOverride, { params: { id: made.body.id }, body: { reason: 'A mistake.' } });

  expect(idsIn(await worklist(own))).toEqual([restricted.id, reviewed.id]);
  expect(await decisionsOf(own)).toMatchObject({ restrict: 1, none: 0 });
  expect(await rowOf(own, restricted.id)).toMatchObject({ effectiveDecision: 'restrict' });
});

test('effective decision: an override that ends by time counts no more, without a write', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'none');
  const other = await assessAs(own, 'review');
  await override(own, assessment.id, 'reject', inMs(HOUR_MS));
  expect(idsIn(await worklist(own))).toEqual([id, other.id]);

  shiftClock(2 * HOUR_MS);

  expect(idsIn(await worklist(own))).toEqual([other.id, id]);
  expect(idsIn(await worklist(own, { decision: 'reject' }))).toEqual([]);
  expect(await rowOf(own, id)).toMatchObject({ decision: 'none', effectiveDecision: 'none' });
  expect(await decisionsOf(own)).toMatchObject({ reject: 0, none: 1 });
});

test('effective decision: newer evidence and a newer assessment end an override', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  await override(own, assessment.id, 'none');
  await stated(own.source, id);
  expect(await rowOf(own, id)).toMatchObject({ effectiveDecision: 'restrict' });
  const stale = await done(own.world.owner, readSubjectOverview, { params: { id } });
  expect(stale.effectiveDecision).toBe('restrict');
  expect(stale.policies[0].lapsedOverride).toMatchObject({ decision: 'none', reasons: ['newer_evidence'] });

  const again = await assessAs(own, 'restrict', id);
  await override(own, again.assessment.id, 'none');
  expect(await rowOf(own, id)).toMatchObject({ effectiveDecision: 'none', overrides: [{ decision: 'none' }] });
  const current = await done(own.world.owner, readSubjectOverview, { params: { id } });
  expect(current.policies[0]).not.toHaveProperty('lapsedOverride');
  await assessAs(own, 'restrict', id);

  expect(await rowOf(own, id)).toMatchObject({ effectiveDecision: 'restrict' });
  const left = await done(own.world.owner, readSubjectOverview, { params: { id } });
  expect(left.policies[0].lapsedOverride).toMatchObject({ decision: 'none', reasons: ['newer_assessment'] });
});

test('effective decision: overrides of two policies end one after the other', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'reject');
  const { assessment: second } = await assessAs(own, 'restrict', id);
  await override(own, assessment.id, 'none', inMs(HOUR_MS));
  await override(own, second.id, 'review', inMs(3 * HOUR_MS));
  const decisions: string[] = [];
  for (const hours of [0, 2, 4]) {
    shiftClock(hours * HOUR_MS);
    const row = await rowOf(own, id);
    expect(idsIn(await worklist(own, { decision: row.effectiveDecision }))).toEqual([id]);
    expect(idsIn(await worklist(own))).toEqual([id]);
    decisions.push(row.effectiveDecision);
  }

  expect(decisions).toEqual(['review', 'reject', 'reject']);
});

test('effective decision: an expired override and one that ended by evidence are named once', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  await override(own, assessment.id, 'none', inMs(HOUR_MS));
  shiftClock(2 * HOUR_MS);

  const { policies } = await done(own.world.owner, readSubjectOverview, { params: { id } });

  expect(policies[0].lapsedOverride).toMatchObject({ decision: 'none', reasons: ['expired'] });
});

test('effective decision: pointers follow the oldest open action, and go with the last one', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  const { assessment: later } = await assessAs(own, 'restrict', id);
  await override(own, later.id, 'none');
  expect(await rowOf(own, id, { decision: 'none' })).toBeDefined();
  for (const actionId of assessment.data.actionIds) await move(own, actionId, 'cancelled');
  expect(idsIn(await worklist(own))).toEqual([id]);
  expect(await rowOf(own, id, { decision: 'none' })).toMatchObject({ effectiveDecision: 'none' });
  for (const actionId of later.data.actionIds) await move(own, actionId, 'cancelled');

  expect(idsIn(await worklist(own))).toEqual([]);
  expect((await audit()).filter((finding) => finding.includes(own.world.organizationId))).toEqual([]);
});

test('effective decision: overrides, assessments and transitions at once leave a consistent worklist', {
  tags: 'full',
}, async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  const { assessment: second } = await assessAs(own, 'review', id);

  const [, , moved] = await Promise.all([
    override(own, assessment.id, 'none'),
    override(own, second.id, 'none'),
    move(own, assessment.data.actionIds[0], 'acknowledged'),
    assessAs(own, 'review', id),
  ]);

  expect(moved).toMatchObject({ status: 200 });
  const row = await rowOf(own, id);
  expect(idsIn(await worklist(own))).toEqual([id]);
  expect(idsIn(await worklist(own, { decision: row.effectiveDecision }))).toEqual([id]);
  expect((await audit()).filter((finding) => finding.includes(own.world.organizationId))).toEqual([]);
});

test('effective decision: an assignee finds the subject by it', async () => {
  const own = await aBench();
  const { id, assessment } = await assessAs(own, 'restrict');
  await override(own, assessment.id, 'review');
  const me = await done(own.world.owner, riskRoutes.assignSubject, {
    params: { id },
    body: { assignee: '3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55', expectedRevision: 0 },
  });

  expect(idsIn(await worklist(own, { assignee: me.assignee, decision: 'review' }))).toEqual([id]);
  expect(idsIn(await worklist(own, { assignee: me.assignee, decision: 'restrict' }))).toEqual([]);
});
