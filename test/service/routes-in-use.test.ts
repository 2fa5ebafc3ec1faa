import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { handler as recordEmailEvent } from '#functions/workers/record-email-event.ts';
import { handler as runInvestigation } from '#functions/workers/run-investigation.ts';
import { handler as runJob } from '#functions/workers/run-job.ts';
import { usesOfRoute } from '#infra/grants.ts';
import { expireDocuments } from '#shared/documents/use-cases/expire-documents.ts';
import { notifications } from '#shared/notifications.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { isBodyOptional, Nothing, type Route } from '#shared/platform/http/route.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { workerChangeWrites, writeAll } from '#shared/screening/use-cases/record-list-change.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { EVENT_CATALOGUE, type EventType } from '#shared/webhooks/event-catalogue.ts';
import { notificationOf } from '#shared/webhooks/notification.ts';
import { payloadOf } from '#shared/webhooks/payload.ts';
import { eventAt, OutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { findSubscription, noteHealth } from '#shared/webhooks/repository/subscriptions.ts';
import { disableFailing } from '#shared/webhooks/use-cases/note-outcome.ts';
import { disagreementsAround } from '#test/support/agreement.ts';
import { call } from '#test/support/api.ts';
import { existingChecked, existingKept, existingSent } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { assessmentsOf, refreshFromStream, tick, watchedSubject } from '#test/support/monitored-subjects.ts';
import { faultsOf, publishedBody, publishedResult } from '#test/support/published-document.ts';
import { aBacktest } from '#test/support/risk-examples.ts';
import { aWorld, stated } from '#test/support/risk-world.ts';
import { exampleOf, existingWebhook } from '#test/support/route-examples.ts';
import { holdSomeVersion } from '#test/support/screening-examples.ts';
import { sealedEvent } from '#test/support/sealed-event.ts';
import { anAddress, done, draftWith, holderOf, sent } from '#test/support/signing-world.ts';
import { callerFor, plantTenant, type Tenant } from '#test/support/tenant.ts';
import { declaredIn, touchedBy } from '#test/support/touched-tables.ts';
import { decided, newRun, report } from '#test/support/verification-world.ts';
import { waitingEvents, workerContext } from '#test/support/webhook-workers.ts';

/**
 * Every route is called once, with a webhook for all events. Requests, responses and events must match the
 * document, and tables are accessed as declared: a function's role is built from its declaration, so any other access
 * would fail after deployment.
 */
beforeAll(prepareEngine);

const DAY_SECONDS = 24 * 60 * 60;

test.each(allRoutes.map((route): [string, Route] => [route.name, route]))(
  'routes in use: request and response of %s are as documented, and access to tables as declared',
  async (_name, route) => {
    const tenant = await plantTenant();
    const example = await exampleOf(route).prepare(tenant);

    const { result, calls } = await observed(() => call(callerFor(tenant, route), route, example));
    const { status, body } = result;

    expect(status).toBe(route.status);
    // If the body is optional, no body is an empty object.
    const sent = example.body ?? (isBodyOptional(route) ? {} : undefined);
    expect(faultsOf(publishedBody(route)?.schema ?? {}, sent)).toEqual([]);
    if (route.body !== Nothing) expect(disagreementsAround(route, sent)).toEqual([]);
    expect(faultsOf(publishedResult(route)?.schema ?? {}, body)).toEqual([]);
    const declared = declaredIn(usesOfRoute(route));
    expect([...touchedBy(calls)].filter((one) => !declared.includes(one))).toEqual([]);
  },
);

/** Reported by SES, not by a caller. */
test.each([
  ['Bounce', { bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail' } }],
  ['Complaint', { complaint: {} }],
])('routes in use: %s of an email is sent as an event', async (eventType, detail) => {
  const { organizationId, mode } = await plantTenant();
  const { id, signerId } = await existingSent({ organizationId, mode });
  const timestamp = new Date().toISOString();
  const ids = { organization: organizationId, mode, document: id, signer: signerId };
  const tags = Object.entries({ ...ids, link: '1', mailed: `${Date.now()}` });
  const [[kind, report] = ['', {}]] = Object.entries(detail);

  const { batchItemFailures } = await worked(
    recordEmailEvent,
    queueEvent([
      {
        source: 'aws.ses',
        detail: {
          eventType,
          [kind]: { timestamp, ...report },
          mail: { timestamp, tags: Object.fromEntries(tags.map(([name, tag]) => [name, [tag]])) },
        },
      },
    ]),
  );

  expect(batchItemFailures).toEqual([]);
});

/** Made by workers, or by callers whose example would differ. */
test.each<[EventType, (tenant: Tenant) => Promise<unknown>]>([
  ['risk.investigation.finished', investigate],
  ['document.expired', expire],
  ['document.approved', approve],
  ['document.retention_ended', endRetention],
  ['webhook.disabled', disable],
  ['risk.override.carried', carryOverride],
  ['risk.review.due', review],
  ['risk.review.overdue', review],
  ['risk.backtest.completed', backtest],
  ['job.ended', exportRecords],
  ['audit.root.sealed', sealedEvent],
  ['screening.list.held', hold],
  ['signer.identity_check_approved', (tenant) => checkSigner(tenant, true)],
  ['signer.identity_name_differs', (tenant) => checkSigner(tenant, false)],
])('routes in use: %s is sent by its worker', async (type, work) => {
  const tenant = await plantTenant(type === 'screening.list.held' ? 'live' : 'test');

  await work(tenant);

  const rows = (await waitingEvents()).filter(({ organizationId }) => organizationId === tenant.organizationId);
  expect(rows.map((row) => OutboxRow.parse(row)).flatMap(payloadsIn)).toContainEqual(
    expect.objectContaining({ event: type }),
  );
});

/** A signer whose document has their name, or another one. */
async function checkSigner({ organizationId, mode }: Tenant, isSame: boolean) {
  const world = await aWorld(mode, organizationId);
  const { id, token } = await existingChecked({ organizationId, mode });
  const holder = holderOf(token);
  await holder.ask(routes.documents.checkIdentity);
  const [signer] = (await done(world.client, routes.documents.readDocument, { params: { id } })).signers;
  const { sessionId } = signer.identitySession;
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  await report(world, attempt, 'document', { outputs: { full_name: isSame ? signer.name : 'Somebody Else' } });
  const session = await done(world.client, routes.verification.readSession, { params: { id: sessionId } });
  await decided(world, session.data.riskSubjectId, attempt, 'approved');
  await holder.ask(routes.documents.checkIdentity);
}

async function investigate({ organizationId, mode, client }: Tenant) {
  const route = routes.risk.startInvestigation;
  const example = await exampleOf(route).prepare({ organizationId, mode });
  const { body } = await call(client, route, example);
  await worked(runInvestigation, queueEvent([{ organizationId, mode, investigationId: body.id }]));
}

async function review({ organizationId, mode }: Tenant) {
  const world = await aWorld(mode, organizationId);
  await watchedSubject(world, { reviewAfterSeconds: 1, review: { actions: ['look'], withinSeconds: 1 } });
  for (const minutes of [1, 2, 3, 4]) await tick(addSeconds(now(), minutes * 60));
}

async function carryOverride({ organizationId, mode }: Tenant) {
  const world = await aWorld(mode, organizationId);
  const { subjectId, source } = await watchedSubject(world, { overrides: 'carry_unchanged' });
  const [assessment] = await assessmentsOf(world, subjectId);
  const expiresAt = addSeconds(now(), DAY_SECONDS).toISOString();
  const body = { decision: 'none', reason: 'Seen in person.', expiresAt };
  await call(world.owner, routes.risk.createOverride, { params: { id: assessment.id }, body });
  await stated(source, subjectId);
  await refreshFromStream();
}

async function exportRecords({ organizationId, mode, client }: Tenant) {
  const { body } = await call(client, routes.jobs.createExport, { body: { kind: 'subjects' } });
  await worked(runJob, queueEvent([{ organizationId, mode, jobId: body.id }]));
}

async function backtest({ organizationId, mode, client }: Tenant) {
  const { body } = await call(client, routes.risk.createBacktest, { body: await aBacktest({ organizationId, mode }) });
  await worked(runJob, queueEvent([{ organizationId, mode, jobId: body.id }]));
}

async function expire({ organizationId, mode }: Tenant) {
  await existingSent({ organizationId, mode });
  await expireDocuments(workerContext(addSeconds(now(), 400 * DAY_SECONDS)));
}

async function approve({ organizationId, client }: Tenant) {
  const world = { organizationId, key: client };
  const draft = await draftWith(world, [
    { email: anAddress(), role: 'approver', fields: [] },
    { email: anAddress(), fields: [{}] },
  ]);
  const [approver] = await sent(world, draft);
  await approver?.complete();
}

async function endRetention({ organizationId, mode }: Tenant) {
  await existingKept({ organizationId, mode });
  await expireDocuments(workerContext(addSeconds(now(), 400 * DAY_SECONDS)));
}

async function disable(tenant: Tenant) {
  const scope = { organizationId: tenant.organizationId, mode: tenant.mode };
  const id = await existingWebhook(tenant);
  const subscription = await findSubscription(dynamoStore, scope, id);
  if (!subscription) throw new Error('The webhook does not exist.');
  const failingSince = now().toISOString();
  await dynamoStore.writeOne(noteHealth(scope, subscription, { failingSince, isSlow: false }));
  await disableFailing(workerContext(addSeconds(now(), 6 * DAY_SECONDS)), scope, id);
}

async function hold({ organizationId }: Tenant) {
  const { key, ...version } = await holdSomeVersion();
  const context = workerContext();
  const state = await readListState(dynamoStore, key);
  const requester = { organizationId, principal: `user:${randomUUID()}` };
  const change = { type: 'screening.list.held', version, requester } as const;
  await writeAll(context, await workerChangeWrites(context, key, { before: state, after: state }, change));
}

test('routes in use: every event was sent as documented, without further properties', async () => {
  const announced = (await waitingEvents()).map((row) => OutboxRow.parse(row)).flatMap(payloadsIn);

  expect(new Set(announced.map(({ event }) => event))).toEqual(new Set(Object.keys(EVENT_CATALOGUE)));
  for (const payload of announced) {
    const { event } = payload;
    const { post } = apiDocument().webhooks[event] ?? {};
    const { schema = {} } = post?.requestBody.content['application/json'] ?? {};
    expect(faultsOf(schema, payload), event).toEqual([]);
    // A schema drops unknown properties.
    expect(notificationOf(event, notifications[event]).parse(payload)).toEqual(payload);
  }
});

function payloadsIn(row: OutboxRow): { event: EventType }[] {
  const told = new Set(Object.values(row.subscribers).flat());
  return [...told].flatMap((member) => {
    const event = eventAt(row, member);
    return event ? [JSON.parse(payloadOf(event, row))] : [];
  });
}
