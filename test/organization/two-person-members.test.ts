import { randomUUID } from 'node:crypto';
import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type FakeUserPool, fakeUserPool } from '#test/support/user-pool.ts';

/** While a two-person rule is on, one person cannot make a second account that counts as the other person. */
const { createMember, updateMember, listMembers, readMe, deleteOrganization, readOrganization } = routes.organization;
const { proposeOrganizationChange, listOrganizationProposals, updateSettings, proposeSettings } = routes.organization;

afterEach(() => shiftClock(0));

type Role = 'owner' | 'admin' | 'member';
interface Somebody {
  id: string;
  credential: Credential;
}

let pool: FakeUserPool;
beforeAll(prepareEngine);
beforeEach(() => {
  pool = fakeUserPool();
  pool.mock.resetHistory();
});

async function signedIn(organizationId: string, role: Role): Promise<Somebody> {
  const { id } = pool.addUser({ organizationId, role });
  return tokenFor(organizationId, id, role);
}

async function tokenFor(organizationId: string, id: string, role: Role): Promise<Somebody> {
  const credential = await userOf(organizationId, role, { claims: { sub: id } });
  await call(credential, readMe);
  return { id, credential };
}

async function ruled({ isOn = true } = {}) {
  const organizationId = randomUUID();
  const [olivia, otto] = [await signedIn(organizationId, 'owner'), await signedIn(organizationId, 'owner')];
  const adam = await signedIn(organizationId, 'admin');
  const mia = await signedIn(organizationId, 'member');
  if (isOn) await switchOn(olivia);
  return { organizationId, olivia, otto, adam, mia };
}

type Ruled = Awaited<ReturnType<typeof ruled>>;

const switchOn = ({ credential }: Somebody) =>
  call(credential, updateSettings, { body: { fourEyes: { overrides: true }, expectedRevision: 0 } });
const anInvitation = (changes: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  name: 'Ada Example',
  role: 'admin',
  ...changes,
});
const invite = ({ credential }: Somebody, body: object, options: CallOptions = {}) =>
  call(credential, createMember, { body: withReason(body), ...options });
const change = ({ credential }: Somebody, id: string, body: object, options: CallOptions = {}) =>
  call(credential, updateMember, { params: { id }, body: withReason(body), ...options });
/** The second person states a reason of their own. */
const withReason = (body: object) => ('proposalId' in body ? { reason: 'I know Ada.', ...body } : body);
const propose = ({ credential }: Somebody, proposed: object) =>
  call(credential, proposeOrganizationChange, { body: { change: proposed, reason: 'The team grows.' } });
const proposed = async (by: Somebody, what: object) => (await propose(by, what)).body.id as string;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const REFUSED = [409, 'second_person_required'];
const moveClockTo = (days: number) => shiftClock(days * 24 * 60 * 60 * 1000);
const roleInPool = (id: string) => pool.users.get(id)?.attributes['custom:role'];

test.each([
  [
    'invitation',
    async ({ olivia, adam }: Ruled, reason: object) => {
      const body = anInvitation();
      const proposalId = await proposed(adam, { kind: 'member_invitation', ...body });
      return call(olivia.credential, createMember, { body: { ...body, proposalId, ...reason } });
    },
  ],
  [
    'change',
    async ({ olivia, otto, adam }: Ruled, reason: object) => {
      const body = { status: 'disabled' };
      const proposalId = await proposed(otto, { kind: 'member_change', memberId: adam.id, ...body });
      return call(olivia.credential, updateMember, {
        params: { id: adam.id },
        body: { ...body, proposalId, ...reason },
      });
    },
  ],
] as const)('the approval of an %s takes a reason of one’s own, which the history has', async (_what, approve) => {
  const people = await ruled();
  for (const reason of [{}, { reason: null }, { reason: ' ' }, { reason: 'x'.repeat(2_001) }])
    expect(await approve(people, reason)).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', errors: [{ path: 'reason' }] },
    });

  expect((await approve(people, { reason: 'I have met Ada.' })).status).toBeLessThan(300);
  const { body } = await call(people.olivia.credential, routes.risk.listRecords, {
    params: { resource: 'events' },
    query: { order: 'newest' },
  });
  expect(body.items.map(({ data }: { data: { reason?: string } }) => data.reason)).toContain('I have met Ada.');
});

describe('inviting', () => {
  test('without a rule, one person invites an admin', async () => {
    const { adam } = await ruled({ isOn: false });

    expect((await invite(adam, anInvitation())).status).toBe(201);
  });

  test.each(['owner', 'admin'])('with a rule, one person cannot invite an %s, and no account is made', async (role) => {
    const { olivia } = await ruled();

    const refused = await invite(olivia, anInvitation({ role }));

    expect(codeOf(refused)).toEqual(REFUSED);
    expect(pool.mock.commandCalls(AdminCreateUserCommand)).toEqual([]);
  });

  test('with a rule, one person invites what another one has proposed', async () => {
    const { organizationId, olivia, adam } = await ruled();
    const body = anInvitation();
    const proposal = await propose(adam, { kind: 'member_invitation', ...body });

    const own = await invite(adam, { ...body, proposalId: proposal.body.id });
    const other = await invite(olivia, { ...body, role: 'owner', proposalId: proposal.body.id });
    const done = await invite(olivia, { ...body, proposalId: proposal.body.id });

    expect(proposal).toMatchObject({ status: 201, body: { status: 'open', change: { role: 'admin' } } });
    expect([codeOf(own), codeOf(other)]).toEqual([REFUSED, [409, 'proposal_differs']]);
    expect(done).toMatchObject({ status: 201, body: { data: { role: 'admin', status: 'invited' } } });
    const { items } = (await call(adam.credential, listOrganizationProposals)).body;
    expect(items).toMatchObject([{ id: proposal.body.id, status: 'accepted', closedBy: `user:${olivia.id}` }]);
    const { body: history } = await call(olivia.credential, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: done.body.id },
    });
    expect(history.items.at(-1).data).toMatchObject({
      type: 'organization.member.invited',
      actor: `user:${olivia.id}`,
      details: { role: 'admin', proposalId: proposal.body.id, proposedBy: `user:${adam.id}` },
    });
    const { body: proposals } = await call(olivia.credential, routes.risk.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: organizationId },
    });
    expect(JSON.stringify(proposals)).not.toContain(body.email);
  });

  test('a member is still invited by one person, and sent the email once', async () => {
    const { adam } = await ruled();
    const options = { idempotencyKey: randomUUID() };
    const body = anInvitation({ role: 'member' });

    const invited = await invite(adam, body, options);
    const replayed = await invite(adam, body, options);

    expect([invited.status, replayed.status]).toEqual([201, 201]);
    expect(pool.users.get(invited.body.id)?.invitations).toBe(1);
  });

  test('an account whose invitation was not recorded is not sent a password', async () => {
    const { adam } = await ruled();
    const options = { idempotencyKey: randomUUID() };
    const bodies = [anInvitation({ role: 'member' }), anInvitation({ role: 'member' })];

    const answers = await Promise.all(bodies.map((body) => invite(adam, body, options)));

    const recorded = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    const sent = [...pool.users.values()].filter(({ invitations }) => invitations > 0).map(({ id }) => id);
    expect(recorded).toHaveLength(1);
    expect(sent.filter((id) => bodies.some(({ email }) => pool.users.get(id)?.attributes.email === email))).toEqual(
      recorded,
    );
  });
});

describe('promoting', () => {
  test.each<[string, object]>([
    ['promoting a member', { role: 'admin' }],
    ['promoting a member who is disabled by the same request', { role: 'admin', status: 'disabled' }],
  ])('with a rule, %s takes two people', async (_case, body) => {
    const { olivia, otto, mia } = await ruled();

    const alone = await change(olivia, mia.id, body);
    const before = roleInPool(mia.id);
    const proposalId = await proposed(otto, { kind: 'member_change', memberId: mia.id, ...body });
    const done = await change(olivia, mia.id, { ...body, proposalId });

    expect([codeOf(alone), before]).toEqual([REFUSED, 'member']);
    expect(done).toMatchObject({ status: 200, body: { data: { role: 'admin' } } });
    expect(roleInPool(mia.id)).toBe('admin');
  });

  test('with a rule, enabling the account of an admin takes two people, and taking rights away takes one', async () => {
    const { olivia, otto, adam } = await ruled();

    const disabled = await change(olivia, adam.id, { status: 'disabled' });
    const alone = await change(olivia, adam.id, { status: 'active' });
    const demoted = await change(olivia, adam.id, { role: 'member', status: 'active' });
    const proposalId = await proposed(otto, { kind: 'member_change', memberId: adam.id, role: 'admin' });
    const done = await change(olivia, adam.id, { role: 'admin', proposalId });

    expect([disabled.status, codeOf(alone), demoted.status, done.status]).toEqual([200, REFUSED, 200, 200]);
    expect(pool.users.get(adam.id)).toMatchObject({ isEnabled: true, attributes: { 'custom:role': 'admin' } });
  });

  test('an admin cannot make an owner of what an owner has proposed', async () => {
    const { olivia, adam, mia } = await ruled();
    const body = { role: 'owner' };
    const proposalId = await proposed(olivia, { kind: 'member_change', memberId: mia.id, ...body });

    expect((await change(adam, mia.id, { ...body, proposalId })).status).toBe(403);
    expect(roleInPool(mia.id)).toBe('member');
  });

  test('a proposal for another member or another role is not accepted', async () => {
    const { olivia, otto, adam, mia } = await ruled();
    const proposalId = await proposed(otto, { kind: 'member_change', memberId: mia.id, role: 'admin' });

    const codes = [
      codeOf(await change(olivia, adam.id, { role: 'owner', proposalId })),
      codeOf(await change(olivia, mia.id, { role: 'owner', proposalId })),
      codeOf(await change(olivia, mia.id, { role: 'admin', status: 'active', proposalId })),
    ];

    expect(codes).toEqual([
      [409, 'proposal_not_open'],
      [409, 'proposal_differs'],
      [409, 'proposal_differs'],
    ]);
  });

  test('concurrent changes of one member do not add up to an admin', async () => {
    const { olivia, mia } = await ruled();
    await change(olivia, mia.id, { status: 'disabled' });

    const answers = await Promise.all([
      change(olivia, mia.id, { role: 'admin' }),
      change(olivia, mia.id, { status: 'active' }),
      change(olivia, mia.id, { role: 'admin', status: 'disabled' }),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(pool.users.get(mia.id)).toMatchObject({ isEnabled: true, attributes: { 'custom:role': 'member' } });
  });

  test('of two acceptances at once, one promotes', async () => {
    const { olivia, otto, adam, mia } = await ruled();
    const proposalId = await proposed(adam, { kind: 'member_change', memberId: mia.id, role: 'admin' });

    const answers = await Promise.all([olivia, otto].map((by) => change(by, mia.id, { role: 'admin', proposalId })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a pool that fails after the commit is brought up to date by a retry, and not by an old answer', async () => {
    const { olivia, otto, mia } = await ruled();
    const proposalId = await proposed(otto, { kind: 'member_change', memberId: mia.id, role: 'admin' });
    const options = { idempotencyKey: randomUUID() };
    pool.isBusy = true;

    const lost = await change(olivia, mia.id, { role: 'admin', proposalId }, options);
    const between = roleInPool(mia.id);
    const retried = await change(olivia, mia.id, { role: 'admin', proposalId }, options);
    const promoted = roleInPool(mia.id);
    await change(olivia, mia.id, { role: 'member' });
    const replayed = await change(olivia, mia.id, { role: 'admin', proposalId }, options);

    expect([lost.status, between]).toEqual([504, 'member']);
    expect([retried.status, promoted]).toEqual([200, 'admin']);
    expect([replayed.status, roleInPool(mia.id)]).toEqual([200, 'member']);
  });

  test('members and API keys, also those that the proposer has created, neither propose nor accept', async () => {
    const { organizationId, olivia, mia } = await ruled();
    const key = await keyOf(organizationId, 'live');
    const body = { role: 'admin' };
    const proposalId = await proposed(olivia, { kind: 'member_change', memberId: mia.id, ...body });

    const others = [mia, { id: '', credential: key.credential }];
    const answers = await Promise.all(
      others.flatMap((by) => [
        change(by, mia.id, { ...body, proposalId }),
        propose(by, { kind: 'member_change', memberId: mia.id, ...body }),
        call(by.credential, listOrganizationProposals),
      ]),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
  });
});

describe('two people of whom one has given the other access', () => {
  const switchOff = (by: Somebody, proposalId: string) =>
    call(by.credential, updateSettings, {
      body: { fourEyes: { overrides: false }, expectedRevision: 1, proposalId, reason: 'Agreed.' },
    });
  const proposedOff = async ({ credential }: Somebody) =>
    (await call(credential, proposeSettings, { body: { switchOff: ['overrides'], reason: 'Agreed.' } })).body.id;

  test('do not count as two for seven days, whoever proposes', async () => {
    const { organizationId, olivia, otto } = await ruled({ isOn: false });
    const { body } = await invite(olivia, anInvitation({ role: 'owner' }));
    const second = await tokenFor(organizationId, body.id, 'owner');
    await switchOn(olivia);

    const accepting = await switchOff(second, await proposedOff(olivia));
    const proposing = await switchOff(olivia, await proposedOff(second));
    moveClockTo(6.9);
    const early = await switchOff(olivia, await proposedOff(second));
    const independent = await switchOff(otto, await proposedOff(second));

    expect([codeOf(accepting), codeOf(proposing), codeOf(early)]).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(accepting.body.detail).toContain('within 7 days');
    expect(independent.status).toBe(200);
  });

  test('count as two after seven days', async () => {
    const { organizationId, olivia } = await ruled({ isOn: false });
    const { body } = await invite(olivia, anInvitation({ role: 'owner' }));
    const second = await tokenFor(organizationId, body.id, 'owner');
    await switchOn(olivia);

    moveClockTo(7.1);
    const late = await switchOff(second, await proposedOff(olivia));

    expect(late.status).toBe(200);
  });

  test('do not count as two if the second was promoted after the first had proposed', async () => {
    const { organizationId, olivia, mia } = await ruled({ isOn: false });
    await switchOn(olivia);
    const proposalId = await proposedOff(olivia);
    // Otto and Olivia promote together, so neither counts as another person than the promoted one.
    const otto = await signedIn(organizationId, 'owner');
    const body = { role: 'owner' };
    const promotion = await proposed(otto, { kind: 'member_change', memberId: mia.id, ...body });
    await change(olivia, mia.id, { ...body, proposalId: promotion });
    const promoted = await tokenFor(organizationId, mia.id, 'owner');

    const byInvited = await switchOff(promoted, proposalId);
    const byOther = await switchOff(promoted, await proposedOff(otto));

    expect([codeOf(byInvited), codeOf(byOther)]).toEqual([REFUSED, REFUSED]);
  });

  test('do not count as two if a third account is between them, or the account was enabled again', async () => {
    const { organizationId, olivia, otto } = await ruled({ isOn: false });
    const first = await invite(olivia, anInvitation({ role: 'owner' }));
    const second = await tokenFor(organizationId, first.body.id, 'owner');
    const { body } = await invite(second, anInvitation({ role: 'owner' }));
    const third = await tokenFor(organizationId, body.id, 'owner');
    await change(olivia, otto.id, { status: 'disabled' });
    await change(olivia, otto.id, { status: 'active' });
    await switchOn(olivia);

    const byThird = await switchOff(third, await proposedOff(olivia));
    const byEnabled = await switchOff(otto, await proposedOff(olivia));

    expect([codeOf(byThird), codeOf(byEnabled)]).toEqual([REFUSED, REFUSED]);
  });
});

describe('deleting the organization', () => {
  test('with a rule it takes two people', async () => {
    const { organizationId, olivia, otto, adam } = await ruled();
    const remove = ({ credential }: Somebody, more: object = {}) =>
      call(credential, deleteOrganization, { body: { confirm: organizationId, ...more } });

    const alone = await remove(olivia);
    const proposalId = await proposed(olivia, { kind: 'deletion' });
    const own = await remove(olivia, { proposalId });
    const byAdmin = await remove(adam, { proposalId });
    const standing = (await call(olivia.credential, readOrganization)).body.data.deletion;
    const done = await remove(otto, { proposalId });

    expect([codeOf(alone), codeOf(own), byAdmin.status, standing]).toEqual([REFUSED, REFUSED, 403, null]);
    expect(done).toMatchObject({ status: 202, body: { requestedBy: `user:${otto.id}` } });
  });
});

test('proposals: a newer one about the same thing supersedes, one about another thing does not', async () => {
  const { adam, olivia, mia } = await ruled();
  const invitation = { kind: 'member_invitation', ...anInvitation() };
  const first = await proposed(adam, invitation);
  await proposed(adam, { kind: 'deletion' });
  await proposed(adam, { kind: 'member_change', memberId: mia.id, role: 'admin' });
  await proposed(olivia, { ...invitation, role: 'owner' });

  const { items } = (await call(adam.credential, listOrganizationProposals)).body;

  expect(items.filter(({ status }: { status: string }) => status === 'open')).toHaveLength(3);
  expect(items.find(({ id }: { id: string }) => id === first)).toMatchObject({ status: 'superseded' });
  expect((await call(adam.credential, listMembers)).status).toBe(200);
});
