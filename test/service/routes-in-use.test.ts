import { beforeAll, expect, test } from 'vitest';
import { handler as recordEmailEvent } from '#functions/workers/record-email-event.ts';
import { usesOfRoute } from '#infra/grants.ts';
import { notifications } from '#shared/notifications.ts';
import { isBodyOptional, Nothing, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { EVENT_CATALOGUE, type EventType } from '#shared/webhooks/event-catalogue.ts';
import { notificationOf } from '#shared/webhooks/notification.ts';
import { payloadOf } from '#shared/webhooks/payload.ts';
import { eventAt, OutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { disagreementsAround } from '#test/support/agreement.ts';
import { call } from '#test/support/api.ts';
import { existingSent } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { faultsOf, publishedBody, publishedResult } from '#test/support/published-document.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { callerFor, plantTenant } from '#test/support/tenant.ts';
import { declaredIn, touchedBy } from '#test/support/touched-tables.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/**
 * Every route is called once, with a webhook for all events. Requests, responses and events must match the
 * document, and tables are accessed as declared: a function's role is built from its declaration, so any other access
 * would fail after deployment.
 */
beforeAll(prepareEngine);

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
