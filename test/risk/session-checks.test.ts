import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { EvidenceRecord } from '#shared/risk/evidence.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CheckOutcome, type FlagSeverity, worstOutcome } from '#shared/risk/verification-check.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { type CallOptions, type Credential, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { ago, aWorld, done, eventTypes, newPolicy, newSubject, type World } from '#test/support/risk-world.ts';
import {
  evidenceAbout,
  newSession,
  newWorkflow,
  policyOver,
  resolutionOf,
  type Workflow,
} from '#test/support/verification-world.ts';

let world: World;
let workflow: Workflow;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  workflow = await newWorkflow(world);
});

async function newCheck(sessionId: string, changes: Record<string, unknown> = {}): Promise<string> {
  const body = { kind: 'email', status: 'completed', outcome: 'clear', observedAt: ago(1_000) };
  const options = { params: { id: sessionId }, body: { ...body, ...changes } };
  return (await done(world.client, verificationRoutes.createCheck, options)).id;
}

/** A check of a session of this subject. */
async function checked(changes: Record<string, unknown> = {}, ofSession = {}) {
  const subjectId = await newSubject(world);
  const sessionId = await newSession(world, workflow, subjectId, ofSession);
  return { subjectId, checkId: await newCheck(sessionId, changes) };
}

const importCheck = (subjectId: string, checkId: string, as: Credential = world.client, options: CallOptions = {}) =>
  call(as, riskRoutes.importSessionCheck, {
    params: { id: subjectId },
    body: { checkId },
    ...options,
  });

test('session check: becomes evidence of its fact, with its importer as the source', async () => {
  const observedAt = ago(5_000);
  const { subjectId, checkId } = await checked({ observedAt });

  const response = await importCheck(subjectId, checkId);
  const { id, data } = EvidenceRecord.parse(response.body);

  expect(response.status).toBe(201);
  expect(data).toMatchObject({
    subjectId,
    fact: 'check.email',
    source: `api_key:${world.keyId}`,
    observedAt,
    status: 'available',
    value: 'clear',
    sourceRegistrationId: null,
    batchId: null,
    evidenceClass: 'session_check',
    adapterVersion: 'session-check-v1',
    submittedBy: `api_key:${world.keyId}`,
    providerRef: `session-check:${checkId}`,
  });
  expect(await evidenceAbout(world, subjectId)).toEqual([response.body]);
  expect(await eventTypes(world, id)).toEqual(['risk.evidence.recorded']);
});

test('session check: a policy reads it only if it accepts the importer', async () => {
  const { subjectId, checkId } = await checked({ outcome: 'review' });
  const policyThatAccepts = (source: string) =>
    newPolicy(
      world,
      policyOver([{ key: 'check.email', type: 'string', acceptedSources: [source], maxAgeSeconds: 3_600 }]),
    );
  const { body } = await importCheck(subjectId, checkId, world.member);
  const importer = body.data.source;

  expect(importer).toMatch(/^user:/);
  expect(await resolutionOf(world, subjectId, await policyThatAccepts(importer))).toEqual({
    'check.email': 'review',
  });
  const another = await policyThatAccepts(`api_key:${world.keyId}`);
  expect(await resolutionOf(world, subjectId, another)).toEqual({ 'check.email': 'no_evidence' });
});

test('session check: a failed check is unavailable evidence', async () => {
  const { subjectId, checkId } = await checked({ status: 'failed', outcome: undefined });

  const { body } = await importCheck(subjectId, checkId);

  expect(body.data).toMatchObject({ status: 'unavailable', value: null });
});

test.each<[CheckOutcome, FlagSeverity[], CheckOutcome]>([
  ['clear', [], 'clear'],
  ['clear', ['info'], 'clear'],
  ['clear', ['info', 'review'], 'review'],
  ['clear', ['block'], 'block'],
  ['clear', ['review', 'block', 'info'], 'block'],
  ['review', [], 'review'],
  ['review', ['info'], 'review'],
  ['review', ['block'], 'block'],
  ['block', [], 'block'],
  ['block', ['review'], 'block'],
])('session check: the outcome %s with flags %j is %s', (outcome, severities, worst) => {
  expect(worstOutcome(outcome, severities)).toBe(worst);
});

test.each(['review', 'block'])('session check: a flag with severity %s never becomes `clear`', async (severity) => {
  const { subjectId, checkId } = await checked({ flags: [{ code: 'odd', severity }] });

  const { body } = await importCheck(subjectId, checkId);

  expect(body.data).toMatchObject({ status: 'available', value: severity });
});

test('session check: a failed check with flags stays unavailable', async () => {
  const flags = [{ code: 'odd', severity: 'info' }];
  const { subjectId, checkId } = await checked({ status: 'failed', outcome: undefined, flags });

  expect((await importCheck(subjectId, checkId)).body.data.status).toBe('unavailable');
});

test('session check: a repeated import supersedes the earlier receipt', async () => {
  const { subjectId, checkId } = await checked();

  const [first, second] = [await importCheck(subjectId, checkId), await importCheck(subjectId, checkId)];

  expect(second.body.data).toMatchObject({ supersedesId: first.body.id, evidenceRevision: 2 });
});

test('session check: a retried request imports it once', async () => {
  const { subjectId, checkId } = await checked();
  const options = { idempotencyKey: randomUUID() };

  const first = await importCheck(subjectId, checkId, world.client, options);
  const again = await importCheck(subjectId, checkId, world.client, options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await evidenceAbout(world, subjectId)).toHaveLength(1);
});

test('session check: of a session without a subject can be imported for any subject', async () => {
  const subjectId = await newSubject(world);
  const checkId = await newCheck(await newSession(world, workflow, null));

  expect((await importCheck(subjectId, checkId)).status).toBe(201);
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a check about a participant', { participantKey: 'director' }, {}],
  ['a check of a participant’s session', {}, { participantKey: 'director' }],
])('session check: refuses %s', async (_case, changes, ofSession) => {
  const { subjectId, checkId } = await checked(changes, ofSession);

  const response = await importCheck(subjectId, checkId);

  expect(response).toMatchObject({ status: 422, body: { code: 'participant_check' } });
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('session check: of a session that is linked to another subject is refused', async () => {
  const { checkId } = await checked();
  const subjectId = await newSubject(world);

  const response = await importCheck(subjectId, checkId);

  expect(response).toMatchObject({ status: 422, body: { code: 'session_of_another_subject' } });
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test.each<[string, () => Promise<World>]>([
  ['another organization', () => aWorld()],
  ['the other mode', () => aWorld('live', world.organizationId)],
])('session check: a credential of %s finds neither the check nor the subject', async (_case, otherWorld) => {
  const { subjectId, checkId } = await checked();
  const other = await otherWorld();
  const theirs = await newSubject(other);

  const foreignCheck = await importCheck(theirs, checkId, other.client);
  const foreignSubject = await importCheck(subjectId, checkId, other.client);
  const unknown = await importCheck(theirs, randomUUID(), other.client);

  expect([foreignCheck.status, foreignSubject.status]).toEqual([404, 404]);
  expect(foreignCheck.body.detail).toBe(unknown.body.detail);
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
  expect(await evidenceAbout(other, theirs)).toEqual([]);
});

test('session check: an unknown check is refused', async () => {
  const response = await importCheck(await newSubject(world), 'latest');

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});
