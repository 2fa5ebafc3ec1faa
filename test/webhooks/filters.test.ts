import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { VerificationDecision } from '#shared/risk/contract.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { WORK_DECISIONS } from '#shared/risk/work.ts';
import { ScreeningStatus } from '#shared/screening/run.ts';
import { RunOutcome } from '#shared/verification/run.ts';
import { DECISIONS, matchesFilter, STATUSES } from '#shared/webhooks/filter.ts';
import { DueRecovery } from '#shared/webhooks/messages.ts';
import { isReplayable } from '#shared/webhooks/replay.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { replayEvents } from '#shared/webhooks/use-cases/replay-events.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import {
  deliverAll,
  dispatchAll,
  drain,
  drainDeliveries,
  everyDelivery,
  workerContext,
} from '#test/support/webhook-workers.ts';
import { anOrganization, causeEvent, type Organization } from './subscriber.ts';

/** A webhook can receive a part of the events that it selects. */
describe('a filter', () => {
  const about = { resourceId: randomUUID(), subjectId: randomUUID(), payload: null, details: null };
  const assessed = { ...about, type: 'risk.assessment.created', details: { decision: 'reject', policyKey: 'kyc' } };
  const found = { ...about, type: 'screening.match.found', payload: { matches: [{ list: 'eu_fsf' }, { list: 'un' }] } };

  test.each([
    ['no filter', assessed, undefined, true],
    ['an empty one', assessed, {}, true],
    ['its decision', assessed, { decisions: ['review', 'reject'] }, true],
    ['another decision', assessed, { decisions: ['review'] }, false],
    ['decision and policy', assessed, { decisions: ['reject'], policyKeys: ['kyc'] }, true],
    ['decision and another policy', assessed, { decisions: ['reject'], policyKeys: ['aml'] }, false],
    ['its subject', assessed, { subjectIds: [about.subjectId] }, true],
    ['another subject', assessed, { subjectIds: [randomUUID()] }, false],
    ['one of its lists', found, { lists: ['un'] }, true],
    ['another list', found, { lists: ['ofac_sdn'] }, false],
    ['a member that the event does not have', found, { decisions: ['reject'] }, false],
    [
      'its status',
      { ...about, type: 'screening.run.completed', payload: { status: 'match' } },
      { statuses: ['match'] },
      true,
    ],
    [
      'its outcome',
      { ...about, type: 'verification.run.completed', payload: { outcome: 'failed' } },
      { statuses: ['passed'] },
      false,
    ],
    // The details of other events are not what a filter is about.
    ['a detail of the same name', { ...assessed, type: 'risk.override.created' }, { decisions: ['reject'] }, false],
    ['a member of a newer release', assessed, { colours: ['red'] }, true],
    ['any filter, for a test event', { ...about, type: 'webhook.ping' }, { decisions: ['reject'] }, true],
  ])('lets events through by %s', (_, event, filter, isSent) => {
    expect(matchesFilter(event, filter as Record<string, string[]> | undefined)).toBe(isSent);
  });

  test('applies to replays', () => {
    const webhook = { id: randomUUID(), events: ['risk.*'], filter: { decisions: ['review'] } };

    expect(isReplayable(assessed, webhook)).toBe(false);
    expect(isReplayable(assessed, { ...webhook, filter: { decisions: ['reject'] } })).toBe(true);
    expect(isReplayable(assessed, webhook, ['*'])).toBe(false);
  });

  test('takes the decisions and statuses that exist', () => {
    expect(new Set(DECISIONS)).toEqual(new Set([...WORK_DECISIONS, ...VerificationDecision.options]));
    const investigation = ['completed', 'failed'];
    expect(new Set(STATUSES)).toEqual(new Set([...ScreeningStatus.options, ...RunOutcome.options, ...investigation]));
  });
});

let organization: Organization;
let receiver: Receiver;

beforeAll(prepareEngine);
beforeEach(async () => {
  await drainDeliveries();
  await drain('recoveries');
  organization = await anOrganization();
  receiver = await startReceiver();
  onTestFinished(receiver.stop);
});

const create = (body: object) =>
  call(organization.client, webhookRoutes.createWebhook, {
    body: { url: receiver.url, events: ['risk.*'], mode: 'test', ...body },
  });
const update = (id: string, body: object) =>
  call(organization.client, webhookRoutes.updateWebhook, { params: { id }, body });
const ping = (id: string, body?: object) =>
  call(organization.client, webhookRoutes.pingWebhook, { params: { id }, ...(body && { body }) });

async function deliver(): Promise<void> {
  await dispatchAll();
  await deliverAll();
}

const subjectsReceived = () => receiver.received.map(({ body }): string => JSON.parse(body).data.subjectId);

test('filters: no delivery is created for other events, and a replay sends what a wider filter lets through', async () => {
  const wanted = await causeEvent(organization);
  const { body: webhook } = await create({ filter: { subjectIds: [wanted.toUpperCase()] } });
  expect(webhook.data.filter).toEqual({ subjectIds: [wanted] });
  const other = await causeEvent(organization);
  await deliver();
  expect(await everyDelivery(webhook.id)).toEqual([]);

  const replay = async () => {
    const body = { since: addSeconds(new Date(), -3_600).toISOString() };
    const asked = await call(organization.client, webhookRoutes.replayWebhook, { params: { id: webhook.id }, body });
    expect(asked.status).toBe(202);
    const settled = addSeconds(new Date(), 120);
    for (const message of DueRecovery.array().parse(await drain('recoveries')))
      while ((await replayEvents(workerContext(settled), message)) === 'more');
    await deliverAll(settled);
  };
  await replay();
  expect(subjectsReceived()).toEqual([wanted]);

  const { body: changed } = await update(webhook.id, { filter: null });
  expect(changed.data.filter).toBeUndefined();
  await replay();
  expect(subjectsReceived()).toEqual([wanted, other]);
});

test.each([
  ['an unknown member', { filter: { colour: ['red'] } }, 400, 'invalid_body'],
  ['no values', { filter: { decisions: [] } }, 400, 'invalid_body'],
  ['an unknown decision', { filter: { decisions: ['rejects'] } }, 400, 'invalid_body'],
  ['a repeated value', { filter: { lists: ['un', 'un'] } }, 400, 'invalid_body'],
  [
    'too many subjects',
    { filter: { subjectIds: Array.from({ length: 51 }, () => randomUUID()) } },
    400,
    'invalid_body',
  ],
  ['a member that no selected event has', { filter: { lists: ['un'] } }, 422, 'filter_never_matches'],
  [
    'members that no event has together',
    { events: ['*'], filter: { lists: ['un'], decisions: ['reject'] } },
    422,
    'filter_never_matches',
  ],
])('filters: %s is refused', async (_, body, status, code) => {
  const refused = await create(body);

  expect(refused).toMatchObject({ status, body: { code } });
});

test('filters: a change of events is refused if the filter would never match', async () => {
  const { body: webhook } = await create({ filter: { decisions: ['reject'] } });

  expect(await update(webhook.id, { events: ['document.*'] })).toMatchObject({
    status: 422,
    body: { code: 'filter_never_matches', errors: [{ path: 'filter' }] },
  });
  const { body: both } = await update(webhook.id, { events: ['document.*'], filter: null });
  expect(both.data).toMatchObject({ events: ['document.*'] });
});

test('ping: sends the sample of an event, marked as a test, whatever the webhook selects', async () => {
  const { body: webhook } = await create({ filter: { decisions: ['reject'] } });

  const { status, body } = await ping(webhook.id, { event: 'document.completed' });
  await deliver();

  expect(status).toBe(202);
  const [{ body: sent = '', headers = {} } = {}] = receiver.received;
  expect(JSON.parse(sent)).toMatchObject({
    eventId: body.eventId,
    event: 'document.completed',
    test: true,
    data: { organizationId: organization.organizationId, sandbox: true, sha256: expect.any(String) },
  });
  expect(headers['x-webhook-event']).toBe('document.completed');
  expect(await everyDelivery(webhook.id)).toMatchObject([{ id: body.deliveryId, event: 'document.completed' }]);
});

test('ping: without an event it is a ping, and an unknown event is refused', async () => {
  const { body: webhook } = await create({});

  expect((await ping(webhook.id, {})).status).toBe(202);
  expect(await ping(webhook.id, { event: 'document.complete' })).toMatchObject({ status: 400 });
  await deliver();

  const sent = receiver.received.map(({ body }) => JSON.parse(body));
  expect(sent).toMatchObject([{ event: 'webhook.ping', data: { resourceId: webhook.id } }]);
  expect(sent[0]).not.toHaveProperty('test');
});

test('ping: the history has the bytes of a sample', async () => {
  const { body: webhook } = await create({ events: ['*'] });
  await ping(webhook.id, { event: 'risk.subject.created' });
  await deliver();
  const query = { view: 'webhook', type: 'webhook.ping' };

  const log = await call(organization.client, riskRoutes.listRecords, { params: { resource: 'events' }, query });

  expect(log.body.items.map(({ data }: { data: { webhookBody: string } }) => data.webhookBody)).toEqual([
    receiver.received[0]?.body,
  ]);
});
