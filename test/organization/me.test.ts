import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sighting } from '#shared/identity/person.ts';
import { DEFAULT_SETTINGS } from '#shared/organization/settings/settings.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { connectionLost, failing } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';
import { unitsOf } from '#test/support/observed-units.ts';

const { readMe, listDirectory } = routes.organization;
const DAY_MS = 24 * 60 * 60 * 1000;
const ADA = { name: 'Ada Example', email: 'ada@example.com' };

beforeAll(prepareEngine);
afterEach(() => shiftClock(0));

async function aPerson(organizationId: string, claims: Record<string, unknown> = {}) {
  const sub = randomUUID();
  return {
    id: sub,
    credential: await userOf(organizationId, 'admin', { claims: { sub, ...claims } }),
  };
}

/** A request does not wait long for the write of its sighting. */
const readMeUntilSeen = async (credential: Awaited<ReturnType<typeof userOf>>, lastSeen = '') => {
  const response = await call(credential, readMe);
  await expect
    .poll(async () => (await call(credential, listDirectory)).body.items[0]?.lastSeenAt ?? '')
    .not.toBe(lastSeen);
  return response;
};

const isPut = ({ command }: AwsCall) => command === 'PutItem';

test('GET /me: names the user of the token and the settings of the organization', async () => {
  const organizationId = randomUUID();
  const { id, credential } = await aPerson(organizationId, ADA);

  const { status, body } = await call(credential, readMe);

  expect(status).toBe(200);
  expect(body).toEqual({
    userId: id,
    organizationId,
    role: 'admin',
    ...ADA,
    isListOperator: expect.any(Boolean),
    settings: DEFAULT_SETTINGS,
  });
});

test.each([
  ['no claims', {}],
  ['claims of another type', { name: 7, email: ['ada@example.com'] }],
  ['claims with control characters', { name: 'Ada\u0007', email: 'a\nb@example.com' }],
  ['claims that are too long', { name: 'a'.repeat(201), email: `${'a'.repeat(320)}@example.com` }],
])('GET /me: a token with %s is valid, and name and email are null', async (_case, claims) => {
  const { credential } = await aPerson(randomUUID(), claims);

  const { status, body } = await call(credential, readMe);

  expect(status).toBe(200);
  expect(body).toMatchObject({ name: null, email: null });
});

test('GET /me: an API key is refused with 403', async () => {
  const { credential } = await keyOf(randomUUID(), 'test');

  const { status, body } = await call(credential, readMe);

  expect(status).toBe(403);
  expect(body.code).toBe('forbidden');
});

test('GET /me: the directory is written once a day', async () => {
  const { credential } = await aPerson(randomUUID(), ADA);
  const putsIn = async (times: number, lastSeen = '') => {
    const { calls } = await observed(async () => {
      await readMeUntilSeen(credential, lastSeen);
      for (let count = 1; count < times; count += 1) await call(credential, readMe);
    });
    return calls.filter(isPut).length;
  };

  expect(await putsIn(3)).toBe(1);
  const [{ lastSeenAt }] = (await call(credential, listDirectory)).body.items;
  shiftClock(DAY_MS);
  expect(await putsIn(2, lastSeenAt)).toBe(1);
});

test('GET /me: an unavailable directory does not fail the request', async () => {
  const organizationId = randomUUID();
  const { credential } = await aPerson(organizationId, ADA);

  const fault = failing(connectionLost);
  const { result } = await withFaults({ ofCall: (one) => (isPut(one) ? fault(one) : undefined) }, () =>
    call(credential, readMe),
  );

  expect(result.status).toBe(200);
  expect((await call(credential, listDirectory)).body.items).toEqual([]);
  await call(credential, readMe);
  expect((await call(credential, listDirectory)).body.items).toHaveLength(1);
});

test('GET /me: costs one read unit per row, and one write unit on the first call of a day', async () => {
  const { credential } = await aPerson(randomUUID(), ADA);
  const costs = async () => {
    const units = await unitsOf(() => readMeUntilSeen(credential));
    const own = units.filter(({ pk }) => /#(directory|settings)$/.test(pk));
    const sum = (unit: 'reads' | 'writes', of = own) => of.reduce((total, one) => total + one[unit], 0);
    // The directory is also listed, which reads a range of rows.
    const rows = own.filter(({ sk }) => sk !== undefined);
    return { reads: sum('reads', rows), writes: sum('writes') };
  };

  expect((await costs()).writes).toBe(1);
  const second = await costs();
  expect(second.writes).toBe(0);
  expect(second.reads).toBeLessThanOrEqual(2);
});

test('directory: lists the people of the own organization only', async () => {
  const [organizationId, other] = [randomUUID(), randomUUID()];
  const ada = await aPerson(organizationId, ADA);
  const bo = await aPerson(organizationId);
  const stranger = await aPerson(other, { name: 'Stranger' });
  for (const { credential } of [ada, bo, stranger]) await call(credential, readMe);

  const { body } = await call(bo.credential, listDirectory);
  const looked = await call(bo.credential, listDirectory, {
    query: { ids: [ada.id, stranger.id, randomUUID()].join(',') },
  });

  const adasRow = { userId: ada.id, ...ADA, role: 'admin', lastSeenAt: expect.any(String) };
  expect(body.more).toBe(false);
  expect(body.items.map(({ userId }: { userId: string }) => userId)).toEqual([ada.id, bo.id].toSorted());
  expect(looked.body).toEqual({ items: [adasRow], more: false });
});

test.each([
  ['not a UUID', 'ada'],
  ['too many', Array.from({ length: 101 }, () => randomUUID()).join(',')],
])('directory: ids that are %s are refused', async (_case, ids) => {
  const { credential } = await aPerson(randomUUID());

  const { status, body } = await call(credential, listDirectory, { query: { ids } });

  expect(status).toBe(400);
  expect(body.errors?.[0]?.path ?? body.errors?.[0]?.name).toBeDefined();
});

test('directory: a token without name and email preserves those of an earlier token', () => {
  const known = { userId: 'u', role: 'admin' as const, ...ADA, lastSeenAt: '2026-03-13T23:59:59.000Z' };

  const seen = sighting(
    known,
    { id: 'u', role: 'member', profile: { name: null, email: null } },
    new Date('2026-03-14T00:00:00Z'),
  );

  expect(seen).toEqual({ ...known, role: 'member', lastSeenAt: '2026-03-14T00:00:00.000Z' });
});
