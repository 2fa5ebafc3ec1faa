import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { ApiKey, apiKeysOf, isUsable } from '#shared/identity/api-key.ts';
import { findPeople, putPerson } from '#shared/identity/index.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import { newLease } from '#shared/platform/store/lease.ts';
import { attachmentUploadUrl } from '#shared/risk/repository/attachments.ts';
import { findInvestigation, finishInvestigation, leaseInvestigation } from '#shared/risk/repository/investigations.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { writeNoticesOf } from '#shared/risk/use-cases/write-notices.ts';
import { type Credential, call, firstUserOf, keyOf, userOf } from './api.ts';
import { workerContext } from './webhook-workers.ts';

/** Risk records created through the API, so that each is complete. */
export const aSubject = () => ({ kind: 'person', externalId: randomUUID() });

const FACT = 'email.age_days';

/** A policy with one factor and a rule that requests an action; `source` is the source that it accepts. */
export const aPolicy = (source = `registered:${randomUUID()}`) => ({
  inputs: [{ key: FACT, type: 'number', acceptedSources: [source], maxAgeSeconds: 86_400 }],
  factors: [
    {
      key: 'email_age',
      match: 'first',
      weight: 1,
      defaultPoints: 0,
      cases: [{ all: [{ input: FACT, operator: 'lt', value: 30 }], points: 40 }],
    },
  ],
  aggregation: 'sum',
  ceiling: 100,
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'high', from: 40, effect: { decision: 'review', actions: ['manual_review'] } },
  ],
  missingEvidence: 'review',
  reviewAfterSeconds: 2_592_000,
});

export const evidenceOf = (sourceRegistrationId: string, value: unknown = 3) => ({
  sourceRegistrationId,
  fact: FACT,
  status: 'available',
  value,
  observedAt: new Date(Date.now() - 60_000).toISOString(),
});

export const made = async (...wanted: Parameters<typeof madeRecord>): Promise<string> =>
  (await madeRecord(...wanted)).id;

export async function madeRecord(
  scope: Scope,
  route: Route,
  options: { params?: Record<string, string>; body?: unknown },
  as?: Credential,
) {
  const credential = as ?? (await userOf(scope.organizationId, 'owner'));
  const headers = as ? {} : { 'x-risk-mode': scope.mode };
  const response = await call(credential, route, { ...options, headers });
  if (response.status !== route.status)
    throw new Error(`${route.name} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const existingSubject = (scope: Scope) => made(scope, riskRoutes.createSubject, { body: aSubject() });

export const newSource = () => ({
  key: `s${randomUUID()}`,
  facts: [{ key: FACT, type: 'number' }],
});

/** A source with an API key that is bound to it. */
export async function existingSource(scope: Scope) {
  const { key, credential } = await keyOf(scope.organizationId, scope.mode);
  const body = { ...newSource(), apiKeyIds: [key.id] };
  return { id: await made(scope, riskRoutes.createSource, { body }), key, credential };
}

/** A source that every API key of the mode may use. */
export async function sourceOfAllKeys(scope: Scope): Promise<string> {
  const keys = await listCollection(dynamoStore, apiKeysOf(scope.organizationId), {
    offset: 0,
    expand: oneRecord((row) => ApiKey.parse(row)),
  });
  const usable = keys.items.filter((key) => key.mode === scope.mode && isUsable(key, Date.now()));
  if (usable.length === 0) usable.push((await keyOf(scope.organizationId, scope.mode)).key);
  const body = { ...newSource(), apiKeyIds: usable.slice(-50).map(({ id }) => id) };
  return made(scope, riskRoutes.createSource, { body });
}

export async function publishedPolicy(scope: Scope, source?: string): Promise<string> {
  const believed = source ?? `registered:${(await existingSource(scope)).id}`;
  const body = { key: `p${randomUUID()}`, definition: aPolicy(believed) };
  const id = await made(scope, riskRoutes.createPolicy, { body });
  return made(scope, riskRoutes.publishPolicy, { params: { id } });
}

/** Two published versions of one policy. */
export async function publishedVersions(scope: Scope): Promise<{ first: string; second: string }> {
  const source = `registered:${(await existingSource(scope)).id}`;
  const body = { key: `p${randomUUID()}`, definition: aPolicy(source) };
  const published = async () => {
    const id = await made(scope, riskRoutes.createPolicy, { body });
    return made(scope, riskRoutes.publishPolicy, { params: { id } });
  };
  return { first: await published(), second: await published() };
}

/** A draft of a policy whose first version is in force. */
export async function draftBesideOneInForce(scope: Scope, source?: string): Promise<string> {
  const definition = aPolicy(source ?? `registered:${(await existingSource(scope)).id}`);
  const body = { key: `p${randomUUID()}`, definition };
  const inForce = await made(scope, riskRoutes.createPolicy, { body });
  await made(scope, riskRoutes.publishPolicy, { params: { id: inForce } });
  const bands = [{ id: 'any', from: 0, effect: { decision: 'reject', actions: [] } }];
  return made(scope, riskRoutes.createPolicy, { body: { ...body, definition: { ...definition, bands } } });
}

/** A shadow version that decided one assessment otherwise. */
export async function divergentShadow(scope: Scope): Promise<string> {
  const [subjectId, source] = await Promise.all([existingSubject(scope), existingSource(scope)]);
  const id = await draftBesideOneInForce(scope, `registered:${source.id}`);
  const shadow = await madeRecord(scope, riskRoutes.configureShadow, { params: { id }, body: { enabled: true } });
  const params = { id: subjectId };
  await made(scope, riskRoutes.submitEvidence, { params, body: evidenceOf(source.id) }, source.credential);
  await made(scope, riskRoutes.createAssessment, { params, body: { policyKey: shadow.policyKey, trigger: 'example' } });
  return id;
}

export const aBacktest = async (scope: Scope) => ({
  policyVersionId: await publishedPolicy(scope),
  against: { subjectIds: [await existingSubject(scope)] },
});

export const existingContext = (scope: Scope) =>
  made(scope, riskRoutes.createContext, {
    body: { kind: 'application', externalId: randomUUID() },
  });

/** A subject with evidence that a policy assesses as risky, and the assessment. */
export async function assessedSubject(scope: Scope) {
  const [subjectId, source] = await Promise.all([existingSubject(scope), existingSource(scope)]);
  const policyVersionId = await publishedPolicy(scope, `registered:${source.id}`);
  const params = { id: subjectId };
  await made(scope, riskRoutes.submitEvidence, { params, body: evidenceOf(source.id) }, source.credential);
  const assessmentId = await made(scope, riskRoutes.createAssessment, {
    params,
    body: { policyVersionId, trigger: 'example' },
  });
  const actionId = `${assessmentId.slice(0, -2)}${(Number.parseInt(assessmentId.slice(-2), 16) + 1).toString(16).padStart(2, '0')}`;
  return { subjectId, source, policyVersionId, assessmentId, actionId };
}

/** A request about an action, to everyone in the organization. */
export async function aRequest(scope: Scope) {
  const { subjectId, actionId } = await assessedSubject(scope);
  const body = { kind: 'information', about: { actionIds: [actionId] }, text: 'Which documents were sent?' };
  return { params: { id: subjectId }, body };
}

/** A notification of the first user of the organization: a colleague assigns a subject to them. */
export async function existingNotice(scope: Scope): Promise<string> {
  const first = await firstUserOf(scope.organizationId);
  const { body: me } = await call(first, organizationRoutes.readMe);
  const subjectId = await existingSubject(scope);
  await call(await userOf(scope.organizationId, 'owner'), riskRoutes.assignSubject, {
    params: { id: subjectId },
    body: { assignee: me.userId, expectedRevision: 0 },
    headers: { 'x-risk-mode': scope.mode },
  });
  const { items } = await listHistory(dynamoStore, scope, { offset: 0, subjectId, type: 'risk.assignment.changed' });
  await writeNoticesOf(workerContext(), scope, items);
  return items[0]?.id ?? '';
}

/** The first user has an email address from then on. */
export async function giveAddress({ organizationId }: Scope): Promise<void> {
  const { body: me } = await call(await firstUserOf(organizationId), organizationRoutes.readMe);
  const [person] = await findPeople(dynamoStore, organizationId, [me.userId]);
  if (person && person.email === null)
    await dynamoStore.writeOne(putPerson(organizationId, person, { ...person, email: 'ada@example.com' }));
}

export const existingRequest = async (scope: Scope) => made(scope, riskRoutes.createRequest, await aRequest(scope));

export const anOutcome = () => ({
  label: 'confirmed_fraud',
  occurredAt: new Date(Date.now() - 60_000).toISOString(),
  amount: { value: '1250.00', currency: 'EUR' },
  reference: 'CASE-17',
});

export const existingOutcome = async (scope: Scope) =>
  made(scope, riskRoutes.recordOutcome, { params: { id: await existingSubject(scope) }, body: anOutcome() });

/** A text file, uploaded for a subject. */
export async function anAttachment(scope: Scope, subjectId: string, content: Uint8Array<ArrayBuffer> = TEXT_FILE) {
  const uploadId = newId();
  const contentType = 'text/plain' as const;
  const terms = { sizeBytes: content.length, contentType };
  const { url, headers } = await attachmentUploadUrl(scope, subjectId, uploadId, terms);
  const response = await fetch(url, { method: 'PUT', headers, body: content });
  if (!response.ok) throw new Error(`The upload was answered with ${response.status}.`);
  return { uploadId, name: 'Statement.txt', contentType, sha256: sha256Hex(content) };
}

const TEXT_FILE = new Uint8Array(Buffer.from('Seen in person.\n'));

export async function existingAttachment(scope: Scope): Promise<string> {
  const id = await existingSubject(scope);
  const attachment = await anAttachment(scope, id);
  await made(scope, riskRoutes.createNote, { params: { id }, body: { text: 'A note.', attachments: [attachment] } });
  return attachment.uploadId;
}

export const anOverride = () => ({
  decision: 'review',
  reason: 'Seen in person.',
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});

export const existingOverride = async (scope: Scope) =>
  made(scope, riskRoutes.createOverride, {
    params: { id: (await assessedSubject(scope)).assessmentId },
    body: anOverride(),
  });

export const anActivity = () => ({
  activityType: 'login.succeeded',
  category: 'authentication',
  title: 'Signed in',
  occurredAt: new Date().toISOString(),
});

export async function existingActivity(scope: Scope) {
  const id = await existingSubject(scope);
  const body = anActivity();
  const eventId = await made(scope, riskRoutes.reportActivity, { params: { id }, body });
  return { id, eventId };
}

export const existingInvestigation = async (scope: Scope) =>
  made(scope, riskRoutes.startInvestigation, {
    params: { id: await existingSubject(scope) },
    body: { question: 'Is this the same person?' },
  });

export const A_FINDING = {
  key: 'example',
  statement: 'The records show it.',
  evidenceIds: [],
  eventIds: [randomUUID()],
  confidence: 'low' as const,
};

/** An investigation with one finding, as a worker stores it. */
export async function completedInvestigation(scope: Scope): Promise<string> {
  const id = await existingInvestigation(scope);
  const queued = await findInvestigation(dynamoStore, scope, id);
  if (!queued) throw new Error('There is no investigation.');
  const now = new Date();
  const lease = newLease({ now, newId }, 0);
  await dynamoStore.writeOne(leaseInvestigation(scope, queued, lease, now));
  const outcome = {
    status: 'completed' as const,
    finishedAt: now.toISOString(),
    findings: [A_FINDING],
    summary: 'Findings: 1.',
    errorCode: null,
  };
  await dynamoStore.writeOne(finishInvestigation(scope, queued, lease, outcome));
  return id;
}
