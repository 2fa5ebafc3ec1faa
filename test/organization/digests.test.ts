import { randomUUID } from 'node:crypto';
import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, test } from 'vitest';
import { findPeople, putPerson } from '#shared/identity/index.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { sendDigest, sendDueDigests } from '#shared/organization/use-cases/send-digests.ts';
import { scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { erasableRisk } from '#shared/risk/index.ts';
import { nextDigestAt } from '#shared/risk/notification-settings.ts';
import { findDigest, putDigest } from '#shared/risk/repository/digests.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { writeNotices } from '#shared/risk/use-cases/write-notices.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashAt, observed, withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { somePoints } from '#test/support/soak.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { aBench, assessAs } from '../risk/work-bench.ts';

const { readNotificationSettings, updateNotificationSettings, assignSubject, createNote, createRequest } = riskRoutes;

const DAY = 24 * 60 * 60;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld('test');
});

interface User {
  id: string;
  email: string;
  as: Credential;
}

async function aUser(role: 'member' | 'admin' = 'member', of: World = world): Promise<User> {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.com`];
  const credential = await userOf(of.organizationId, role, { claims: { sub: id, email, name: 'Ada Example' } });
  const as: Credential = async (request) => ({ 'x-risk-mode': of.mode, ...(await credential(request)) });
  await done(as, organizationRoutes.readMe);
  await changePerson(id, { email, name: 'Ada Example' }, of);
  return { id, email, as };
}

async function changePerson(id: string, changes: object, of: World = world): Promise<void> {
  const [person] = await findPeople(dynamoStore, of.organizationId, [id]);
  if (!person) throw new Error('The user is not known.');
  await dynamoStore.writeOne(putPerson(of.organizationId, person, { ...person, ...changes }));
}

const choose = ({ as }: User, emailDigest: string) => call(as, updateNotificationSettings, { body: { emailDigest } });

const stored = ({ id }: User) => findDigest(dynamoStore, world, id);

async function dueDigest(user: User) {
  const digest = await stored(user);
  if (!digest) throw new Error('The digest is off.');
  return digest;
}

/** A subject that is assigned to the user, who is notified of it. */
async function assigned(user: User, externalId: string = randomUUID()): Promise<string> {
  const subjectId = await newSubject(world, externalId);
  await done(world.owner, assignSubject, {
    params: { id: subjectId },
    body: { assignee: user.id, expectedRevision: 0 },
  });
  await notify(subjectId);
  return subjectId;
}

async function notify(subjectId: string): Promise<void> {
  const isAbout = ({ pk, events }: Item) =>
    pk.startsWith(`${scopeKey(world)}#events#`) &&
    Array.isArray(events) &&
    events.some((event: { subjectId?: string }) => event.subjectId === subjectId);
  await writeNotices(workerContext(), (await everyRow('journal')).filter(isAbout));
}

/** Some time after the digest is due, so that what the test has made is old enough. */
const dueTime = async (user: User) => addSeconds(new Date((await dueDigest(user)).dueAt), 2 * 60);

/** Sends the digest of one user as its tick would. */
const send = async (user: User, at: Date) => sendDigest(workerContext(at), await dueDigest(user));

const textsTo = async ({ email }: User) => (await emailsTo(email)).map(({ Content }) => Content.Simple.Body.Text.Data);

describe('settings of notifications', () => {
  test('the digest is off by default, and can be switched on, changed and off again', async () => {
    const user = await aUser();
    const shown = () => done(user.as, readNotificationSettings);
    expect(await shown()).toEqual({ emailDigest: 'off', email: user.email, nextDigestAt: null });

    const { status, body } = await choose(user, 'daily');
    expect([status, body.nextDigestAt.slice(10)]).toEqual([200, 'T06:00:00.000Z']);
    expect(await shown()).toEqual(body);
    const weekly = (await choose(user, 'weekly')).body;
    expect(new Date(weekly.nextDigestAt).getUTCDay()).toBe(1);
    expect(await shown()).toEqual(weekly);
    await choose(user, 'off');
    expect(await shown()).toEqual({ emailDigest: 'off', email: user.email, nextDigestAt: null });
    expect(await stored(user)).toBeUndefined();
  });

  test.each([{ emailDigest: 'hourly' }, {}, { emailDigest: 'daily', email: 'b@example.com' }])(
    '%o is refused, and nothing changes',
    async (body) => {
      const user = await aUser();
      const answer = await call(user.as, updateNotificationSettings, { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
      expect(await stored(user)).toBeUndefined();
    },
  );

  test('a user without a known address is refused, an API key too', async () => {
    const user = await aUser();
    await changePerson(user.id, { email: null });
    expect(await choose(user, 'daily')).toMatchObject({ status: 409, body: { code: 'email_unknown' } });
    const body = { emailDigest: 'daily' };
    expect(await call(world.client, updateNotificationSettings, { body })).toMatchObject({ status: 403 });
    expect(await stored(user)).toBeUndefined();
  });

  test('they belong to one mode and one user', async () => {
    const [user, other] = [await aUser(), await aUser()];
    await choose(user, 'daily');
    const live: Credential = async (request) => ({ ...(await user.as(request)), 'x-risk-mode': 'live' });
    expect(await done(live, readNotificationSettings)).toMatchObject({ emailDigest: 'off' });
    expect(await done(other.as, readNotificationSettings)).toMatchObject({ emailDigest: 'off' });
  });
});

test.each([
  ['daily', '2026-03-14T05:59:59.999Z', '2026-03-14T06:00:00.000Z'],
  ['daily', '2026-03-14T06:00:00.000Z', '2026-03-15T06:00:00.000Z'],
  ['daily', '2026-12-31T23:00:00.000Z', '2027-01-01T06:00:00.000Z'],
  ['weekly', '2026-03-14T12:00:00.000Z', '2026-03-16T06:00:00.000Z'],
  ['weekly', '2026-03-16T06:00:00.000Z', '2026-03-23T06:00:00.000Z'],
] as const)('a %s digest after %s is due at %s', (interval, now, due) => {
  expect(nextDigestAt(interval, new Date(now)).toISOString()).toBe(due);
});

describe('a digest', () => {
  test('counts what is new and what waits, with links, and names neither subject nor text', async () => {
    const user = await aUser('admin');
    await choose(user, 'daily');
    const subjectId = await assigned(user, 'customer-of-the-digest');
    const asked = await newSubject(world, 'customer-with-a-question');
    const note = { text: 'A word about the passport.', mentions: [user.id] };
    await done(world.owner, createNote, { params: { id: asked }, body: note });
    const { matchId } = await existingRunWithMatch(world, { riskSubjectId: subjectId });
    const request = { kind: 'information', about: { matchId }, to: user.id, text: 'Which passport?' };
    const made = await call(world.owner, createRequest, { params: { id: subjectId }, body: request });
    expect(made.status).toBe(201);
    await notify(asked);
    await notify(subjectId);

    await send(user, await dueTime(user));

    const [email, ...others] = await emailsTo(user.email);
    expect(others).toEqual([]);
    const { Subject, Body } = email?.Content.Simple ?? {};
    expect(Subject?.Data).toBe('[Test] Assay: daily digest of your notifications');
    const lines = Body?.Text.Data.trim().split('\n\n') ?? [];
    const { origin } = await dueDigest(user);
    expect(origin).toMatch(/^http/);
    expect(lines).toEqual([
      'Hello Ada Example,',
      'New since your last digest, and what waits for you in test mode:',
      `1 new assignment\n${origin}/console/test/notifications`,
      `1 new mention\n${origin}/console/test/notifications`,
      `1 new request to you\n${origin}/console/test/notifications`,
      `1 request waits for you (1 new)\n${origin}/console/test/inbox?waitsFor=me`,
      `Change or switch off this digest\n${origin}/console/test/notifications`,
    ]);
    const all = `${Subject?.Data}${Body?.Text.Data}${Body?.Html.Data}`;
    for (const word of ['customer', 'passport', subjectId, asked]) expect(all).not.toContain(word);
  });

  test('is not sent while nothing is new, and what it has told is not new the next day', async () => {
    const [user, silent] = [await aUser(), await aUser()];
    await assigned(user);
    for (const one of [user, silent]) await choose(one, 'daily');
    await assigned(user);
    const first = await dueTime(user);
    for (const one of [user, silent]) await send(one, first);
    await send(user, addSeconds(first, DAY));

    const texts = await textsTo(user);
    // The assignment before the digest was switched on is not new.
    expect(texts).toEqual([expect.stringContaining('1 new assignment\n')]);
    expect(await textsTo(silent)).toEqual([]);
    expect((await dueDigest(user)).dueAt).toBe(nextDigestAt('daily', addSeconds(first, DAY)).toISOString());
  });

  test('tells once that a deadline comes near, and once that it has passed', async () => {
    const bench = await aBench();
    const user = await aUser('member', bench.world);
    const { revision } = await done(bench.world.owner, organizationRoutes.readSettings);
    const body = { deadlines: { call_back: 3.5 * DAY }, expectedRevision: revision };
    await done(bench.world.owner, organizationRoutes.updateSettings, { body });
    await choose(user, 'daily');
    const { id } = await assessAs(bench, 'review');
    await done(bench.world.owner, assignSubject, { params: { id }, body: { assignee: user.id, expectedRevision: 0 } });

    for (let day = 0; day < 7; day += 1) {
      const digest = await findDigest(dynamoStore, bench.world, user.id);
      if (!digest) throw new Error('The digest is off.');
      await sendDigest(workerContext(new Date(digest.dueAt)), digest);
    }

    const texts = await textsTo(user);
    expect(texts.map((text) => text.split('\n\n').slice(2, -1))).toEqual([
      [expect.stringMatching(/^1 subject assigned to you is due within a day \(1 new\)\n/)],
      [expect.stringMatching(/^1 subject assigned to you is late \(1 new\)\n.*inbox\?assignee=me&late=true$/)],
    ]);
  });

  test('counts proposals that wait for the user, for admins only', async () => {
    const bench = await aBench();
    const [admin, member] = [await aUser('admin', bench.world), await aUser('member', bench.world)];
    for (const one of [admin, member]) await choose(one, 'weekly');
    const { assessment } = await assessAs(bench, 'review');
    const made = await call(bench.world.owner, riskRoutes.proposeOverride, {
      params: { id: assessment.id },
      body: { decision: 'none', reason: 'Known customer.', expiresAt: addSeconds(new Date(), DAY).toISOString() },
    });
    expect(made.status).toBe(201);

    for (const one of [admin, member]) {
      const digest = await findDigest(dynamoStore, bench.world, one.id);
      if (digest) await sendDigest(workerContext(addSeconds(new Date(digest.dueAt), 120)), digest);
    }
    expect(await textsTo(admin)).toEqual([expect.stringMatching(/1 proposal waits for you \(1 new\)\n.*\/proposals/)]);
    expect(await textsTo(member)).toEqual([]);
  });

  test('leaves out what the user has read meanwhile', async () => {
    const user = await aUser();
    await choose(user, 'daily');
    await assigned(user);
    const { items } = await done(user.as, riskRoutes.listNotifications);
    await done(user.as, riskRoutes.markNotificationsRead, { body: { upTo: items[0].id } });

    await send(user, await dueTime(user));

    expect(await textsTo(user)).toEqual([]);
  });

  test.each([
    ['whose account is disabled', { isDisabled: true }],
    ['whose address is gone', { email: null }],
  ])('is not sent to a user %s', async (_who, changes) => {
    const user = await aUser();
    await choose(user, 'daily');
    await assigned(user);
    await changePerson(user.id, changes);
    await send(user, await dueTime(user));
    expect(await textsTo(user)).toEqual([]);
  });

  test('of several workers one sends it, and the tick finds it when it is due', async () => {
    const user = await aUser();
    await choose(user, 'daily');
    await assigned(user);
    const [at, digest] = [await dueTime(user), await dueDigest(user)];
    await sendDueDigests(workerContext(addSeconds(new Date(digest.dueAt), -1)));
    expect(await textsTo(user)).toEqual([]);

    await sendDueDigests(workerContext(at));
    expect(await sendDigest(workerContext(at), digest)).toBe(false);
    await sendDueDigests(workerContext(at));
    expect(await textsTo(user)).toHaveLength(1);
  });

  test('a change of the setting wins over a worker that has begun', async () => {
    const user = await aUser();
    await choose(user, 'daily');
    await assigned(user);
    const [at, digest] = [await dueTime(user), await dueDigest(user)];
    await choose(user, 'off');
    expect(await sendDigest(workerContext(at), digest)).toBe(false);
    expect(await stored(user)).toBeUndefined();
    expect(await textsTo(user)).toEqual([]);
  });

  test('that SES refuses for the rate is sent when its lease ends, one whose address it refuses the next day', async () => {
    for (const [name, isNextDay] of [
      ['TooManyRequestsException', false],
      ['MessageRejected', true],
    ] as const) {
      const user = await aUser();
      await choose(user, 'daily');
      await assigned(user);
      const at = await dueTime(user);
      const ofCall = ({ command }: { command: string }) =>
        command === 'SendEmail' ? { fails: 'before' as const, error: sesError(name) } : undefined;
      await expect(withFaults({ ofCall }, () => send(user, at))).rejects.toThrow();
      const { dueAt } = await dueDigest(user);
      expect(dueAt).toBe((isNextDay ? nextDigestAt('daily', at) : addSeconds(at, 10 * 60)).toISOString());
      await send(user, addSeconds(new Date(dueAt), 1));
      expect(await textsTo(user)).toHaveLength(1);
    }
  });
});

const sesError = (name: string) =>
  new SESv2ServiceException({ name, $fault: 'client', $metadata: {}, message: 'Not sent.' });

describe('a worker that dies', () => {
  test('at any call: nobody gets two emails a day, and what is new is told by this digest or the next', async () => {
    const subject = await aUser();
    await choose(subject, 'daily');
    await assigned(subject);
    const at = await dueTime(subject);
    const { calls } = await observed(() => send(subject, at));
    expect(calls.map(({ command }) => command)).toContain('SendEmail');

    const points = calls.flatMap((_, index) => (['before', 'after'] as const).map((moment) => ({ index, moment })));
    for (const { index, moment } of somePoints(points, 5)) {
      const user = await aUser();
      await choose(user, 'daily');
      await assigned(user);
      const digest = await dueDigest(user);
      const made: string[] = [];
      const crash = crashAt(index, moment);
      const ofCall = (one: AwsCall) => {
        made.push(one.command);
        return crash.ofCall?.(one);
      };
      await withFaults({ ofCall }, () => sendDigest(workerContext(at), digest)).catch(() => undefined);
      const resume = async (later: Date) => {
        const row = await dueDigest(user);
        if (row.dueAt <= later.toISOString()) await sendDigest(workerContext(later), row);
      };
      // The lease ends, and the next day comes.
      for (const minutes of [11, 12, 30]) await resume(addSeconds(at, minutes * 60));
      const today = await textsTo(user);
      await resume(addSeconds(at, DAY));
      const texts = await textsTo(user);

      const where = `${moment} call ${index}, ${made[index]}`;
      const isSent = made.slice(0, index).includes('SendEmail') || (made[index] === 'SendEmail' && moment === 'after');
      const isRecorded = made.length <= index || (moment === 'after' && index === made.lastIndexOf('UpdateItem'));
      expect(today.length, where).toBeLessThanOrEqual(1);
      expect(texts.length, where).toBe(isSent && !isRecorded ? 2 : 1);
      for (const text of texts) expect(text).toContain('1 new assignment\n');
    }
  });
});

test('writes a digest costs: three with an email, two without news', async () => {
  const [user, silent] = [await aUser(), await aUser()];
  for (const one of [user, silent]) await choose(one, 'daily');
  await assigned(user);
  const at = await dueTime(user);
  const writesOf = async (one: User) =>
    (await observed(() => send(one, at))).calls.filter(({ command }) => command === 'UpdateItem').length;
  expect([await writesOf(user), await writesOf(silent)]).toEqual([3, 2]);
});

test('erasing an organization finds the digests of its users', async () => {
  const other = await aWorld('test');
  const user = await aUser('member', other);
  await dynamoStore.writeOne(
    putDigest({
      organizationId: other.organizationId,
      mode: other.mode,
      userId: user.id,
      interval: 'daily',
      since: '2026-03-14T06:00:00.000Z',
      origin: 'https://example.com',
      dueAt: '2026-03-15T06:00:00.000Z',
    }),
  );
  const found: string[] = [];
  for await (const { keys } of erasableRisk(dynamoStore, other)) found.push(...keys.map(({ sk }) => sk));
  expect(found).toContain(`${user.id}#settings`);
});
