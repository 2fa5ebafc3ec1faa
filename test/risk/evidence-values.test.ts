import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { everyRow } from '#test/support/engine.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  ago,
  aStatement,
  assessed,
  aWorld,
  EMAIL_AGE,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  type Source,
  sourceAndSubject,
  stated,
  submit,
} from '#test/support/risk-world.ts';

/** What may be stated, of which time, and in how many bytes. */
const world = preparedForFile(aWorld);
afterEach(() => {
  vi.useRealTimers();
});

let source: Source;
let subjectId: string;

beforeAll(async () => {
  ({ source, subjectId } = await sourceAndSubject(world));
});

describe('an evidence value', () => {
  /** With a value that is written in this very way. */
  const stating = (written: string) =>
    JSON.stringify({ sourceRegistrationId: source.id, ...aStatement({ value: 7 }) }).replace(
      '"value":7',
      `"value":${written}`,
    );

  const numbers = [0, -1, 0.1, 1e308, -1.7976931348623157e308, 5e-324, 2 ** 53 + 2, 1e21, 1e-7];
  test.each(numbers)('%d is stored exactly', async (value) => {
    const receipt = await stated(source, subjectId, { value });
    const read = await readRecord(world, 'evidence', receipt.id);

    expect(receipt.data.value).toBe(value);
    expect(read.body.data.value).toBe(value);
  });

  test.each([5e-324, 1e-200, -1.7976931348623157e308])('%d can be assessed', async (value) => {
    const { source: own, subjectId: id } = await sourceAndSubject(world);
    await stated(own, id, { value });
    const policy = await newPolicy(world, aDefinition(own.identity));

    const { data } = await assessed(world, id, policy);

    expect(data.inputs[0]).toMatchObject({ value });
  });

  test.each([
    ['-0', 0],
    ['1E2', 100],
    ['0.10000000000000001', 0.1],
  ])('%s is stored as its double value', async (written, value) => {
    const receipt = await submit(source, subjectId, {}, { rawBody: stating(written) });
    const read = await readRecord(world, 'evidence', receipt.body.id);

    expect(receipt.status).toBe(201);
    expect(read.body.data.value).toBe(value);
  });

  test.each(['9007199254740993', '12345678901234567890', '1e-400', '1e400'])(
    '%s, which cannot be stored exactly, is refused',
    async (written) => {
      const response = await submit(source, subjectId, {}, { rawBody: stating(written) });

      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    },
  );

  test('that differs in a digit that is not stored is not a retry', async () => {
    const idempotencyKey = randomUUID();
    const state = (written: string) => submit(source, subjectId, {}, { rawBody: stating(written), idempotencyKey });

    const first = await state('9007199254740992');
    const second = await state('9007199254740993');

    expect([first.status, second.status]).toEqual([201, 400]);
  });

  test.each([
    ['text', 'name.flag', 'Zoë \u{1f600} "quoted" \u2028 \u0000'],
    ['empty text', 'name.flag', ''],
    ['a boolean', 'is.known', false],
    ['a list of numbers', 'list.numbers', [1, 2.5, -3e200]],
    ['a list of words', 'list.words', ['a', '', 'ü']],
    ['a list of booleans', 'list.flags', [true, false, true]],
    ['an empty list', 'list.words', []],
  ])('can be %s if that type is declared', async (_case, fact, value) => {
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

test.each([
  ['screening.sanctions', 'match', 201],
  ['screening.sanctions', 'Match', 422],
  ['screening.sanctions', 'banana', 422],
  ['screening.pep', 'family_member', 201],
  ['screening.pep', 'match', 422],
  ['screening.measures', ['asset_freeze', 'other'], 201],
  ['screening.measures', ['frozen'], 422],
])('%s accepts documented values only: %s gives %i', async (fact, value, status) => {
  const declaring = await newSource(world, [
    { key: 'screening.sanctions', type: 'string' },
    { key: 'screening.pep', type: 'string' },
    { key: 'screening.measures', type: 'list', itemType: 'string' },
  ]);

  const response = await submit(declaring, subjectId, { fact, value });
  const revoked = await submit(declaring, subjectId, { fact, status: 'revoked', value: null });

  expect(response.status).toBe(status);
  if (status === 422) expect(response.body.code).toBe('undocumented_value');
  expect(revoked.status).toBe(201);
});

test.each([
  ['adverse_media.level', 'confirmed', 201],
  ['adverse_media.level', 'Confirmed', 422],
  ['adverse_media.level', '', 422],
  ['person.nationalities', ['FR', 'IR'], 201],
  ['person.nationalities', [], 201],
  ['person.nationalities', ['FR', 'ir'], 422],
])('%s accepts the values that its source declares: %j gives %i', async (fact, value, status) => {
  const declaring = await newSource(world, [
    { key: 'adverse_media.level', type: 'string', values: ['none', 'possible', 'confirmed'] },
    { key: 'person.nationalities', type: 'list', itemType: 'string', values: ['FR', 'IR'] },
  ]);

  const response = await submit(declaring, subjectId, { fact, value });
  const revoked = await submit(declaring, subjectId, { fact, status: 'revoked', value: null });

  expect(response.status).toBe(status);
  if (status === 422) expect(response.body).toMatchObject({ code: 'undocumented_value', errors: [{ path: 'value' }] });
  expect(revoked.status).toBe(201);
});

test.each([
  ['of a number', { key: 'a', type: 'number', values: ['1'] }],
  ['of a list of numbers', { key: 'a', type: 'list', itemType: 'number', values: ['1'] }],
  ['that repeat', { key: 'a', type: 'string', values: ['x', 'x'] }],
  ['of which there is none', { key: 'a', type: 'string', values: [] }],
])('a source declares no values %s', async (_case, fact) => {
  const body = { key: 'declaring', facts: [fact], apiKeyIds: [] };
  const response = await call(world.owner, riskRoutes.createSource, { body });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test('an assessment does not read a value that its policy does not declare', async () => {
  const declaring = await newSource(world, [{ key: 'adverse_media.level', type: 'string' }]);
  const id = await newSubject(world);
  const policy = await newPolicy(world, {
    ...aDefinition(declaring.identity),
    inputs: [
      {
        key: 'adverse_media.level',
        type: 'string',
        acceptedSources: [declaring.identity],
        maxAgeSeconds: 86_400,
        values: ['none', 'possible', 'confirmed'],
      },
    ],
    factors: [],
    rules: [
      {
        key: 'adverse_media',
        reason: 'Adverse media.',
        all: [{ input: 'adverse_media.level', operator: 'not_in', value: ['none'] }],
        effect: { decision: 'reject', actions: [] },
      },
    ],
    missingEvidence: 'review',
  });
  const decided = async (value: string) => {
    await stated(declaring, id, { fact: 'adverse_media.level', value });
    const { data } = await assessed(world, id, policy);
    return [data.outcome, data.decision, data.inputs[0].reason];
  };

  expect(await decided('Confirmed')).toEqual(['incomplete', 'review', 'undocumented_value']);
  expect(await decided('confirmed')).toEqual(['complete', 'reject', null]);
  expect(await decided('none')).toEqual(['complete', 'none', null]);
});

test('evidence: a fact must be declared by the source', async () => {
  const response = await submit(source, subjectId, { fact: 'email.ages' });

  expect(response).toMatchObject({ status: 422, body: { code: 'undeclared_fact' } });
});

describe('evidence times', () => {
  test.each([
    [-1, 201],
    [0, 201],
    [1, 201],
    [5_000, 201],
    [5_001, 422],
    [60_000, 422],
  ])('an observation %i ms ahead: %i', async (aheadMs, status) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

    const response = await submit(source, subjectId, { observedAt: ago(-aheadMs) });

    expect(response.status).toBe(status);
    if (status === 422) {
      expect(response.body.code).toBe('observed_in_future');
      expect(response.body.detail).toMatch(/`observedAt` is in the future/);
      expect(response.body.errors[0].message).toMatch(/more than 5 seconds after the time of/);
    }
  });

  test('an observation up to 5 seconds ahead is stored as the receipt time', async () => {
    const ahead = await stated(source, subjectId, { observedAt: ago(-3_000) });
    const past = await stated(source, subjectId, { observedAt: '2026-01-01T00:00:00+01:00' });

    expect(ahead.data.observedAt).toBe(ahead.data.receivedAt);
    expect(past.data.observedAt).toBe('2025-12-31T23:00:00.000Z');
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
  ])('%s is stored as %s', async (observedAt, kept) => {
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

describe('an evidence request', () => {
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
      expect((await readRecord(world, 'evidence', response.body.id)).body.data.value).toBe(JSON.parse(rawBody).value);
  });

  test('that is refused stores nothing and leaves its idempotency key usable', async () => {
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

  test('that is repeated returns the first receipt and creates one', async () => {
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
