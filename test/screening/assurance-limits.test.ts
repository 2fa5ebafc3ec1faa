import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import type { StoredAssurance } from '#shared/screening/assurance/assurance.ts';
import { carryLimits, outcomeBeyond } from '#shared/screening/assurance/carry-limits.ts';
import type { AssuranceLimit } from '#shared/screening/assurance/limit.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { existingAssurance, existingShortAssurance } from '#test/support/assurance-examples.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { LISTS, work } from './batch-calls.ts';

/** A class that finds less than expected can be accepted for a time, by two people, and stays visible. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { acceptAssuranceLimit, createScreeningAssurance, proposeAssuranceLimit, readScreeningAssurance } =
  screeningRoutes;
const { readScreeningAssuranceReport } = screeningRoutes;
const LIMIT = { class: 'order', known: 'bare', expiresInDays: 90 };

const propose = (as: Credential, id: string, changes: object = {}) =>
  call(as, proposeAssuranceLimit, {
    params: { id },
    body: { ...LIMIT, reason: 'They have dates of birth.', ...changes },
  });
const accept = (as: Credential, id: string, proposalId: string, changes: object = {}) =>
  call(as, acceptAssuranceLimit, { params: { id }, body: { ...LIMIT, proposalId, reason: 'Compared.', ...changes } });
const read = (as: Credential, id: string) => done(as, readScreeningAssurance, { params: { id } });

async function secondAdmin({ organizationId, mode }: World): Promise<Credential> {
  const user = await userOf(organizationId, 'admin');
  return async (request) => ({ 'x-risk-mode': mode, ...(await user(request)) });
}

test('a limit is accepted by a second person, stays in the result, and carries to the next test', async () => {
  const own = await aWorld();
  const strict = { sources: LISTS, entries: 200, customers: 1, seed: 7, reviewScore: 90, matchScore: 95 };
  const tested = async () => {
    const { id } = await done(own.admin, createScreeningAssurance, { body: strict });
    expect(await work(own, id)).toEqual({ batchItemFailures: [] });
    return read(own.client, id);
  };
  const first = await tested();
  expect(first).toMatchObject({ result: { outcome: 'failed' }, limits: [], outcomeBeyondLimits: 'failed' });
  const { body: proposal } = await propose(own.member, first.id);
  expect((await read(own.client, first.id)).limitProposals).toEqual([proposal]);
  expect((await accept(own.admin, first.id, proposal.id)).status).toBe(201);

  const after = await read(own.client, first.id);
  expect(after).toMatchObject({
    result: first.result,
    limitProposals: [],
    limits: [{ class: 'order', known: 'bare', reason: 'They have dates of birth.', acceptanceReason: 'Compared.' }],
  });
  expect(after.limits[0].acceptedBy).not.toBe(after.limits[0].proposedBy);
  const second = await tested();
  expect(second).toMatchObject({ comparedWith: first.id, limits: after.limits, lapsedLimits: [] });
  expect(second.result).toEqual(first.result);
  expect((await propose(own.member, first.id)).body).toMatchObject({ code: 'newer_test' });
  const report = await call(own.client, readScreeningAssuranceReport, { params: { id: second.id } });
  expect(report.status).toBe(200);
});

describe('refusals', () => {
  test('of one person, other roles, another proposal, and of what is no limit', async () => {
    const own = await aWorld();
    const id = await existingShortAssurance(own);
    for (const as of [own.client]) expect((await propose(as, id)).status).toBe(403);
    const { body: proposal } = await propose(own.admin, id);
    for (const as of [own.client, own.member]) expect((await accept(as, id, proposal.id)).status).toBe(403);
    const refused = async (as: Credential, proposalId: string, changes: object = {}) => {
      const { status, body } = await accept(as, id, proposalId, changes);
      return [status, body.code];
    };
    expect(await refused(own.admin, proposal.id)).toEqual([409, 'second_person_required']);
    const second = await secondAdmin(own);
    expect(await refused(second, randomUUID())).toEqual([409, 'proposal_not_open']);
    expect(await refused(second, proposal.id, { known: 'known' })).toEqual([409, 'class_not_short']);
    expect(await refused(second, proposal.id, { expiresInDays: 91 })).toEqual([409, 'proposal_differs']);
    expect(await refused(second, proposal.id, { class: 'nonsense' })).toEqual([400, 'invalid_body']);
    // A stale tab: a newer proposal has superseded the one that it shows.
    const { body: newer } = await propose(own.owner, id, { expiresInDays: 30 });
    expect(await refused(second, proposal.id)).toEqual([409, 'proposal_not_open']);
    expect((await accept(second, id, newer.id, { expiresInDays: 30 })).status).toBe(201);
    expect(await refused(second, newer.id, { expiresInDays: 30 })).toEqual([409, 'proposal_not_open']);
    expect((await read(own.client, id)).outcomeBeyondLimits).toBe('passed');

    for (const expiresInDays of [0, 367])
      expect((await propose(own.owner, id, { expiresInDays })).body).toMatchObject({ code: 'invalid_body' });
    const passed = await existingAssurance(own);
    expect((await propose(own.owner, passed)).body).toMatchObject({ code: 'class_not_short' });
    const misses = [{ class: 'order', known: 'bare', reason: 'not_searched' }] as Misses;
    const miss = { ...misses[0], name: 'x', dateOfBirth: null, nationality: null, source: 'eu_fsf', entryId: '1' };
    const defect = await existingShortAssurance(own, {
      misses: [{ ...miss, listedName: 'x', score: 80, factors: [] }] as Misses,
    });
    expect((await propose(own.owner, defect)).body).toMatchObject({ code: 'class_has_defect' });
  });

  test('of organizations and modes that do not have the test', async () => {
    const own = await aWorld();
    const id = await existingShortAssurance(own);
    const { body: proposal } = await propose(own.member, id);
    for (const other of [await aWorld(), await aWorld('live', own.organizationId)]) {
      expect((await propose(other.admin, id)).status).toBe(404);
      expect((await accept(other.admin, id, proposal.id)).status).toBe(404);
    }
    const events = await done(own.owner, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { order: 'newest' },
    });
    expect(events.items[0].data).toMatchObject({ type: 'screening.assurance.limit_proposed', resourceId: id });
  });
});

type Misses = NonNullable<StoredAssurance['ended']>['misses'];

test('a limit lapses when it expires or its class finds less, and only classes without one count', () => {
  const limit = (changes: Partial<AssuranceLimit>) =>
    ({
      class: 'order',
      known: 'bare',
      recall: 0.5,
      expiresAt: '2026-06-01T00:00:00.000Z',
      ...changes,
    }) as AssuranceLimit;
  type Classes = Parameters<typeof carryLimits>[1];
  const classes = [
    { class: 'order', known: 'bare', recall: 0.5, status: 'short', expected: 'must' },
    { class: 'titles', known: 'bare', recall: 0.4, status: 'short', expected: 'should' },
  ] as unknown as Classes;
  const at = '2026-05-01T00:00:00.000Z';
  const [same, worse] = [limit({}), limit({ class: 'titles' })];
  expect(carryLimits([same, worse], classes, at)).toMatchObject({
    carried: [same],
    lapsed: [{ class: 'titles', reason: 'recall_fell' }],
  });
  expect(carryLimits([same], classes, same.expiresAt)).toMatchObject({ carried: [], lapsed: [{ reason: 'expired' }] });
  const outcome = (accepted: AssuranceLimit[]) => outcomeBeyond({ classes: [...classes] }, accepted);
  expect([outcome([]), outcome([same]), outcome([worse]), outcome([same, worse])]).toEqual([
    'failed',
    'limited',
    'failed',
    'passed',
  ]);
});
