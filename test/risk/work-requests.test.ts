import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { ago, aWorld, done, eventTypes, list, type World } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { aBench, assessAs, type Bench, move, worklist } from './work-bench.ts';

const { createRequest, listRequests, listWaitingRequests, answerRequest, closeRequest } = riskRoutes;
let bench: Bench;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  bench = await aBench();
  world = bench.world;
});

/** A user whose id is known. */
async function aUser(role: 'member' | 'admin' | 'owner' = 'member') {
  const { organizationId, mode } = world;
  const id = randomUUID();
  const credential = await userOf(organizationId, role, { claims: { sub: id } });
  const as: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });
  return { id, as };
}

async function aCase() {
  const { id, assessment } = await assessAs(bench, 'review');
  return { id, actionIds: assessment.data.actionIds as string[] };
}

const bodyFor = (actionIds: readonly string[], changes: object = {}) => ({
  kind: 'information',
  about: { actionIds },
  text: 'Which documents were sent?',
  ...changes,
});

const ask = (id: string, body: object, as: Credential = world.member) =>
  call(as, createRequest, { params: { id }, body });
const answer = (id: string, as: Credential, text = 'A passport.') =>
  call(as, answerRequest, { params: { id }, body: { text } });
const close = (id: string, as: Credential) => call(as, closeRequest, { params: { id }, body: { reason: 'Enough.' } });

const requestsOf = async (id: string) => (await done(world.client, listRequests, { params: { id } })).items;
const lineOf = async (id: string) =>
  (await worklist(bench)).body.items.find(({ subject }: { subject: { id: string } }) => subject.id === id);

/** A request of one member to another. */
async function anAskedCase(changes: object = {}) {
  const [mia, adam] = [await aUser(), await aUser()];
  const { id, actionIds } = await aCase();
  const { status, body } = await ask(id, bodyFor(actionIds, { to: adam.id, ...changes }), mia.as);
  expect(status).toBe(201);
  return { mia, adam, id, actionIds, requestId: body.id as string };
}

describe('requests', () => {
  test('requests: one is asked, answered and closed, each step with its event', async () => {
    const [mia, adam] = [await aUser(), await aUser()];
    const { id, actionIds } = await aCase();
    const dueAt = ago(-60_000);

    const asked = await ask(id, bodyFor(actionIds, { to: adam.id, dueAt }), mia.as);

    expect(asked).toMatchObject({
      status: 201,
      body: {
        resource: 'requests',
        data: {
          subjectId: id,
          kind: 'information',
          about: { actionIds },
          to: adam.id,
          dueAt,
          status: 'open',
          createdBy: `user:${mia.id}`,
          answer: null,
          closing: null,
        },
      },
    });
    const requestId = asked.body.id;
    expect(await requestsOf(id)).toEqual([asked.body]);

    const answered = await answer(requestId, adam.as);
    expect(answered).toMatchObject({
      status: 200,
      body: { data: { status: 'answered', answer: { text: 'A passport.', answeredBy: `user:${adam.id}` } } },
    });

    const closed = await close(requestId, mia.as);
    expect(closed).toMatchObject({
      status: 200,
      body: { data: { status: 'closed', closing: { reason: 'Enough.', closedBy: `user:${mia.id}` } } },
    });
    expect(closed.body.data.answer).toEqual(answered.body.data.answer);
    expect(await requestsOf(id)).toEqual([closed.body]);
    expect(await eventTypes(world, requestId)).toEqual(['work.requested', 'work.answered', 'work.closed']);
    const { body } = await list(world, 'events', { subjectId: id, type: 'work.*' });
    expect(body.items.map(({ data }: { data: { details: unknown } }) => data.details)).toEqual([
      { kind: 'information', to: adam.id, text: 'Which documents were sent?', dueAt, actionIds },
      { kind: 'information', text: 'A passport.', askedBy: `user:${mia.id}` },
      { kind: 'information', from: 'answered', askedBy: `user:${mia.id}` },
    ]);
  });

  test('requests: the worklist names whom the subject waits for, until the answer', async () => {
    const { id, actionIds, requestId, adam, mia } = await anAskedCase();
    const escalated = await ask(id, bodyFor(actionIds, { kind: 'escalation' }), mia.as);

    const [asked] = await requestsOf(id);
    const { createdAt } = asked.data;
    const first = { id: requestId, kind: 'information', to: adam.id, dueAt: null, createdAt };
    const { createdAt: at } = escalated.body.data;
    const second = { id: escalated.body.id, kind: 'escalation', to: 'admin', dueAt: null, createdAt: at };
    expect((await lineOf(id)).requests).toEqual({ open: 2, waitsFor: [first, second] });

    expect((await answer(requestId, adam.as)).status).toBe(200);
    expect((await lineOf(id)).requests).toEqual({ open: 1, waitsFor: [second] });

    expect((await close(escalated.body.id, mia.as)).status).toBe(200);
    expect(await lineOf(id)).not.toHaveProperty('requests');
  });

  test('requests: the actions stay as they are, and a request survives their transitions and the assignment', async () => {
    const { id, actionIds, requestId, adam } = await anAskedCase();
    const [first = ''] = actionIds;

    expect((await lineOf(id)).actions).toMatchObject([
      { status: 'requested', revision: 1 },
      { status: 'requested', revision: 1 },
    ]);
    expect((await move(bench, first, 'acknowledged', 1, adam.as)).status).toBe(200);

    expect(await lineOf(id)).toMatchObject({
      assignee: adam.id,
      requests: { open: 1, waitsFor: [{ id: requestId, to: adam.id }] },
    });
    expect((await answer(requestId, adam.as)).status).toBe(200);
    expect(await lineOf(id)).toMatchObject({ assignee: adam.id, revision: 1 });
    expect(await audit()).toEqual([]);
  });

  test('requests: one is about a match of the subject', async () => {
    const { id } = await aCase();
    const { matchId } = await existingRunWithMatch(world, { riskSubjectId: id });
    const { matchId: another } = await existingRunWithMatch(world, { riskSubjectId: (await aCase()).id });
    const { matchId: ofNone } = await existingRunWithMatch(world);

    const { status, body } = await ask(id, bodyFor([], { about: { matchId } }));

    expect(status).toBe(201);
    expect(body.data).toMatchObject({ about: { matchId }, to: 'member' });
    for (const other of [another, ofNone, randomUUID()])
      expect(await ask(id, bodyFor([], { about: { matchId: other } }))).toMatchObject({
        status: 422,
        body: { code: 'not_of_subject', errors: [{ path: 'about.matchId' }] },
      });
    expect(await requestsOf(id)).toHaveLength(1);
  });

  test('requests: actions of another subject or that do not exist are refused', async () => {
    const [{ id, actionIds }, other] = [await aCase(), await aCase()];
    const [own = ''] = actionIds;
    const [foreign = ''] = other.actionIds;

    const response = await ask(id, bodyFor([own, foreign, randomUUID()]));

    expect(response).toMatchObject({ status: 422, body: { code: 'not_of_subject' } });
    const paths = response.body.errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['about.actionIds.1', 'about.actionIds.2']);
    expect(await requestsOf(id)).toEqual([]);
    expect(await lineOf(id)).not.toHaveProperty('requests');
  });

  test('requests: a time in the past is refused', async () => {
    const { id, actionIds } = await aCase();

    expect(await ask(id, bodyFor(actionIds, { dueAt: ago(1_000) }))).toMatchObject({
      status: 422,
      body: { code: 'due_in_past' },
    });
    expect(await requestsOf(id)).toEqual([]);
  });

  test.each([
    ['no text', { text: undefined }],
    ['a blank text', { text: ' \n' }],
    ['an unknown kind', { kind: 'order' }],
    ['an unknown role', { to: 'signer' }],
    ['no actions', { about: { actionIds: [] } }],
    ['actions and a match', { about: { actionIds: [randomUUID()], matchId: randomUUID() } }],
    ['an unknown property', { status: 'closed' }],
  ])('requests: %s is refused', async (_case, changes) => {
    const { id, actionIds } = await aCase();

    expect((await ask(id, bodyFor(actionIds, changes))).status).toBe(400);
    expect(await requestsOf(id)).toEqual([]);
  });

  test('requests: at most 20 are open, also if they are made at the same time', async () => {
    const { id, actionIds } = await aCase();
    for (let made = 0; made < 18; made += 1) expect((await ask(id, bodyFor(actionIds))).status).toBe(201);

    const last = await Promise.all(Array.from({ length: 3 }, () => ask(id, bodyFor(actionIds))));

    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 201, 422]);
    expect(last.find(({ status }) => status === 422)?.body.code).toBe('too_many_open_requests');
    const line = await lineOf(id);
    expect(line.requests.open).toBe(20);
    expect(line.requests.waitsFor).toHaveLength(5);

    const [{ id: oldest }] = line.requests.waitsFor;
    expect((await answer(oldest, world.admin)).status).toBe(200);
    expect((await ask(id, bodyFor(actionIds))).status).toBe(201);
  });
});

describe('answers', () => {
  test('answers: of two at once one is stored, and the other is refused', async () => {
    const { id, requestId, adam } = await anAskedCase();

    const both = await Promise.all([answer(requestId, adam.as, 'One.'), answer(requestId, world.admin, 'Two.')]);

    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = both.toSorted((one, other) => one.status - other.status);
    expect(lost?.body.code).toBe('already_answered');
    expect(await requestsOf(id)).toEqual([won?.body]);
    expect(await eventTypes(world, requestId)).toEqual(['work.requested', 'work.answered']);
  });

  test('answers: an answer and a closing at once leave a closed request, and no second line in the worklist', async () => {
    const { id, requestId, adam, mia } = await anAskedCase();

    const [answered, closed] = await Promise.all([answer(requestId, adam.as), close(requestId, mia.as)]);

    expect(closed.status).toBe(200);
    expect([200, 409]).toContain(answered.status);
    const [stored] = await requestsOf(id);
    expect(stored.data.status).toBe('closed');
    expect(stored.data.answer !== null).toBe(answered.status === 200);
    expect(await lineOf(id)).not.toHaveProperty('requests');
  });

  test.each([
    ['an owner', 'owner' as const],
    ['an admin', 'admin' as const],
  ])('answers: %s answers in place of the addressee', async (_case, role) => {
    const { requestId } = await anAskedCase();

    expect((await answer(requestId, world[role])).status).toBe(200);
  });

  test('answers: a role stands for everyone who has it or a higher one', async () => {
    const { id, actionIds } = await aCase();
    const asked = async (to?: string) => (await ask(id, bodyFor(actionIds, to ? { to } : {}))).body.id;

    expect((await answer(await asked('admin'), (await aUser()).as)).status).toBe(403);
    expect((await answer(await asked('admin'), (await aUser('owner')).as)).status).toBe(200);
    expect((await answer(await asked('member'), (await aUser()).as)).status).toBe(200);
    expect((await answer(await asked(), (await aUser()).as)).status).toBe(200);
  });

  test('answers: neither the asker, another member nor an API key can answer', async () => {
    const { id, requestId, mia, actionIds } = await anAskedCase();
    const admin = await aUser('admin');
    const own = await ask(id, bodyFor(actionIds, { kind: 'escalation' }), admin.as);

    for (const as of [mia.as, (await aUser()).as, world.client])
      expect(await answer(requestId, as)).toMatchObject({ status: 403 });
    expect(await answer(own.body.id, admin.as)).toMatchObject({ status: 403 });
    expect((await requestsOf(id)).map(({ data }: { data: { status: string } }) => data.status)).toEqual([
      'open',
      'open',
    ]);
  });

  test('answers: a closed request has none any more', async () => {
    const { requestId, adam, mia } = await anAskedCase();
    await done(mia.as, closeRequest, { params: { id: requestId }, body: { reason: 'No longer needed.' } });

    expect(await answer(requestId, adam.as)).toMatchObject({ status: 409, body: { code: 'request_closed' } });
    expect(await close(requestId, adam.as)).toMatchObject({ status: 409, body: { code: 'request_closed' } });
    expect(await eventTypes(world, requestId)).toEqual(['work.requested', 'work.closed']);
  });
});

describe('closing', () => {
  test('closing: the asker, the addressee and an admin close, others do not', async () => {
    for (const who of ['mia', 'adam', 'admin'] as const) {
      const { requestId, mia, adam } = await anAskedCase();
      const stranger = await aUser();

      expect((await close(requestId, stranger.as)).status).toBe(403);
      const as = { mia: mia.as, adam: adam.as, admin: world.admin }[who];
      expect((await close(requestId, as)).status).toBe(200);
    }
  });

  test('closing: requests are between people, so an API key makes and closes none', async () => {
    const { id, actionIds, requestId } = await anAskedCase();

    expect((await ask(id, bodyFor(actionIds), world.client)).status).toBe(403);
    expect((await close(requestId, world.client)).status).toBe(403);
    expect(await requestsOf(id)).toMatchObject([{ data: { status: 'open' } }]);
  });
});

test.each<[string, () => Promise<World>]>([
  ['organization', () => aWorld()],
  ['mode', () => aWorld('live', world.organizationId)],
])('requests: are not found by another %s', async (_case, other) => {
  const { id, actionIds, requestId } = await anAskedCase();
  const stranger = await other();

  expect((await ask(id, bodyFor(actionIds), stranger.owner)).status).toBe(404);
  expect((await call(stranger.owner, listRequests, { params: { id } })).status).toBe(404);
  expect((await answer(requestId, stranger.owner)).status).toBe(404);
  expect((await close(requestId, stranger.owner)).status).toBe(404);
  expect(await requestsOf(id)).toMatchObject([{ data: { status: 'open' } }]);
});

describe('requests that wait for the caller', () => {
  const waitingFor = async (as: Credential) =>
    (await done(as, listWaitingRequests, { query: { waitsFor: 'me' } })).items;
  const idsFor = async (as: Credential): Promise<string[]> =>
    (await waitingFor(as)).map(({ request }: { request: { id: string } }) => request.id);

  test('requests that wait: the addressee reads them with the subject until they are answered', async () => {
    const { id, requestId, adam, mia } = await anAskedCase();

    const first = (await waitingFor(adam.as)).find(
      ({ request }: { request: { id: string } }) => request.id === requestId,
    );
    expect(first).toMatchObject({
      request: { id: requestId, data: { status: 'open' } },
      subject: { id, kind: 'person' },
    });
    expect(first.subject.externalId).not.toBe('');
    expect(await idsFor(mia.as)).not.toContain(requestId);

    expect((await answer(requestId, adam.as)).status).toBe(200);
    expect(await idsFor(adam.as)).not.toContain(requestId);
  });

  test('requests that wait: a role is that of everyone who has it but the asker, oldest first', async () => {
    const admin = await aUser('admin');
    const { id, actionIds } = await aCase();
    const made = async (to: string, as = admin.as) => (await ask(id, bodyFor(actionIds, { to }), as)).body.id;
    const [toOwner, toAdmin, toMembers] = [await made('owner'), await made('admin'), await made('member')];
    const ofCase = async (as: Credential) =>
      (await idsFor(as)).filter((one) => [toOwner, toAdmin, toMembers].includes(one));

    expect(await ofCase((await aUser('owner')).as)).toEqual([toOwner, toAdmin, toMembers]);
    expect(await ofCase((await aUser('admin')).as)).toEqual([toAdmin, toMembers]);
    expect(await ofCase((await aUser()).as)).toEqual([toMembers]);
    expect(await ofCase(admin.as)).toEqual([]);
  });

  test('requests that wait: the worklist shows the subjects of them alone, and the counts their number', async () => {
    const { id, adam, mia, requestId } = await anAskedCase();
    const subjectsFor = async (as: Credential): Promise<string[]> =>
      (await done(as, riskRoutes.listWorklist, { query: { waitsFor: 'me' } })).items.map(
        ({ subject }: { subject: { id: string } }) => subject.id,
      );
    const before = (await done(adam.as, riskRoutes.readCounts, {})).requests.waiting;

    expect(await subjectsFor(adam.as)).toContain(id);
    expect(await subjectsFor(mia.as)).not.toContain(id);
    await answer(requestId, adam.as);
    expect(await subjectsFor(adam.as)).not.toContain(id);
    expect((await done(adam.as, riskRoutes.readCounts, {})).requests?.waiting ?? 0).toBe(before - 1);
  });

  test('requests that wait: an API key has none, and another organization or mode sees none', async () => {
    const { requestId } = await anAskedCase({ to: 'member' });

    expect((await call(world.client, listWaitingRequests, {})).status).toBe(403);
    for (const other of [await aWorld(), await aWorld('live', world.organizationId)])
      expect(await idsFor(other.owner)).not.toContain(requestId);
  });

  test('requests that wait: the overview of a subject has those that are open or answered', async () => {
    const { id, requestId, adam, mia } = await anAskedCase();
    const overviewOf = async () =>
      (await done(mia.as, riskRoutes.readSubjectOverview, { params: { id } })).requests?.map(
        ({ data }: { data: { status: string } }) => data.status,
      );

    expect(await overviewOf()).toEqual(['open']);
    await answer(requestId, adam.as);
    expect(await overviewOf()).toEqual(['answered']);
    await close(requestId, mia.as);
    expect(await overviewOf()).toBeUndefined();
  });
});
