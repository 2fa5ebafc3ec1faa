import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { EvidenceRecord } from '#shared/risk/evidence.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  ago,
  aStatement,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  everyItem,
  FACTS_OF_EVERY_TYPE,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  type Source,
  sourceAndSubject,
  stated,
  stateOf,
  submit,
} from '#test/support/risk-world.ts';

/** Where a statement comes from, what it replaces, and who hears of it. */
const world = preparedForFile(aWorld);
let source: Source;
let subjectId: string;

beforeAll(async () => {
  ({ source, subjectId } = await sourceAndSubject(world));
});

test('evidence: records its origin and returns it', async () => {
  const own = await newSubject(world);

  const receipt = await stated(source, own, { providerRef: 'order/66' });
  const read = await readRecord(world, 'evidence', receipt.id);

  expect(EvidenceRecord.parse(receipt).data).toMatchObject({
    subjectId: own,
    source: source.identity,
    sourceRegistrationId: source.id,
    fact: EMAIL_AGE,
    status: 'available',
    value: 3,
    providerRef: 'order/66',
    bindingRevision: 1,
    submittedBy: `api_key:${source.keyId}`,
    adapterVersion: 'evidence-api-v1',
    evidenceClass: 'assertion',
    evidenceRevision: 1,
    supersedesId: null,
    batchId: null,
    expiresAt: null,
  });
  expect(read).toMatchObject({ status: 200, body: receipt });
});

test.each([
  'source',
  'bindingRevision',
  'submittedBy',
  'adapterVersion',
  'evidenceClass',
  'receivedAt',
  'evidenceRevision',
  'supersedesId',
  'batchId',
  'subjectId',
])('evidence: a caller cannot supply %s', async (name) => {
  const response = await submit(source, subjectId, { [name]: 'x' });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(response.body.errors).toMatchObject([{ path: name }]);
});

test.each(['owner', 'admin', 'member'] as const)('evidence: refuses the token of a %s', async (who) => {
  const response = await call(world[who], riskRoutes.submitEvidence, {
    params: { id: subjectId },
    body: { sourceRegistrationId: source.id, ...aStatement() },
  });

  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(response.body.detail).toBe('Requires an API key.');
});

test('evidence: refuses a key that is not bound to the source', async () => {
  const response = await submit({ ...source, speaks: world.client }, subjectId);

  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

describe('a newer receipt', () => {
  test('supersedes the last of the same fact and source, which stays stored', async () => {
    const own = await newSubject(world);
    const first = await stated(source, own, { value: 1 });
    const second = await stated(source, own, { value: 2 });

    const kept = await readRecord(world, 'evidence', first.id);
    const all = await everyItem((offset) => list(world, 'evidence', { subjectId: own, offset }));

    expect(second.data).toMatchObject({ supersedesId: first.id, evidenceRevision: 2 });
    expect(kept.body).toEqual(first);
    expect(all.items).toEqual([first, second]);
  });

  test('counts even if it was observed earlier', async () => {
    const own = await newSubject(world);
    const policy = await newPolicy(world, aDefinition(source.identity));
    const first = await stated(source, own, { value: 100, observedAt: ago(1_000) });
    const second = await stated(source, own, { value: 1, observedAt: ago(3_600_000) });

    const { data } = await assessed(world, own, policy);

    expect(second.data.supersedesId).toBe(first.id);
    expect(data.inputs[0]).toMatchObject({ value: 1 });
    expect(data.evidence).toMatchObject([{ id: second.id }]);
  });

  test('does not affect other facts, sources and subjects', async () => {
    const [own, other] = [await newSubject(world), await newSubject(world)];
    const otherSource = await newSource(world, FACTS_OF_EVERY_TYPE);
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
      current: false,
      effectiveDecision: 'reassessment_required',
      reasons: ['newer_evidence'],
    });
  });

  test.each(['revoked', 'unavailable'])('that is %s never falls back to the older', async (status) => {
    const own = await newSubject(world);
    const policy = await newPolicy(world, aDefinition(source.identity));
    await stated(source, own, { value: 100 });
    await stated(source, own, { status, value: null });

    const { data } = await assessed(world, own, policy);

    expect(data).toMatchObject({ outcome: 'incomplete', score: null });
    expect(data.inputs[0]).toMatchObject({ status: 'unresolved', value: null, reason: status });
  });
});

test('evidence: accepted sources that disagree leave the input unresolved', async () => {
  const own = await newSubject(world);
  const other = await newSource(world, FACTS_OF_EVERY_TYPE);
  const inputs = [
    { key: EMAIL_AGE, type: 'number', maxAgeSeconds: 86_400, acceptedSources: [source.identity, other.identity] },
  ];
  const policy = await newPolicy(world, aDefinition(source.identity, { inputs }));
  await stated(source, own, { value: 100 });
  await stated(other, own, { value: 101 });

  const { data } = await assessed(world, own, policy);

  expect(data).toMatchObject({ outcome: 'incomplete', score: null });
  expect(data.inputs[0]).toMatchObject({ status: 'unresolved', reason: 'sources_disagree' });
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('evidence: a subject or source of another %s is not found', async (_case, other) => {
  const stranger = await other();
  const [theirSource, theirSubject] = [await newSource(stranger, FACTS_OF_EVERY_TYPE), await newSubject(stranger)];

  const aboutTheirs = await submit(source, theirSubject);
  const asTheirs = await submit({ ...source, id: theirSource.id }, subjectId);
  const unknown = await submit(source, randomUUID());

  for (const response of [aboutTheirs, asTheirs, unknown])
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('evidence: a fact can have the name of a built-in object property', async () => {
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

test('evidence: the history names the key that submitted it', async () => {
  const own = await newSubject(world);
  const receipt = await stated(source, own);

  const { items } = (await list(world, 'events', { resourceId: receipt.id })).body;

  expect(items).toHaveLength(1);
  expect(items[0].data).toMatchObject({
    type: 'risk.evidence.recorded',
    resource: 'evidence',
    resourceId: receipt.id,
    subjectId: own,
    actor: `api_key:${source.keyId}`,
    details: null,
  });
  await expect(done(world.client, riskRoutes.readJourney, { params: { id: own } })).resolves.toMatchObject({
    items: [{ id: items[0].id }, { data: { type: 'risk.subject.created' } }],
  });
});
