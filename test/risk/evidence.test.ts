import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EvidenceRecord } from '#shared/risk/evidence.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  ago,
  aStatement,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  everyItem,
  type FactOf,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  type Source,
  stated,
  stateOf,
  submit,
  type World,
} from '#test/support/risk-world.ts';

const { submitEvidence } = riskRoutes;
const FACTS: FactOf[] = [
  { key: EMAIL_AGE, type: 'number' },
  { key: 'name.flag', type: 'string' },
  { key: 'is.known', type: 'boolean' },
  { key: 'list.numbers', type: 'list', itemType: 'number' },
  { key: 'list.words', type: 'list', itemType: 'string' },
  { key: 'list.flags', type: 'list', itemType: 'boolean' },
];
let world: World;
let source: Source;
let subjectId: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  [source, subjectId] = await Promise.all([newSource(world, FACTS), newSubject(world)]);
});

afterEach(() => {
  vi.useRealTimers();
});

test('records where a statement comes from, and shows it again', async () => {
  const own = await newSubject(world);

  const receipt = await stated(source, own, { providerRef: 'order/66' });
  const read = await readRecord(world, 'evidence', receipt.id);

  expect(EvidenceRecord.parse(receipt).data).toMatchObject({
    ...{ subjectId: own, source: source.identity, sourceRegistrationId: source.id },
    ...{ fact: EMAIL_AGE, status: 'available', value: 3, providerRef: 'order/66' },
    ...{ bindingRevision: 1, submittedBy: `api_key:${source.keyId}` },
    ...{ adapterVersion: 'evidence-api-v1', evidenceClass: 'assertion' },
    ...{ evidenceRevision: 1, supersedesId: null, batchId: null, expiresAt: null },
  });
  expect(read).toMatchObject({ status: 200, body: receipt });
});

test.each([
  ...['source', 'bindingRevision', 'submittedBy', 'adapterVersion', 'evidenceClass'],
  ...['receivedAt', 'evidenceRevision', 'supersedesId', 'batchId', 'subjectId'],
])('lets nobody supply %s', async (name) => {
  const response = await submit(source, subjectId, { [name]: 'x' });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(response.body.errors).toMatchObject([{ path: name }]);
});

test.each(['owner', 'admin', 'member'] as const)(
  'takes none from the token of a %s',
  async (who) => {
    const response = await call(world[who], submitEvidence, {
      params: { id: subjectId },
      body: { sourceRegistrationId: source.id, ...aStatement() },
    });

    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(response.body.detail).toBe('This needs an API key.');
  },
);

test('takes none from a key that is not bound to the source', async () => {
  const response = await submit({ ...source, speaks: world.client }, subjectId);

  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

describe('a newer receipt', () => {
  test('supersedes the last of the same fact and source, which is retained', async () => {
    const own = await newSubject(world);
    const first = await stated(source, own, { value: 1 });
    const second = await stated(source, own, { value: 2 });

    const kept = await readRecord(world, 'evidence', first.id);
    const all = await everyItem((offset) => list(world, 'evidence', { subjectId: own, offset }));

    expect(second.data).toMatchObject({ supersedesId: first.id, evidenceRevision: 2 });
    expect(kept.body).toEqual(first);
    expect(all.items).toEqual([first, second]);
  });

  test('does so even when it was observed earlier, and is the one that counts', async () => {
    const own = await newSubject(world);
    const policy = await newPolicy(world, aDefinition(source.identity));
    const first = await stated(source, own, { value: 100, observedAt: ago(1_000) });
    const second = await stated(source, own, { value: 1, observedAt: ago(3_600_000) });

    const { data } = await assessed(world, own, policy);

    expect(second.data.supersedesId).toBe(first.id);
    expect(data.inputs[0]).toMatchObject({ value: 1 });
    expect(data.evidence).toMatchObject([{ id: second.id }]);
  });

  test('leaves other facts, sources and subjects alone', async () => {
    const [own, other] = [await newSubject(world), await newSubject(world)];
    const otherSource = await newSource(world, FACTS);
    await stated(source, own);

    const receipts = [
      await stated(source, own, { fact: 'is.known', value: true }),
      await stated(otherSource, own),
      await stated(source, other),
    ];

    expect(receipts.map(({ data }) => data.supersedesId)).toEqual([null, null, null]);
    expect(receipts.map(({ data }) => data.evidenceRevision)).toEqual([2, 3, 1]);
  });

  test('makes earlier assessments of the subject not current, whatever the fact', async () => {
    const { subjectId: own, assessment } = await riskySubject(world);

    await stated(source, own, { fact: 'is.known', value: true });

    expect(await stateOf(world, assessment.id)).toMatchObject({
      ...{ current: false, effectiveDecision: 'reassessment_required' },
      reasons: ['newer_evidence'],
    });
  });

  test.each(['revoked', 'unavailable'])(
    'that is %s never falls back to the older',
    async (status) => {
      const own = await newSubject(world);
      const policy = await newPolicy(world, aDefinition(source.identity));
      await stated(source, own, { value: 100 });
      await stated(source, own, { status, value: null });

      const { data } = await assessed(world, own, policy);

      expect(data).toMatchObject({ outcome: 'incomplete', score: null });
      expect(data.inputs[0]).toMatchObject({ status: 'unresolved', value: null, reason: status });
    },
  );
});

test('accepted sources that disagree leave the input unresolved', async () => {
  const own = await newSubject(world);
  const other = await newSource(world, FACTS);
  const inputs = [
    {
      ...{ key: EMAIL_AGE, type: 'number', maxAgeSeconds: 86_400 },
      acceptedSources: [source.identity, other.identity],
    },
  ];
  const policy = await newPolicy(world, aDefinition(source.identity, { inputs }));
  await stated(source, own, { value: 100 });
  await stated(other, own, { value: 101 });

  const { data } = await assessed(world, own, policy);

  expect(data).toMatchObject({ outcome: 'incomplete', score: null });
  expect(data.inputs[0]).toMatchObject({ status: 'unresolved', reason: 'sources_disagree' });
});

describe('the value', () => {
  const numbers = [0, -1, 0.1, 1e308, -1.7976931348623157e308, 5e-324, 2 ** 53 + 2, 1e21, 1e-7];
  test.each(numbers)('%d is kept to the last digit', async (value) => {
    const receipt = await stated(source, subjectId, { value });
    const read = await readRecord(world, 'evidence', receipt.id);

    expect(receipt.data.value).toBe(value);
    expect(read.body.data.value).toBe(value);
  });

  test.each([
    ['-0', 0],
    ['9007199254740993', 9007199254740992],
    ['1E2', 100],
    ['1e-400', 0],
  ])('%s is kept as the double it stands for', async (written, value) => {
    const sent = { sourceRegistrationId: source.id, ...aStatement({ value: 7 }) };
    const rawBody = JSON.stringify(sent).replace('"value":7', `"value":${written}`);

    const receipt = await submit(source, subjectId, {}, { rawBody });
    const read = await readRecord(world, 'evidence', receipt.body.id);

    expect(receipt.status).toBe(201);
    expect(read.body.data.value).toBe(value);
  });

  test('that is no finite number is refused', async () => {
    const sent = { sourceRegistrationId: source.id, ...aStatement({ value: 7 }) };
    const rawBody = JSON.stringify(sent).replace('"value":7', '"value":1e400');

    const response = await submit(source, subjectId, {}, { rawBody });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test.each([
    ['text', 'name.flag', 'Zoë \u{1f600} "quoted" \u2028 \u0000'],
    ['empty text', 'name.flag', ''],
    ['a boolean', 'is.known', false],
    ['a list of numbers', 'list.numbers', [1, 2.5, -3e200]],
    ['a list of words', 'list.words', ['a', '', 'ü']],
    ['a list of booleans', 'list.flags', [true, false, true]],
    ['an empty list', 'list.words', []],
  ])('may be %s where that is declared', async (_case, fact, value) => {
    const receipt = await stated(source, subjectId, { fact, value });

    expect((await readRecord(world, 'evidence', receipt.id)).body.data.value).toEqual(value);
  });

  test.each([
    ['text for a number', EMAIL_AGE, '3'],
    ['a boolean for a number', EMAIL_AGE, true],
    ['a list for a number', EMAIL_AGE, [3]],
    ['a number for text', 'name.flag', 3],
    ['a number for a boolean', 'is.known', 1],
    ['a scalar for a list', 'list.numbers', 1],
    ['a mixed list', 'list.numbers', [1, '2']],
    ['words in a list of booleans', 'list.flags', ['true']],
  ])('may not be %s', async (_case, fact, value) => {
    const response = await submit(source, subjectId, { fact, value });

    expect(response).toMatchObject({ status: 422, body: { code: 'wrong_type' } });
    expect(response.body.errors).toMatchObject([{ path: 'value' }]);
  });

  test.each([
    ['an object', { a: 1 }],
    ['a list of lists', [[1]]],
    ['a list with null', [null]],
  ])('may not be %s', async (_case, value) => {
    expect((await submit(source, subjectId, { value })).status).toBe(400);
  });

  test.each([
    ['available', null, 400],
    ['available', undefined, 400],
    ['unavailable', 3, 400],
    ['revoked', 0, 400],
    ['revoked', false, 400],
    ['unavailable', null, 201],
    ['revoked', null, 201],
    ['unavailable', undefined, 201],
    ['gone', null, 400],
  ])('of %s evidence may be %s: %i', async (status, value, answer) => {
    const response = await submit(source, subjectId, { status, value });

    expect(response.status).toBe(answer);
    if (answer === 201) expect(response.body.data.value).toBeNull();
  });
});

test('a fact must be declared by the source', async () => {
  const response = await submit(source, subjectId, { fact: 'email.ages' });

  expect(response).toMatchObject({ status: 422, body: { code: 'undeclared_fact' } });
});

describe('times', () => {
  test.each([
    [-1, 201],
    [0, 201],
    [1, 422],
    [60_000, 422],
  ])('an observation %i ms ahead: %i', async (aheadMs, status) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

    const response = await submit(source, subjectId, { observedAt: ago(-aheadMs) });

    expect(response.status).toBe(status);
    if (status === 422) expect(response.body.code).toBe('observed_in_future');
  });

  test.each([
    ['missing', undefined],
    ['a date', '2026-01-01'],
    ['without a zone', '2026-01-01T00:00:00'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['no day of the calendar', '2026-02-30T00:00:00Z'],
    ['a number', 1_770_000_000],
    ['before the year 0 in universal time', '0000-01-01T00:00:00+01:00'],
  ])('an observation that is %s is refused', async (_case, observedAt) => {
    const response = await submit(source, subjectId, { observedAt });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test.each([
    ['2026-01-01T01:30:00+01:30', '2026-01-01T00:00:00.000Z'],
    ['2024-02-29T12:00:00.123456Z', '2024-02-29T12:00:00.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('%s is kept as %s', async (observedAt, kept) => {
    expect((await stated(source, subjectId, { observedAt })).data.observedAt).toBe(kept);
  });

  test.each([
    ['the very moment of observation', (observed: number) => observed, 400],
    ['before it', (observed: number) => observed - 1, 400],
    ['a millisecond after it', (observed: number) => observed + 1, 201],
  ])('expiry at %s', async (_case, expiry, status) => {
    const observed = Date.now() - 60_000;
    const observedAt = new Date(observed).toISOString();
    const expiresAt = new Date(expiry(observed)).toISOString();

    expect((await submit(source, subjectId, { observedAt, expiresAt })).status).toBe(status);
  });

  test('an expiry beyond the year 9999 in universal time is refused', async () => {
    const expiresAt = '9999-12-31T23:59:59-01:00';

    expect((await submit(source, subjectId, { expiresAt })).status).toBe(400);
  });

  test('expired evidence has no value', async () => {
    const own = await newSubject(world);
    const policy = await newPolicy(world, aDefinition(source.identity));
    await stated(source, own, { expiresAt: ago(30_000) });

    const { data } = await assessed(world, own, policy);

    expect(data.inputs[0]).toMatchObject({ status: 'unresolved', reason: 'expired' });
  });
});

describe('a request', () => {
  const ofBytes = (bytes: number, filler: string) => {
    const sent = {
      sourceRegistrationId: source.id,
      ...aStatement({ fact: 'name.flag', value: '' }),
    };
    const room = bytes - Buffer.byteLength(JSON.stringify(sent));
    const width = Buffer.byteLength(filler);
    const value = filler.repeat(Math.floor(room / width)) + 'x'.repeat(room % width);
    return JSON.stringify({ ...sent, value });
  };

  test.each([
    [16_383, 'x', 201],
    [16_384, 'x', 201],
    [16_385, 'x', 413],
    [16_384, '\u{1f600}', 201],
    [16_385, '\u{1f600}', 413],
    [16_384, 'ß', 201],
    [16_385, 'ß', 413],
  ])('of %i bytes of %s: %i', async (bytes, filler, status) => {
    const rawBody = ofBytes(bytes, filler);
    expect(Buffer.byteLength(rawBody)).toBe(bytes);

    const response = await submit(source, subjectId, {}, { rawBody });

    expect(response.status).toBe(status);
    if (status === 413) expect(response.body.code).toBe('body_too_large');
    else
      expect((await readRecord(world, 'evidence', response.body.id)).body.data.value).toBe(
        JSON.parse(rawBody).value,
      );
  });

  test('that was refused leaves its key usable and nothing behind', async () => {
    const own = await newSubject(world);
    const idempotencyKey = randomUUID();
    const before = (await everyRow('risk')).length;

    for (const changes of [{ value: 'x' }, { fact: 'other' }, { observedAt: ago(-60_000) }])
      expect((await submit(source, own, changes, { idempotencyKey })).status).toBe(422);
    const left = (await everyRow('risk')).length - before;
    const accepted = await submit(source, own, {}, { idempotencyKey });

    expect(left).toBe(0);
    expect(accepted.status).toBe(201);
  });

  test('that is repeated answers with the first receipt, and makes one', async () => {
    const own = await newSubject(world);
    const options = {
      idempotencyKey: randomUUID(),
      body: { sourceRegistrationId: source.id, ...aStatement() },
    };

    const first = await submit(source, own, {}, options);
    const again = await submit(source, own, {}, options);
    const { items } = (await list(world, 'evidence', { subjectId: own })).body;

    expect(again.body).toEqual(first.body);
    expect(items).toEqual([first.body]);
  });
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('a subject or source of another %s is not there', async (_case, other) => {
  const stranger = await other();
  const [theirSource, theirSubject] = [
    await newSource(stranger, FACTS),
    await newSubject(stranger),
  ];

  const aboutTheirs = await submit(source, theirSubject);
  const asTheirs = await submit({ ...source, id: theirSource.id }, subjectId);
  const unknown = await submit(source, randomUUID());

  for (const response of [aboutTheirs, asTheirs, unknown])
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a fact may be called like what every object has', async () => {
  const facts = [
    { key: 'constructor', type: 'string' },
    { key: 'other', type: 'string' },
  ];
  const [own, odd] = [await newSubject(world), await newSource(world, facts)];
  const input = { type: 'string', acceptedSources: [odd.identity], maxAgeSeconds: 86_400 };
  const policy = await newPolicy(world, {
    ...aDefinition(odd.identity, { factors: [] }),
    inputs: facts.map(({ key }) => ({ key, ...input })),
  });
  await stated(odd, own, { fact: 'other', value: 'x' });
  const { data } = await assessed(world, own, policy);
  const first = await stated(odd, own, { fact: 'constructor', value: 'y' });
  const second = await stated(odd, own, { fact: 'constructor', value: 'z' });

  expect(data.inputs[0]).toMatchObject({ key: 'constructor', reason: 'no_evidence' });
  expect(data.evidence).toHaveLength(1);
  expect([first, second].map((one) => one.data.supersedesId)).toEqual([null, first.id]);
});

test('is told in history by the key that sent it', async () => {
  const own = await newSubject(world);
  const receipt = await stated(source, own);

  const { items } = (await list(world, 'events', { resourceId: receipt.id })).body;

  expect(items).toHaveLength(1);
  expect(items[0].data).toMatchObject({
    ...{ type: 'risk.evidence.recorded', resource: 'evidence', resourceId: receipt.id },
    ...{ subjectId: own, actor: `api_key:${source.keyId}`, details: null },
  });
  await expect(
    done(world.client, riskRoutes.readJourney, { params: { id: own } }),
  ).resolves.toMatchObject({
    items: [{ id: items[0].id }, { data: { type: 'risk.subject.created' } }],
  });
});
