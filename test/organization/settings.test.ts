import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { BUILT_IN_REASONS } from '#shared/organization/settings/decision-reasons.ts';
import { changedSettings, DEFAULT_SETTINGS } from '#shared/organization/settings/settings.ts';
import { readSettings, settingsFrom } from '#shared/organization/settings/settings-store.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { unitsOf } from '#test/support/observed-units.ts';

const { readSettings: read, updateSettings: update } = routes.organization;
const { listRecords } = routes.risk;
const NO_FOUR_EYES = { policies: false, overrides: false, matches: false, lists: false };

const settings = (changes: Record<string, unknown> = {}) => ({
  name: 'Example Payments',
  deadlines: { manual_review: 86_400, file_report: 3_600 },
  reasons: { falsePositive: ['Another person'], confirmed: ['Same passport'] },
  fourEyes: NO_FOUR_EYES,
  subjectLink: 'https://crm.example.com/c/{externalId}?kind={kind}',
  expectedRevision: 0,
  ...changes,
});

beforeAll(prepareEngine);

test('settings: an organization without settings has the defaults', async () => {
  const { status, body } = await call(await userOf(randomUUID(), 'member'), read);

  expect(status).toBe(200);
  expect(body).toEqual(DEFAULT_SETTINGS);
});

test('settings: an update is read by every member, and by no other organization', async () => {
  const organizationId = randomUUID();
  const { expectedRevision, ...values } = settings();

  const updated = await call(await userOf(organizationId, 'admin'), update, { body: settings() });

  expect(updated.status).toBe(200);
  expect(updated.body).toEqual({
    ...values,
    highestReviewScore: null,
    linksByEmailOnly: false,
    revision: 1,
    reasons: {
      ...values.reasons,
      facts: [
        { reason: 'Another person', fact: 'none' },
        { reason: 'Same passport', fact: 'none' },
      ],
    },
    updatedAt: expect.any(String),
    updatedBy: expect.stringMatching(/^user:/),
  });
  for (const role of ['owner', 'admin', 'member'] as const)
    expect((await call(await userOf(organizationId, role), read)).body).toEqual(updated.body);
  expect((await call(await userOf(randomUUID(), 'owner'), read)).body).toEqual(DEFAULT_SETTINGS);
});

test('settings: null reasons restore the built-in ones', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  await call(owner, update, { body: settings() });

  const { body } = await call(owner, update, {
    body: settings({ reasons: null, expectedRevision: 1 }),
  });

  expect(body.reasons).toEqual(BUILT_IN_REASONS);
  expect((await call(owner, read)).body.reasons).toEqual(BUILT_IN_REASONS);
});

test('settings: a reason names the fact it claims, and an update that names none keeps it', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  const lists = {
    falsePositive: ['Wrong generation', 'Another person'],
    confirmed: ['Same passport'],
  };
  const birth = { reason: 'Wrong generation', fact: 'birth' };
  const document = { reason: 'Same passport', fact: 'document' };

  await call(owner, update, {
    body: settings({ reasons: { ...lists, facts: [birth, document] } }),
  });
  const { body } = await call(owner, update, {
    body: settings({ reasons: { ...lists, confirmed: ['Seen'] }, expectedRevision: 1 }),
  });

  const facts = [birth, { reason: 'Another person', fact: 'none' }, { reason: 'Seen', fact: 'none' }];
  expect(body.reasons.facts).toEqual(facts);
  expect((await call(owner, read)).body.reasons.facts).toEqual(facts);
});

test('settings: reasons that an older release stored are read with the facts the product knows', () => {
  const { reasons } = settingsFrom({
    pk: 'organization',
    sk: 'current',
    ...DEFAULT_SETTINGS,
    revision: 1,
    reasons: { falsePositive: ['Different nationality'], confirmed: ['Seen'] },
  });
  expect(reasons.facts).toEqual([
    { reason: 'Different nationality', fact: 'nationality' },
    { reason: 'Seen', fact: 'none' },
  ]);
});

test.each([0, 2])('settings: expectedRevision %i at revision 1 is a 409', async (expected) => {
  const owner = await userOf(randomUUID(), 'owner');
  await call(owner, update, { body: settings() });

  const body = settings({ name: 'Other', expectedRevision: expected });
  const refused = await call(owner, update, { body });

  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'stale_revision', revision: 1 });
  expect((await call(owner, read)).body.name).toBe('Example Payments');
});

test('settings: one of several concurrent updates of a revision succeeds', async () => {
  const owner = await userOf(randomUUID(), 'owner');

  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => call(owner, update, { body: settings({ name }) })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await call(owner, read)).body.revision).toBe(1);
});

test('settings: an admin may not change four-eyes rules, an owner may', async () => {
  const organizationId = randomUUID();
  const body = settings({ fourEyes: { ...NO_FOUR_EYES, matches: true } });

  const refused = await call(await userOf(organizationId, 'admin'), update, { body });
  const allowed = await call(await userOf(organizationId, 'owner'), update, { body });
  const unchanged = await call(await userOf(organizationId, 'admin'), update, {
    body: { ...body, name: 'Renamed', expectedRevision: 1 },
  });

  expect(refused.status).toBe(403);
  expect(refused.body.detail).toContain('fourEyes');
  expect([allowed.status, unchanged.status]).toEqual([200, 200]);
  expect(unchanged.body.fourEyes.matches).toBe(true);
});

test('settings: members and API keys may not update them', async () => {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, 'live');
  const member = await userOf(organizationId, 'member');

  const statuses = [
    (await call(member, update, { body: settings() })).status,
    (await call(credential, update, { body: settings() })).status,
    (await call(credential, read)).status,
  ];

  expect(statuses).toEqual([403, 403, 403]);
  expect((await call(member, read)).body.revision).toBe(0);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `reason ${index}`);
test.each<[string, Record<string, unknown>]>([
  ['a deadline below a minute', { deadlines: { review: 59 } }],
  ['a deadline that is no integer', { deadlines: { review: 60.5 } }],
  ['a deadline of an invalid action name', { deadlines: { 'Manual review': 60 } }],
  ['too many deadlines', { deadlines: Object.fromEntries(many(101).map((_, index) => [`a${index}`, 60])) }],
  ['too many reasons', { reasons: { falsePositive: many(21), confirmed: ['a'] } }],
  ['no reasons of a kind', { reasons: { falsePositive: [], confirmed: ['a'] } }],
  ['a repeated reason', { reasons: { falsePositive: ['a', 'a'], confirmed: ['a'] } }],
  [
    'an unknown fact of a reason',
    { reasons: { falsePositive: ['a'], confirmed: ['b'], facts: [{ reason: 'a', fact: 'age' }] } },
  ],
  [
    'two facts of one reason',
    {
      reasons: {
        falsePositive: ['a'],
        confirmed: ['b'],
        facts: ['birth', 'name'].map((fact) => ({ reason: 'a', fact })),
      },
    },
  ],
  ['a blank reason', { reasons: { falsePositive: ['  '], confirmed: ['a'] } }],
  ['a link without {externalId}', { subjectLink: 'https://crm.example.com/{kind}' }],
  ['a link with another placeholder', { subjectLink: 'https://a.example/{externalId}/{name}' }],
  ['a link to another scheme', { subjectLink: 'javascript:alert("{externalId}")' }],
  ['a link without TLS', { subjectLink: 'http://crm.example.com/{externalId}' }],
  ['a placeholder in the host', { subjectLink: 'https://{externalId}.example.com/{externalId}' }],
  ['credentials in the link', { subjectLink: 'https://a:b@crm.example.com/{externalId}' }],
  ['an unknown four-eyes rule', { fourEyes: { everything: true } }],
  ['four-eyes rules that are null', { fourEyes: null }],
  ['an unknown property', { colour: 'red' }],
])('settings: %s is a 400 that changes nothing', async (_case, changes) => {
  const owner = await userOf(randomUUID(), 'owner');

  const { status, body } = await call(owner, update, { body: settings(changes) });

  expect(status).toBe(400);
  expect(body.errors.length).toBeGreaterThan(0);
  expect((await call(owner, read)).body.revision).toBe(0);
});

test('settings: the history of both modes records who changed what', async () => {
  const organizationId = randomUUID();
  const owner = await userOf(organizationId, 'owner');
  const fourEyes = { ...NO_FOUR_EYES, policies: true };

  await call(owner, update, { body: settings({ fourEyes }) });

  for (const mode of ['test', 'live']) {
    const { body } = await call(owner, listRecords, {
      params: { resource: 'events' },
      headers: { 'x-service-mode': mode },
    });
    expect(body.items.map(({ data }: { data: unknown }) => data)).toEqual([
      expect.objectContaining({
        type: 'organization.settings.changed',
        resourceId: organizationId,
        details: {
          changed: ['name', 'deadlines', 'reasons', 'fourEyes', 'subjectLink'],
          revision: 1,
          from: NO_FOUR_EYES,
          to: fourEyes,
        },
      }),
    ]);
  }
});

test('settings: the same deadlines in another order are no change', () => {
  const before = { ...DEFAULT_SETTINGS, deadlines: { a: 60, b: 70 } };

  expect(changedSettings(before, { ...before, deadlines: { b: 70, a: 60 } })).toEqual([]);
  expect(changedSettings(before, { ...before, deadlines: { b: 60, a: 70 } })).toEqual(['deadlines']);
});

test('settings: the reader for other modules costs one read in five seconds', async () => {
  const organizationId = randomUUID();
  const context = { store: dynamoStore, caller: { organizationId } };
  const owner = await userOf(organizationId, 'owner');

  const units = await unitsOf(async () => {
    for (let count = 0; count < 10; count += 1) await readSettings(context);
  });
  await call(owner, update, { body: settings() });

  expect(units).toHaveLength(1);
  // A write of the same process is visible at once.
  expect((await readSettings(context)).name).toBe('Example Payments');
});
