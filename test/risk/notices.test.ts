import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { noticesOf } from '#shared/risk/notice.ts';
import { putNotice } from '#shared/risk/repository/notices.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { writeNotices } from '#shared/risk/use-cases/write-notices.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { done, newSubject, type World } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { aBench, assessAs, type Bench, move } from './work-bench.ts';

const {
  assignSubject,
  createNote,
  createRequest,
  answerRequest,
  listNotifications,
  markNotificationsRead,
  readCounts,
} = riskRoutes;
let bench: Bench;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  bench = await aBench();
  world = bench.world;
});

interface User {
  id: string;
  as: Credential;
}

/** A user who is known to the organization, in a mode. */
async function aUser({ organizationId, mode }: Pick<World, 'organizationId' | 'mode'> = world): Promise<User> {
  const id = randomUUID();
  const credential = await userOf(organizationId, 'member', { claims: { sub: id } });
  const as: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });
  await done(as, organizationRoutes.readMe);
  return { id, as };
}

/** The rows that the stream of the journal shows about a subject. */
const shownAbout = async (subjectId: string, of: World = world): Promise<Item[]> =>
  (await everyRow('journal')).filter(
    ({ pk, events }) =>
      pk.startsWith(`${scopeKey(of)}#events#`) &&
      Array.isArray(events) &&
      events.some((event: { subjectId?: string }) => event.subjectId === subjectId),
  );

const work = async (subjectId: string, of: World = world) =>
  writeNotices(workerContext(), await shownAbout(subjectId, of));

const assign = async (id: string, assignee: string | null, as: Credential = world.owner, expectedRevision = 0) =>
  done(as, assignSubject, { params: { id }, body: { assignee, expectedRevision } });

const list = ({ as }: User, query: Record<string, string | number> = {}) => done(as, listNotifications, { query });
const kindsOf = async (user: User) => (await list(user)).items.map(({ data }: { data: { kind: string } }) => data.kind);
const mark = ({ as }: User, upTo: string) => call(as, markNotificationsRead, { body: { upTo } });

/** A user with notifications of assignments, oldest first. */
async function notified(count: number, of: World = world): Promise<User & { ids: string[]; subjectIds: string[] }> {
  const user = await aUser(of);
  const subjectIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const subjectId = await newSubject(of);
    await assign(subjectId, user.id, of.owner);
    await work(subjectId, of);
    subjectIds.push(subjectId);
  }
  const { items } = await list(user);
  return { ...user, subjectIds, ids: items.map(({ id }: { id: string }) => id).toReversed() };
}

describe('notifications: a user is notified', () => {
  test('of an assignment by another user and by an API key, with the subject', async () => {
    const user = await aUser();
    const id = await newSubject(world, 'customer-of-the-bell');
    await assign(id, user.id, world.client);
    await work(id);

    expect(await list(user)).toMatchObject({
      items: [
        {
          resource: 'notifications',
          data: {
            kind: 'assigned',
            actor: expect.stringMatching(/^api_key:/),
            resourceId: id,
            matchId: null,
            subject: { id, kind: 'person', externalId: 'customer-of-the-bell' },
            isRead: false,
          },
        },
      ],
      nextOffset: null,
      unread: 1,
    });
  });

  test('of a mention in a note, each of the mentioned once', async () => {
    const [mia, adam] = [await aUser(), await aUser()];
    const id = await newSubject(world);
    const body = { text: 'Please look.', mentions: [mia.id, adam.id] };
    const note = await done(world.member, createNote, { params: { id }, body });
    await work(id);

    for (const user of [mia, adam])
      expect(await list(user)).toMatchObject({ items: [{ data: { kind: 'mentioned', resourceId: note.id } }] });
  });

  test('of a request to them, and of the answer to it', async () => {
    const [mia, adam] = [await aUser(), await aUser()];
    const subjectId = await newSubject(world);
    const { matchId } = await existingRunWithMatch(world, { riskSubjectId: subjectId });
    const body = { kind: 'information', about: { matchId }, to: adam.id, text: 'Is it them?' };
    const request = await done(mia.as, createRequest, { params: { id: subjectId }, body });
    await work(subjectId);
    expect(await list(adam)).toMatchObject({
      items: [{ data: { kind: 'request', actor: `user:${mia.id}`, resourceId: request.id, matchId } }],
    });
    expect(await kindsOf(mia)).toEqual([]);

    await done(adam.as, answerRequest, { params: { id: request.id }, body: { text: 'No.' } });
    await work(subjectId);
    expect(await list(mia)).toMatchObject({
      items: [{ data: { kind: 'answered', actor: `user:${adam.id}`, resourceId: request.id } }],
    });
    expect(await kindsOf(adam)).toEqual(['request']);
  });
});

describe('notifications: a user is not notified', () => {
  test('of what they did: taking, assigning to themselves, mentioning themselves', async () => {
    const user = await aUser();
    const { id, assessment } = await assessAs(bench, 'review');
    await move(bench, assessment.data.actionIds[0], 'acknowledged', 1, user.as);
    const other = await newSubject(world);
    await assign(other, user.id, user.as);
    await done(user.as, createNote, { params: { id }, body: { text: 'To me.', mentions: [user.id] } });
    for (const subjectId of [id, other]) await work(subjectId);

    expect(await list(user)).toEqual({ items: [], nextOffset: null, unread: 0 });
  });

  test('of a request to a role, or of the end of an assignment', async () => {
    const user = await notified(1);
    const { id, assessment } = await assessAs(bench, 'review');
    const about = { actionIds: [assessment.data.actionIds[0]] };
    for (const to of ['member', 'admin', 'owner'])
      await done(world.owner, createRequest, {
        params: { id },
        body: { kind: 'information', about, to, text: 'Why?' },
      });
    await work(id);
    const [subjectId = ''] = user.subjectIds;
    await assign(subjectId, null, world.owner, 1);
    await work(subjectId);

    expect(await kindsOf(user)).toEqual(['assigned']);
    const rows = await everyRow('risk');
    expect(rows.filter(({ pk, sk }) => pk.includes('#notices#') && /^(member|admin|owner)#/.test(sk))).toEqual([]);
  });

  test('twice of one commit', () => {
    const event = (id: string): RecordedEvent => ({
      id,
      type: 'risk.assignment.changed',
      resource: 'subjects',
      resourceId: id,
      subjectId: id,
      actor: 'user:other',
      reason: null,
      details: { from: null, to: 'me' },
      payload: null,
      occurredAt: new Date(0).toISOString(),
    });
    expect(noticesOf([event('a'), event('b')])).toMatchObject([{ userId: 'me', notice: { id: 'a' } }]);
    expect(
      noticesOf([
        { ...event('a'), details: null },
        { ...event('b'), type: 'risk.subject.created' },
      ]),
    ).toEqual([]);
  });
});

test('notifications: those of another user, mode or organization are not listed and cannot be marked', async () => {
  const user = await notified(1);
  const [id = ''] = user.ids;
  const inLive: Credential = async (request) => ({ ...(await user.as(request)), 'x-risk-mode': 'live' });
  const elsewhere = await userOf(randomUUID(), 'owner', { claims: { sub: user.id } });
  const strangers: Credential[] = [
    (await aUser()).as,
    inLive,
    async (request) => ({ 'x-risk-mode': world.mode, ...(await elsewhere(request)) }),
  ];
  for (const as of strangers) {
    expect(await done(as, listNotifications)).toEqual({ items: [], nextOffset: null, unread: 0 });
    expect(await done(as, readCounts)).not.toHaveProperty('notifications');
    const { status, body } = await call(as, markNotificationsRead, { body: { upTo: id } });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  }
  expect(await list(user)).toMatchObject({ unread: 1 });
});

test('notifications: API keys are refused', async () => {
  expect(await call(world.client, listNotifications)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const marked = await call(world.client, markNotificationsRead, { body: { upTo: newId() } });
  expect(marked).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await done(world.client, readCounts)).not.toHaveProperty('notifications');
});

describe('notifications: reading', () => {
  test('marks all up to one, counts the rest, and never moves back', async () => {
    const user = await notified(3);
    const [first = '', second = '', third = ''] = user.ids;
    expect(await done(user.as, readCounts)).toMatchObject({ notifications: { unread: 3 } });

    expect(await mark(user, second)).toMatchObject({ status: 200, body: { upTo: second } });
    const readOnes = (await list(user)).items.map(({ data }: { data: { isRead: boolean } }) => data.isRead);
    expect(readOnes).toEqual([false, true, true]);
    expect(await done(user.as, readCounts)).toMatchObject({ notifications: { unread: 1 } });

    expect(await mark(user, first)).toMatchObject({ status: 200, body: { upTo: second } });
    expect(await list(user)).toMatchObject({ unread: 1 });
    for (const _again of [1, 2]) expect(await mark(user, third)).toMatchObject({ status: 200, body: { upTo: third } });
    expect(await list(user)).toMatchObject({ unread: 0 });
    expect(await done(user.as, readCounts)).not.toHaveProperty('notifications');
  });

  test('at the same time in several tabs ends at the latest', async () => {
    const user = await notified(3);
    const answers = await Promise.all([...user.ids, ...user.ids.toReversed()].map((id) => mark(user, id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await list(user)).toMatchObject({ unread: 0 });
  });

  test('does not cover a notification that is written later, although it is of an older commit', async () => {
    const user = await notified(1);
    const late = await newSubject(world);
    await assign(late, user.id);
    const newer = await newSubject(world);
    await assign(newer, user.id);
    await work(newer);
    const [{ id: newest }] = (await list(user)).items;
    await mark(user, newest);
    await writeNotices(workerContext(addSeconds(new Date(), 60)), await shownAbout(late));

    expect(await list(user)).toMatchObject({
      unread: 1,
      items: [{ data: { isRead: true } }, { data: { isRead: false, resourceId: late } }, { data: { isRead: true } }],
    });
  });

  test.each([
    ['an unknown id', { upTo: newId() }, 404, 'not_found'],
    ['an id of another kind', { upTo: randomUUID() }, 404, 'not_found'],
    ['what is no id', { upTo: 'latest' }, 400, 'invalid_body'],
    ['nothing', {}, 400, 'invalid_body'],
  ])('refuses %s', async (_what, body, status, code) => {
    const user = await notified(1);
    const answer = await call(user.as, markNotificationsRead, { body });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await list(user)).toMatchObject({ unread: 1 });
  });
});

test('notifications: pages have 50, newest first, without gaps or repetitions, and the count stops at 100', async () => {
  const user = await aUser();
  const subjectId = await newSubject(world);
  const { organizationId, mode } = world;
  const start = Date.now() - 3_600_000;
  const ids = Array.from({ length: 120 }, (_, index) => newId(start + index));
  for (const [index, id] of ids.entries()) {
    const createdAt = new Date(start + index).toISOString();
    const parts = { kind: 'assigned' as const, actor: 'user:other', subjectId, resourceId: subjectId, matchId: null };
    const notice = { id, createdAt, ...parts };
    await dynamoStore.writeOne(putNotice({ organizationId, mode }, { userId: user.id, notice }, new Date()));
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await list(user, { offset });
    expect(page.unread).toBe(100);
    seen.push(...page.items.map(({ id }: { id: string }) => id));
    sizes.push(page.items.length);
    offset = page.nextOffset;
  }
  expect(sizes).toEqual([50, 50, 20]);
  expect(seen).toEqual(ids.toReversed());
  expect(await mark(user, ids[99] ?? '')).toMatchObject({ status: 200 });
  expect(await list(user)).toMatchObject({ unread: 20 });
});

test('notifications: those older than 90 days are not listed, also before DynamoDB removes them', async () => {
  const user = await aUser();
  const subjectId = await newSubject(world);
  const at = addSeconds(new Date(), -91 * 86_400);
  const parts = { kind: 'assigned' as const, actor: 'user:other', subjectId, resourceId: subjectId, matchId: null };
  // Ids that a process makes never go back in time.
  const ms = at.getTime().toString(16).padStart(12, '0');
  const notice = { id: `${ms.slice(0, 8)}-${ms.slice(8)}${newId().slice(13)}`, createdAt: at.toISOString(), ...parts };
  await dynamoStore.writeOne(putNotice(world, { userId: user.id, notice }, at));
  expect(await list(user)).toEqual({ items: [], nextOffset: null, unread: 0 });
  const rows = (await everyRow('risk')).filter(({ pk, sk }) => pk.includes('#notices#') && sk.startsWith(user.id));
  expect(rows).toMatchObject([{ expiresAtSeconds: Math.floor(at.getTime() / 1000) + 90 * 86_400 }]);
});

test('notifications: a worker that runs twice, at once or is killed at any call writes each once', async () => {
  const users = [await aUser(), await aUser(), await aUser()];
  const mention = async () => {
    const id = await newSubject(world);
    const body = { text: 'Please look.', mentions: users.map((user) => user.id) };
    await done(world.member, createNote, { params: { id }, body });
    return shownAbout(id);
  };
  const rows = await mention();
  const { calls } = await observed(() => writeNotices(workerContext(), rows));
  expect(calls).toHaveLength(users.length);
  await Promise.all([1, 2, 3].map(() => writeNotices(workerContext(), rows)));
  let rounds = 1;
  for (const index of calls.keys())
    for (const moment of ['before', 'after'] as const) {
      const shown = await mention();
      rounds += 1;
      await expect(withFaults(crashAt(index, moment), () => writeNotices(workerContext(), shown))).rejects.toThrow();
      await writeNotices(workerContext(), shown);
      for (const user of users) expect(await list(user)).toMatchObject({ unread: rounds });
    }
  expect(await audit()).toEqual([]);
});

test('notifications: one costs one write unit', async () => {
  const user = await aUser();
  const id = await newSubject(world);
  await assign(id, user.id);
  const rows = await shownAbout(id);
  const units = await unitsOf(() => writeNotices(workerContext(), rows));
  expect(units.reduce((sum, { writes }) => sum + writes, 0)).toBe(1);
  expect(await list(user)).toMatchObject({ unread: 1 });
});

test('notifications: a repeated worker does not make a read one unread', async () => {
  const user = await notified(1);
  await mark(user, user.ids[0] ?? '');
  await writeNotices(workerContext(addSeconds(new Date(), 60)), await shownAbout(user.subjectIds[0] ?? ''));
  expect(await list(user)).toMatchObject({ unread: 0 });
});
