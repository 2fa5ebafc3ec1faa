import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { erasableScreening } from '#shared/screening/erasable.ts';
import { saveProfileVersion } from '#shared/screening/repository/profiles.ts';
import { type CallOptions, type Credential, call, userOf } from '#test/support/api.ts';
import { type AwsCall, holding, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { aProfile } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { atOnce } from '#test/support/soak.ts';

/** Lists and scores under a name. Each change is a version; none is ever changed. */
const {
  listScreeningProfiles,
  readScreeningProfile,
  readScreeningProfileVersion,
  saveScreeningProfile,
  proposeScreeningProfile,
} = routes.screening;
const { updateSettings } = routes.organization;

const world = preparedForFile(aScreeningWorld);

const save = (as: Credential, key: string, changes: Record<string, unknown> = {}, options: CallOptions = {}) =>
  call(as, saveScreeningProfile, { params: { key }, body: aProfile(changes), ...options });
const read = (as: Credential, key: string) => call(as, readScreeningProfile, { params: { key } });
const version = (as: Credential, key: string, number: number) =>
  call(as, readScreeningProfileVersion, { params: { key, version: String(number) } });
const newKey = () => `p${randomUUID()}`;
const keysOf = async (as: Credential, query: Record<string, string> = {}): Promise<string[]> =>
  (await done(as, listScreeningProfiles, { query })).items.map(({ key }: { key: string }) => key);

async function eventsOf({ owner }: World, resourceId: string) {
  const query = { resourceId };
  const { items } = await done(owner, routes.risk.listRecords, { params: { resource: 'events' }, query });
  return items.map(({ data }: { data: { type: string; actor: string; details: unknown } }) => data);
}

describe('saving a profile', () => {
  test('creates version 1 with the defaults of a run, which API keys and members can read', async () => {
    const key = newKey();

    const saved = await save(world.admin, key, { reviewScore: undefined });

    expect(saved).toMatchObject({
      status: 200,
      body: { key, version: 1, builtIn: false, reviewScore: 70, matchScore: 90, pepLookbackMonths: null },
    });
    expect(saved.body).toMatchObject({ ...aProfile({ reviewScore: 70 }), proposedBy: null });
    for (const reader of [world.client, world.member]) expect((await read(reader, key)).body).toEqual(saved.body);
    expect(await eventsOf(world, saved.body.id)).toMatchObject([
      { type: 'screening.profile.created', actor: saved.body.createdBy, details: { key, version: 1 } },
    ]);
  });

  test('that changes something creates the next version and leaves the versions before as they were', async () => {
    const key = newKey();
    const first = await save(world.admin, key);

    const second = await save(world.owner, key, { reviewScore: 60, expectedVersion: 1 });

    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, version: 2, reviewScore: 60 } });
    expect((await read(world.client, key)).body).toEqual(second.body);
    expect((await version(world.client, key, 1)).body).toEqual(first.body);
    expect((await version(world.client, key, 2)).body).toEqual(second.body);
    expect(await version(world.client, key, 3)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await eventsOf(world, first.body.id)).at(-1)).toMatchObject({
      type: 'screening.profile.changed',
      details: { key, version: 2, changed: ['reviewScore'] },
    });
  });

  test('that changes nothing creates neither a version nor an event, whatever the order of its lists', async () => {
    const key = newKey();
    const first = await save(world.admin, key, { expectedVersion: 0 });

    // The same request again, as after a lost answer.
    const again = await save(world.owner, key, { expectedVersion: 0, sources: ['uk_sanctions', 'eu_fsf'] });

    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await eventsOf(world, first.body.id)).toHaveLength(1);
  });

  test('of another version than expected is refused', async () => {
    const key = newKey();
    await save(world.admin, key);

    const stale = await save(world.admin, key, { reviewScore: 60, expectedVersion: 0 });
    const missing = await save(world.admin, newKey(), { expectedVersion: 1 });

    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect(missing).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect((await read(world.admin, key)).body.version).toBe(1);
  });

  test('repeated with its idempotency key answers as before, also after another change', async () => {
    const key = newKey();
    const options = { idempotencyKey: randomUUID() };
    const first = await save(world.admin, key, {}, options);
    await save(world.admin, key, { reviewScore: 60 });

    const replayed = await save(world.admin, key, {}, options);

    expect(replayed.body).toEqual(first.body);
    expect((await read(world.admin, key)).body.version).toBe(2);
  });

  test('twice at once creates two versions, or one where both expect the same', async () => {
    const key = newKey();
    const scores = [61, 62, 63];
    await Promise.all(scores.map((reviewScore) => save(world.admin, key, { reviewScore })));

    const versions = await Promise.all([1, 2, 3].map((number) => version(world.client, key, number)));
    expect(versions.map(({ body }) => body.reviewScore).toSorted()).toEqual(scores);

    const racing = await Promise.all(
      [64, 66].map((reviewScore) => save(world.admin, key, { reviewScore, expectedVersion: 3 })),
    );
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(world.client, key)).body.version).toBe(4);
  });

  test('loses to a change that commits between its reads and its transaction', async () => {
    const key = newKey();
    const isCommit = ({ command }: AwsCall) => command === 'TransactWriteItems';
    await save(world.admin, key);
    const hold = holding(isCommit);
    const held = withFaults(hold.plan, () => save(world.admin, key, { reviewScore: 60, expectedVersion: 1 }));
    await hold.reached;
    const won = await save(world.owner, key, { reviewScore: 61, expectedVersion: 1 });
    hold.release();

    expect(won.status).toBe(200);
    expect((await held).result).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect((await read(world.client, key)).body).toMatchObject({ version: 2, reviewScore: 61 });
  });

  test.each<[string, number, string, Record<string, unknown>]>([
    ['a list that does not exist', 422, 'unknown_list', { sources: ['eu_fsf', 'moon_list'] }],
    ['no list', 400, 'invalid_body', { sources: [] }],
    ['no lists at all', 400, 'invalid_body', { sources: undefined }],
    ['a list twice', 400, 'invalid_body', { sources: ['eu_fsf', 'eu_fsf'] }],
    ['a score of 0', 400, 'invalid_body', { reviewScore: 0 }],
    ['a score of 101', 400, 'invalid_body', { matchScore: 101 }],
    ['equal scores', 400, 'invalid_body', { reviewScore: 90, matchScore: 90 }],
    ['a look-back without the PEP list', 400, 'invalid_body', { pepLookbackMonths: 24 }],
    ['no purpose', 400, 'invalid_body', { purpose: undefined }],
    ['a blank purpose', 400, 'invalid_body', { purpose: ' \n' }],
    ['a purpose of 501 characters', 400, 'invalid_body', { purpose: 'x'.repeat(501) }],
    ['no rationale', 400, 'invalid_body', { riskRationale: undefined }],
    ['a rationale of 2,001 characters', 400, 'invalid_body', { riskRationale: 'x'.repeat(2_001) }],
    ['an unknown property', 400, 'invalid_body', { scores: 65 }],
  ])('with %s is refused and stores nothing', async (_what, status, code, changes) => {
    const key = newKey();

    expect(await save(world.admin, key, changes)).toMatchObject({ status, body: { code } });
    expect((await read(world.admin, key)).status).toBe(404);
  });

  test('with an unknown list names the known ones', async () => {
    const { body } = await save(world.admin, newKey(), { sources: ['moon_list'] });

    expect(body).toMatchObject({ detail: expect.stringContaining('`eu_fsf`'), errors: [{ path: 'sources.0' }] });
  });

  test('is for owners and admins, not for members and API keys', async () => {
    const key = newKey();

    for (const one of [world.member, world.client])
      expect(await save(one, key)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await read(world.admin, key)).status).toBe(404);
  });

  test('above the highest review score of the organization is refused', async () => {
    const limited = await aWorld();
    await done(limited.owner, updateSettings, { body: { highestReviewScore: 70, expectedRevision: 0 } });
    const key = newKey();

    for (const [route, more] of [
      [saveScreeningProfile, {}],
      [proposeScreeningProfile, { reason: 'Fewer alerts.' }],
    ] as const)
      expect(
        await call(limited.owner, route, { params: { key }, body: aProfile({ reviewScore: 71, ...more }) }),
      ).toMatchObject({ status: 422, body: { code: 'review_score_too_high', errors: [{ path: 'reviewScore' }] } });
    expect((await save(limited.owner, key, { reviewScore: 70 })).status).toBe(200);
  });
});

describe('built-in profiles', () => {
  test.each([
    ['standard', 70],
    ['thorough', 65],
  ])('%s has reviewScore %d, one version and no lists of its own', async (key, reviewScore) => {
    const { body } = await read(world.client, key);

    expect(body).toMatchObject({
      key,
      version: 1,
      builtIn: true,
      sources: null,
      reviewScore,
      matchScore: 90,
      pepLookbackMonths: null,
      createdBy: null,
    });
    expect((await version(world.client, key, 1)).body).toEqual(body);
    expect((await version(world.client, key, 2)).status).toBe(404);
  });

  test('cannot be changed or proposed to be changed', async () => {
    const body = aProfile({ reason: 'Ours.' });

    expect(await save(world.owner, 'thorough')).toMatchObject({ status: 409, body: { code: 'built_in_profile' } });
    expect(await call(world.owner, proposeScreeningProfile, { params: { key: 'standard' }, body })).toMatchObject({
      status: 409,
      body: { code: 'built_in_profile' },
    });
  });
});

describe('tenancy', () => {
  test('a profile exists in its organization and mode only', async () => {
    const key = newKey();
    await save(world.admin, key);
    const stranger = await aWorld();
    const live = await userOf(world.organizationId, 'owner');

    for (const one of [stranger.owner, stranger.client, live]) {
      expect((await read(one, key)).status).toBe(404);
      expect((await version(one, key, 1)).status).toBe(404);
      expect(await keysOf(one)).toEqual(['standard', 'thorough']);
    }
    expect(await save(stranger.owner, key, { reviewScore: 50 })).toMatchObject({ status: 200, body: { version: 1 } });
    expect((await read(world.client, key)).body.reviewScore).toBe(65);
  });

  test('the erasure of an organization finds every row of its profiles', async () => {
    const erased = await aWorld();
    const key = newKey();
    await save(erased.owner, key);
    await save(erased.owner, key, { reviewScore: 60 });
    const body = aProfile({ reviewScore: 50, reason: 'More alerts.' });
    await done(erased.member, proposeScreeningProfile, { params: { key }, body });

    const rows: string[] = [];
    for await (const { keys } of erasableScreening(dynamoStore, erased)) rows.push(...keys.map(({ pk }) => pk));

    const kinds = rows.map((pk) => pk.split('#')[2]).toSorted();
    expect(kinds).toEqual([
      'profile-heads',
      'profile-proposals',
      'profile-versions',
      'profile-versions',
      'screening-profiles',
    ]);
  });
});

test('lists of profiles: pages hold all of them, the built-in ones first', async () => {
  const many = await aWorld();
  const { body: mould } = await save(many.owner, 'p000');
  const keys = Array.from({ length: 102 }, (_, index) => `p${String(index + 1).padStart(3, '0')}`);
  const copy = (key: string) => {
    const id = newId();
    return dynamoStore.transact(saveProfileVersion(many, id, { ...mould, id, key }), randomUUID());
  };
  await atOnce(keys, copy);
  await save(many.owner, 'p000', { reviewScore: 60 });

  const firstPage = () => done(many.client, listScreeningProfiles);
  // A page ends where no rows are expected that appear late.
  await expect.poll(async () => (await firstPage()).items.length).toBe(100);
  const first = await firstPage();
  const second = await done(many.client, listScreeningProfiles, { query: { offset: String(first.nextOffset) } });

  const listed = [...first.items, ...second.items];
  expect(listed.slice(0, 3).map(({ key }) => key)).toEqual(['standard', 'thorough', 'p000']);
  expect(listed[2].version).toBe(2);
  expect(new Set(listed.slice(3).map(({ key }) => key))).toEqual(new Set(keys));
  expect(second.nextOffset).toBeNull();
});
