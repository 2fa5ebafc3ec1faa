import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { apiDocument } from '#shared/service/index.ts';
import { EVENT_CATALOGUE, type EventType } from '#shared/webhooks/event-catalogue.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { faultsOf } from '#test/support/published-document.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { deliverAll, dispatchAll, drainDeliveries } from '#test/support/webhook-workers.ts';
import { anOrganization, causeEvent, type Organization, subscribe } from './subscriber.ts';

/** What receivers can find out about events before they receive one, and what they may rely on. */
let organization: Organization;

beforeAll(prepareEngine);
beforeEach(async () => {
  await drainDeliveries();
  organization = await anOrganization();
});

interface Described {
  event: EventType;
  version: number;
  description: string;
  filters: string[];
  sample: { event: string; data: Record<string, unknown> };
  schema: Record<string, unknown>;
}

const eventTypes = async (): Promise<Described[]> =>
  (await call(organization.client, webhookRoutes.listEventTypes)).body.items;

test('event types: every event of the catalogue is listed with its version, sample and schema', async () => {
  const items = await eventTypes();

  expect(items.map(({ event }) => event)).toEqual(Object.keys(EVENT_CATALOGUE));
  for (const { event, version, description, sample, schema } of items) {
    expect({ version, description }).toEqual({
      version: EVENT_CATALOGUE[event].version,
      description: EVENT_CATALOGUE[event].when,
    });
    // Without the OpenAPI document, so it must contain what it refers to.
    expect(JSON.stringify(schema)).not.toContain('#/components/');
    expect(faultsOf(schema, sample), event).toEqual([]);
    expect(faultsOf(schema, { ...sample, event: 'another' })).not.toEqual([]);
  }
});

test('event types: events with a subject can be filtered by it, and the others cannot', async () => {
  for (const { event, schema, filters } of await eventTypes()) {
    const { data } = schema.properties as Record<string, { properties: { subjectId: { type?: string } } }>;
    expect(filters.includes('subjectIds'), event).toBe(data?.properties.subjectId.type !== 'null');
  }
});

test('event types: samples are the examples of the OpenAPI document', async () => {
  const { webhooks } = apiDocument();

  for (const { event, description, sample } of await eventTypes()) {
    const { post } = webhooks[event] ?? {};
    expect(post?.summary).toBe(description);
    expect(post?.requestBody.content['application/json'].example).toEqual(sample);
  }
});

test('event types: an API key that may only read webhooks reads them', async () => {
  const { credential } = await keyOf(organization.organizationId, 'test', { scopes: ['webhooks:read'] });

  expect((await call(credential, webhookRoutes.listEventTypes)).status).toBe(200);
});

const RUN = ['runId', 'status', 'incomplete'];

/**
 * The members of `data` beside the ids that version 1 has. Members may be added here; to remove one, raise the
 * version of the event in the catalogue.
 */
const VERSION_1: Partial<Record<EventType, string[]>> = {
  'risk.investigation.finished': ['status'],
  'verification.run.completed': ['sessionId', 'outcome'],
  'verification.decision.recorded': ['sessionId', 'runId', 'decision'],
  'screening.run.completed': [...RUN, 'errorCode', 'trigger', 'sessionId', 'riskSubjectId', 'matchCount'],
  'screening.run.attached': [...RUN, 'riskSubjectId', 'matchCount'],
  'screening.match.found': ['runId', 'matches'],
  'screening.list.held': ['list'],
  'document.sent': ['documentId'],
  'document.viewed': ['documentId', 'signerId'],
  'document.field_filled': ['documentId', 'signerId', 'fieldId'],
  'document.signed': ['documentId', 'signerId'],
  'document.approved': ['documentId', 'signerId'],
  'signer.delegated': ['documentId', 'signerId'],
  'document.completed': ['documentId', 'sha256'],
  'document.declined': ['documentId', 'signerId'],
  'document.voided': ['documentId'],
  'document.expired': ['documentId'],
  'document.retention_ended': ['documentId', 'sha256', 'finalSha256'],
  'signer.email_bounced': ['documentId', 'signerId', 'reason'],
  'signer.email_complained': ['documentId', 'signerId', 'reason'],
  'organization.deletion.requested': ['erasesAt'],
};
const IN_EVERY_VERSION = ['organizationId', 'subjectId', 'resourceId', 'sandbox'];

test('event types: no member of version 1 is removed without a new version', async () => {
  const first = (await eventTypes()).filter(({ version }) => version === 1);

  expect(first.length).toBeGreaterThan(20);
  for (const { event, schema } of first) {
    const { data } = schema.properties as Record<string, { required: string[] }>;
    const promised = [...IN_EVERY_VERSION, ...(VERSION_1[event] ?? [])];
    expect(
      promised.filter((member) => !data?.required.includes(member)),
      event,
    ).toEqual([]);
  }
});

test('order: sorted as text, the ids of events are in the order of changes made one after the other', async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  await subscribe(organization, receiver.url, ['risk.*']);
  const subjectId = await causeEvent(organization);
  const resources = [subjectId];
  for (let number = 1; number <= 12; number += 1) {
    const title = `Login ${number}`;
    const body = { activityType: 'login', category: 'account', title, occurredAt: '2026-01-01T00:00:00Z' };
    const reported = await call(organization.client, riskRoutes.reportActivity, { params: { id: subjectId }, body });
    expect(reported.status).toBe(201);
    resources.push(reported.body.id);
  }

  await dispatchAll();
  await deliverAll();

  const received = receiver.received.map(({ body }) => JSON.parse(body));
  const inOrder = received.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  expect(inOrder.map(({ data }) => data.resourceId)).toEqual(resources);
});
