import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { requestDeletion } from '#shared/identity/index.ts';
import { MODES } from '#shared/platform/caller.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { confirmed, DELETION_DELAY_MS } from '#test/support/deletion.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { holding, withFaults } from '#test/support/faults.ts';
import { lambdaContext, queueEvent } from '#test/support/queue.ts';

const { setLegalHold, deleteOrganization, readOrganization, updateSettings, proposeOrganizationChange } =
  routes.organization;
const { handler: erase } = await import('#functions/workers/erase-organization.ts');

beforeAll(prepareEngine);
afterEach(() => shiftClock(0));

const HOLD = { held: true, reason: 'Request of the regulator.' };
const RELEASE = { held: false, reason: 'The inquiry has ended.' };

async function anOrganization() {
  const organizationId = randomUUID();
  return { organizationId, owner: await userOf(organizationId, 'owner') };
}
const hold = (as: Credential, body: object = HOLD) => call(as, setLegalHold, { body });
const stateOf = async (as: Credential) => (await call(as, readOrganization)).body.data;
const erasing = (organizationId: string) => erase(queueEvent({ organizationId }), lambdaContext());

async function historyOf(organizationId: string, mode: string) {
  const owner = await userOf(organizationId, 'owner');
  const asked = { params: { resource: 'events' }, headers: { 'x-risk-mode': mode } };
  const { body } = await call(owner, routes.risk.listRecords, asked);
  return body.items.map(({ data }: { data: { type: string; reason: string; details: unknown } }) => data);
}

test('legal hold: refuses the deletion until it is released', async () => {
  const { organizationId, owner } = await anOrganization();

  const placed = await hold(owner);
  const refused = await call(owner, deleteOrganization, confirmed(organizationId));
  const held = await stateOf(owner);
  const released = await hold(owner, RELEASE);
  const accepted = await call(owner, deleteOrganization, confirmed(organizationId));

  expect(placed).toMatchObject({
    status: 200,
    body: { data: { legalHold: { placedBy: expect.stringMatching(/^user:/) } } },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'legal_hold' } });
  expect(held).toEqual({ deletion: null, legalHold: placed.body.data.legalHold });
  expect(released).toMatchObject({ status: 200, body: { data: { legalHold: null } } });
  expect(accepted.status).toBe(202);
});

test('legal hold: revokes a requested deletion, so that a release erases nothing', async () => {
  const { organizationId, owner } = await anOrganization();
  await call(owner, deleteOrganization, confirmed(organizationId));

  await hold(owner);
  shiftClock(DELETION_DELAY_MS + 1_000);
  await erasing(organizationId);
  await hold(owner, RELEASE);
  await erasing(organizationId);

  expect(await stateOf(owner)).toEqual({ deletion: null, legalHold: null });
  expect((await historyOf(organizationId, 'live')).map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['organization.deletion.revoked', 'organization.legal_hold.placed']),
  );
});

test('legal hold: no erasure begins while both a deletion and a hold are stored', async () => {
  const { organizationId, owner } = await anOrganization();
  await hold(owner);
  const past = new Date(Date.now() - DELETION_DELAY_MS).toISOString();
  const deletion = { organizationId, requestedAt: past, requestedBy: 'user:a', erasesAt: past };
  await dynamoStore.writeOne(requestDeletion(deletion));

  await erasing(organizationId);

  expect(await stateOf(owner)).toMatchObject({
    deletion: { erasesAt: past },
    legalHold: { placedBy: expect.anything() },
  });
});

test('legal hold: a deletion that is requested while the hold is being placed is refused or revoked', async () => {
  const { organizationId, owner } = await anOrganization();
  const held = holding(isTransaction);
  const deleting = withFaults(held.plan, () => call(owner, deleteOrganization, confirmed(organizationId)));
  await held.reached;

  await hold(owner);
  held.release();

  expect((await deleting).result).toMatchObject({ status: 409, body: { code: 'legal_hold' } });
  expect(await stateOf(owner)).toMatchObject({ deletion: null, legalHold: { placedBy: expect.anything() } });
});

test('legal hold: a deletion that commits while the hold is being placed is revoked', async () => {
  const { organizationId, owner } = await anOrganization();
  const held = holding(isTransaction);
  const placing = withFaults(held.plan, () => hold(owner));
  await held.reached;

  const deletion = await call(owner, deleteOrganization, confirmed(organizationId));
  held.release();

  expect(deletion.status).toBe(202);
  expect((await placing).result).toMatchObject({ status: 200 });
  expect(await stateOf(owner)).toMatchObject({ deletion: null, legalHold: { placedBy: expect.anything() } });
});

test('legal hold: is placed and released by owners only, and says why', async () => {
  const { organizationId, owner } = await anOrganization();
  const others = [
    await userOf(organizationId, 'admin'),
    await userOf(organizationId, 'member'),
    (await keyOf(organizationId, 'live')).credential,
  ];

  for (const other of others) expect((await hold(other)).status).toBe(403);
  expect((await hold(owner, { held: true })).status).toBe(400);
  expect((await hold(owner, { held: true, reason: ' ' })).status).toBe(400);
  expect((await stateOf(owner)).legalHold).toBeNull();
  await hold(owner);
  for (const other of others) expect((await hold(other, RELEASE)).status).toBe(403);
  expect((await stateOf(owner)).legalHold).not.toBeNull();
});

test('legal hold: a second request for the same changes nothing', async () => {
  const { organizationId, owner } = await anOrganization();

  const neverHeld = await hold(owner, RELEASE);
  const first = await hold(owner);
  const second = await hold(await userOf(organizationId, 'owner'), { held: true, reason: 'Another reason.' });
  await Promise.all(Array.from({ length: 3 }, () => hold(owner, RELEASE)));

  expect(neverHeld).toMatchObject({ status: 200, body: { data: { legalHold: null } } });
  expect(second.body).toEqual(first.body);
  const ofHold = (await historyOf(organizationId, 'live')).filter(({ type }: { type: string }) =>
    type.startsWith('organization.legal_hold.'),
  );
  expect(ofHold).toHaveLength(2);
});

test('legal hold: while a two-person rule is on, one person places it and two release it', async () => {
  const { organizationId, owner } = await anOrganization();
  const other = await userOf(organizationId, 'admin');
  await call(owner, updateSettings, { body: { fourEyes: { lists: true }, expectedRevision: 0 } });
  const propose = async (as: Credential, kind: string) =>
    (await call(as, proposeOrganizationChange, { body: { change: { kind }, reason: 'The inquiry has ended.' } })).body
      .id;

  const placed = await hold(owner);
  const alone = await hold(owner, RELEASE);
  const own = await hold(owner, { ...RELEASE, proposalId: await propose(owner, 'legal_hold_release') });
  const ofDeletion = await hold(owner, { ...RELEASE, proposalId: await propose(other, 'deletion') });
  const proposalId = await propose(other, 'legal_hold_release');
  const stillHeld = await stateOf(owner);
  const released = await hold(owner, { ...RELEASE, proposalId });
  await hold(owner);
  const again = await hold(owner, { ...RELEASE, proposalId });

  expect(placed.status).toBe(200);
  expect(alone).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
  expect(own).toMatchObject({ status: 409, body: { code: 'second_person_required' } });
  expect(ofDeletion).toMatchObject({ status: 409, body: { code: 'proposal_not_open' } });
  expect(stillHeld.legalHold).not.toBeNull();
  expect(released).toMatchObject({ status: 200, body: { data: { legalHold: null } } });
  expect(again).toMatchObject({ status: 409, body: { code: 'proposal_not_open' } });
  for (const mode of MODES)
    expect(await historyOf(organizationId, mode)).toContainEqual(
      expect.objectContaining({
        type: 'organization.legal_hold.released',
        reason: RELEASE.reason,
        details: { proposalId, proposedBy: expect.stringMatching(/^user:/) },
      }),
    );
});
