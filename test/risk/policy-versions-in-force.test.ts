import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call, type Response } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  list,
  newSource,
  newSubject,
  readRecord,
  stated,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';

/** Which version of a policy decides, who made it so, and whose versions a person can publish. */
const { configureMonitoring, createPolicy, listMonitoring, publishPolicy, proposePolicy, retirePolicy } = riskRoutes;

let world: World;
let strict: World;

beforeAll(async () => {
  await prepareEngine();
  [world, strict] = [await aWorld(), await aWorld()];
  await done(strict.owner, organizationRoutes.updateSettings, {
    body: { fourEyes: { policies: true }, expectedRevision: 0 },
  });
});

const codeOf = ({ status, body }: Response) => [status, body.code];

/** A key of an organization, and how its versions are drafted. */
async function aPolicy(on: World) {
  const source = await newSource(on);
  const key = `p${randomUUID()}`;
  const draft = async (changes: object = {}, as: Credential = on.owner, more: object = {}) =>
    done(as, createPolicy, { body: { key, definition: aDefinition(source.identity, { ...changes }), ...more } });
  return { source, key, draft };
}

const publish = (as: Credential, { id }: { id: string }, body?: object) =>
  call(as, publishPolicy, { params: { id }, ...(body && { body }) });
const propose = (as: Credential, { id }: { id: string }) =>
  call(as, proposePolicy, { params: { id }, body: { reason: 'Tested.' } });

describe('the version in force', () => {
  test('is named to those whose assessment or monitoring uses an earlier one, until it is retired', async () => {
    const { source, draft } = await aPolicy(world);
    const [first, second] = [await draft(), await draft()];
    await publish(world.owner, first);
    const subjectId = await newSubject(world);
    await stated(source, subjectId);
    const { id } = await assessed(world, subjectId, first.id);
    const params = { id: subjectId };
    await done(world.client, configureMonitoring, { params, body: { policyVersionId: first.id, enabled: true } });
    const notices = async () => {
      const { current, notices: ofState } = await stateOf(world, id);
      const [monitoring] = await done(world.client, listMonitoring, { params });
      return [current, ofState, monitoring.data.notices];
    };

    const seen = [await notices()];
    await publish(world.owner, second);
    seen.push(await notices());
    await done(world.owner, retirePolicy, { params: { id: second.id }, body: { reason: 'Wrong.' } });
    seen.push(await notices());

    const newer = ['newer_policy_version'];
    expect(seen).toEqual([
      [true, undefined, undefined],
      [true, newer, newer],
      [true, undefined, undefined],
    ]);
  });

  test('is the latest published one, until it is retired, and every answer agrees', async () => {
    const { key, draft } = await aPolicy(world);
    const [first, second, third] = [await draft(), await draft(), await draft()];
    const inForce = async () => {
      const pages = [
        await list(world, 'policies', { key }),
        await list(world, 'policies', { key, status: 'published' }),
      ];
      const listed = pages.map(({ body }) =>
        body.items.filter((one: Response['body']) => one.data.inForce).map((one: Response['body']) => one.id),
      );
      const read = await Promise.all([first, second, third].map(({ id }) => readRecord(world, 'policies', id)));
      const alone = read.filter(({ body }) => body.data.inForce).map(({ body }) => body.id);
      expect(listed).toEqual([alone, alone]);
      return alone;
    };

    const seen = [await inForce()];
    await publish(world.owner, first);
    seen.push(await inForce());
    await publish(world.owner, third);
    seen.push(await inForce());
    await done(world.owner, retirePolicy, { params: { id: third.id }, body: { reason: 'Wrong.' } });
    seen.push(await inForce());
    await publish(world.owner, second);
    seen.push(await inForce());

    expect(seen).toEqual([[], [first.id], [third.id], [], [second.id]]);
  });

  test('is not changed by publishing an older draft, which is refused', async () => {
    const { draft } = await aPolicy(world);
    const [first, second] = [await draft(), await draft()];
    await publish(world.owner, second);
    const before = await everyRow('risk');

    const refused = await publish(world.owner, first);

    expect(codeOf(refused)).toEqual([409, 'newer_version_published']);
    expect(refused.body.detail).toContain('Version 2');
    expect(await everyRow('risk')).toEqual(before);
  });

  test('of two versions that are published at once, the older one is first or refused', async () => {
    const { key, draft } = await aPolicy(world);
    const [first, second] = [await draft(), await draft()];

    const [older, newer] = await Promise.all([publish(world.owner, first), publish(world.admin, second)]);

    expect(newer.status).toBe(200);
    expect([
      [200, undefined],
      [409, 'newer_version_published'],
    ]).toContainEqual(codeOf(older));
    const { items } = (await list(world, 'policies', { key })).body;
    expect(items.filter((one: Response['body']) => one.data.inForce)).toMatchObject([{ id: second.id }]);
  });
});

describe('the record of a version', () => {
  test('says who created and published it, what it changes, and its hash', async () => {
    const { draft, source } = await aPolicy(world);
    const first = await draft({}, world.owner, { note: 'Addresses of less than 30 days.' });
    const again = await draft({}, world.admin);
    const other = await draft({ ceiling: 90 });
    const { body: published } = await publish(world.admin, first);

    expect(first.data).toMatchObject({
      note: 'Addresses of less than 30 days.',
      createdBy: expect.stringMatching(/^user:/),
    });
    expect(again.data).not.toHaveProperty('note');
    expect(published.data).toMatchObject({ createdBy: first.data.createdBy, publishedBy: again.data.createdBy });
    expect([again.data.hash, published.data.hash]).toEqual([first.data.hash, first.data.hash]);
    expect(other.data.hash).not.toBe(first.data.hash);
    expect(first.data.hash).toBe(createHash('sha256').update(sorted(first.data.definition)).digest('hex'));
    expect((await readRecord(world, 'policies', again.id)).body).toEqual(again);
    expect(source.identity).toMatch(/^registered:/);
  });

  /** As an outsider would write it: members in the order of their names. */
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, member) =>
      member && typeof member === 'object' && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    );

  test('is stored by assessments without what only the record says', async () => {
    const { draft, source } = await aPolicy(world);
    const { id } = await draft({}, world.owner, { note: 'First.' });
    await publish(world.owner, { id });
    const subjectId = await newSubject(world);
    await stated(source, subjectId);

    const { data } = await assessed(world, subjectId, id);

    expect(Object.keys(data.policy)).toEqual(['key', 'version', 'status', 'definition', 'createdAt', 'publishedAt']);
  });

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(2_001)],
    ['not text', 3],
  ])('a note that is %s is refused', async (_case, note) => {
    const { key, source } = await aPolicy(world);

    const answer = await call(world.owner, createPolicy, {
      body: { key, definition: aDefinition(source.identity), note },
    });

    expect(codeOf(answer)).toEqual([400, 'invalid_body']);
  });
});

describe('while publishing takes two people', () => {
  test('the author of a version is not the one who publishes it', async () => {
    const { draft } = await aPolicy(strict);
    const version = await draft({}, strict.owner);
    const { body: proposal } = await propose(strict.member, version);
    const accepting = { proposalId: proposal.id, reason: 'Read.' };

    const author = await publish(strict.owner, version, accepting);
    const other = await publish(strict.admin, version, accepting);

    expect(codeOf(author)).toEqual([409, 'second_person_required']);
    expect(author.body.detail).toContain('You created this version.');
    expect(other.status).toBe(200);
  });

  test('a member supersedes no proposal of another person, an admin does', async () => {
    const { draft } = await aPolicy(strict);
    const version = await draft({}, strict.owner);
    const { body: first } = await propose(strict.owner, version);

    const member = await propose(strict.member, version);
    const stillOpen = await publish(strict.admin, version, { proposalId: first.id, reason: 'Read.' });
    const another = await draft({}, strict.owner);
    const own = [await propose(strict.member, another), await propose(strict.member, another)];
    const admin = await propose(strict.admin, another);

    expect([codeOf(member), stillOpen.status]).toEqual([[409, 'proposal_open'], 200]);
    expect([...own, admin].map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
