import * as z from 'zod';
import { SECRET_RETIRED } from '#shared/identity/contract.ts';
import { defineRoutes, get, Nothing, patch, post, remove } from '#shared/platform/http/route.ts';
import { Instant, pageOf, paging, Timestamp } from '#shared/platform/http/shapes.ts';
import { DeliveryDetail, DeliveryRecord, DeliveryStatus } from './delivery.ts';
import { EVENT_TYPES } from './event-catalogue.ts';
import { WebhookEventTypes } from './event-type.ts';
import { HISTORY_PAGE_ROWS, REPLAY_DAYS } from './limits.ts';
import { StatsQuery, WebhookStats } from './stats.ts';
import {
  Events,
  NewSubscription,
  SubscriptionChange,
  SubscriptionRecord,
  SubscriptionWithSecret,
} from './subscription.ts';

const DeliveryQuery = z.strictObject({
  limit: z
    .string()
    .refine((text) => /^[1-9]\d{0,8}$/.test(text), 'must be a whole number from 1')
    .transform((text) => Math.min(Number(text), HISTORY_PAGE_ROWS))
    .default(HISTORY_PAGE_ROWS)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 999_999_999,
      default: HISTORY_PAGE_ROWS,
      description: `A page never has more than ${HISTORY_PAGE_ROWS}.`,
    }),
  cursor: z.string().max(1_000).optional().describe('`nextCursor` of the previous page.'),
  status: DeliveryStatus.optional(),
  event: z.enum(EVENT_TYPES).optional().describe('Deliveries of one event type.'),
  eventId: z.uuid().optional().describe('The delivery of one event.'),
  subjectId: z.uuid().optional().describe('Deliveries of events about one risk subject.'),
  since: Instant.optional().describe('Deliveries of events from this time on.'),
  until: Instant.optional().describe('Deliveries of events before this time.'),
});

const DeliveryPage = z
  .object({ items: z.array(DeliveryRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DeliveryPage' });

const Recovery = z
  .strictObject({
    since: Instant.describe('Deliveries of events since this time are retried.'),
  })
  .meta({ id: 'NewRecovery', examples: [{ since: '2026-03-14T00:00:00Z' }] });

const RecoveryAnswer = z
  .object({
    webhookId: z.uuid(),
    since: Timestamp,
    status: z
      .enum(['recovering', 'nothing_to_do'])
      .describe('`nothing_to_do` if no delivery failed or waits, or all were reopened in the last minute.'),
    deliveries: z.int().describe('Number of deliveries that are retried. 1,000 means 1,000 or more.'),
  })
  .meta({ id: 'Recovery' });
export type RecoveryAnswer = z.infer<typeof RecoveryAnswer>;

const Replay = z
  .strictObject({
    since: Instant.describe('Events from this time on.'),
    until: Instant.optional().describe(
      `Events before this time, by default the time of the request. At most ${REPLAY_DAYS} days after \`since\`.`,
    ),
    events: Events.optional().describe('Events to send, by default those that the webhook selects.'),
  })
  .meta({
    id: 'NewReplay',
    examples: [{ since: '2026-03-14T00:00:00Z', until: '2026-03-14T06:00:00Z', events: ['risk.*'] }],
  });

const ReplayAnswer = z
  .object({ webhookId: z.uuid(), since: Timestamp, until: Timestamp, status: z.literal('replaying') })
  .meta({ id: 'Replay' });

const Ping = z
  .strictObject({
    event: z
      .enum(EVENT_TYPES)
      .optional()
      .describe('Sends the sample of this event type, with `test` in its payload. By default `webhook.ping`.'),
  })
  .meta({ id: 'NewPing', examples: [{ event: 'document.completed' }] });

const PingAnswer = z
  .object({
    webhookId: z.uuid(),
    status: z.literal('sending'),
    eventId: z.uuid(),
    deliveryId: z
      .uuid()
      .describe('Its delivery, which exists a moment later: `GET /webhooks/{id}/deliveries/{deliveryId}`.'),
  })
  .meta({ id: 'Ping' });

const notFound = {
  not_found: [404, 'The webhook does not exist in this organization and mode.'],
} as const;
const destination = {
  forbidden_destination: [422, 'Webhooks cannot be sent to this URL. See `errors`.'],
} as const;
const filters = {
  filter_never_matches: [422, 'No selected event has all members of the filter.'],
} as const;
const tooMany = {
  too_many_webhooks: [422, 'The maximum number of active webhooks is reached. Pause or delete one.'],
} as const;

export const webhookRoutes = defineRoutes('webhooks', {
  createWebhook: post('/webhooks', 'client', NewSubscription, SubscriptionWithSecret, {
    summary: 'Create a webhook',
    description: 'The secret is shown in this response and its replays only.',
    isModeInBody: true,
    problems: { ...destination, ...filters, ...tooMany, ...SECRET_RETIRED },
    uses: { tables: { webhooks: ['GetItem', 'PutItem'] } },
  }),
  listWebhooks: get('/webhooks', 'client', pageOf(SubscriptionRecord), {
    summary: 'List webhooks',
    query: z.strictObject(paging),
    uses: { tables: { webhooks: ['Query'] } },
  }),
  listEventTypes: get('/webhooks/event-types', 'client', WebhookEventTypes, {
    summary: 'List webhook event types',
    description:
      'All events that a webhook can receive, with the schema of their payloads. The same for every organization and ' +
      'in both modes.',
  }),
  readWebhook: get('/webhooks/{id}', 'client', SubscriptionRecord, {
    summary: 'Read a webhook',
    problems: notFound,
    uses: { tables: { webhooks: ['GetItem'] } },
  }),
  readWebhookStats: get('/webhooks/{id}/stats', 'client', WebhookStats, {
    summary: 'Read the statistics of a webhook',
    description:
      'Attempts and response times by hour. Every request to the receiver counts, retries and test events ' +
      'included. A worker that stops may leave an attempt uncounted or count it twice; the list of deliveries is exact.',
    query: StatsQuery,
    problems: notFound,
    uses: { tables: { webhooks: ['GetItem', 'Query'] } },
  }),
  updateWebhook: patch('/webhooks/{id}', 'client', SubscriptionChange, SubscriptionRecord, {
    summary: 'Update a webhook',
    problems: { ...notFound, ...destination, ...filters, ...tooMany },
    uses: { tables: { webhooks: ['GetItem', 'UpdateItem', 'PutItem'] } },
  }),
  rotateWebhookSecret: post('/webhooks/{id}/rotate-secret', 'client', Nothing, SubscriptionWithSecret, {
    summary: 'Rotate the secret of a webhook',
    status: 200,
    problems: { ...notFound, ...SECRET_RETIRED },
    uses: { tables: { webhooks: ['GetItem', 'UpdateItem'] } },
  }),
  deleteWebhook: remove('/webhooks/{id}', 'client', Nothing, Nothing, {
    summary: 'Delete a webhook',
    problems: notFound,
    uses: { tables: { webhooks: ['GetItem', 'UpdateItem', 'PutItem'] } },
  }),
  pingWebhook: post('/webhooks/{id}/ping', 'client', Ping.optional(), PingAnswer, {
    summary: 'Send a test event',
    description:
      'Sent to this webhook alone, whatever it selects and filters, also while it is paused. A sample of another event ' +
      'type has `test: true` beside `data`, and the ids in `data` are examples, except `organizationId`.',
    status: 202,
    problems: { ...notFound, spending_limit: [429, 'The organization has used its test events of today (UTC).'] },
    uses: {
      tables: { webhooks: ['GetItem'], identity: ['GetItem', 'PutItem', 'UpdateItem'] },
      spendingLimits: true,
    },
  }),
  recoverWebhook: post('/webhooks/{id}/recover', 'client', Recovery, RecoveryAnswer, {
    summary: 'Recover deliveries',
    description:
      'Starts a new round of attempts for deliveries of events since a time that failed or wait for their ' +
      'next attempt. It creates no deliveries: events that were committed while the webhook was paused, disabled ' +
      'or did not exist are sent by `POST /webhooks/{id}/replay`.',
    status: 202,
    problems: {
      ...notFound,
      recovery_running: [409, 'A recovery of this webhook is running.'],
      since_in_future: [422, '`since` is in the future.'],
    },
    uses: {
      tables: { webhooks: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] },
      indexes: { webhooks: ['status'] },
      queues: ['recoveries'],
    },
  }),
  replayWebhook: post('/webhooks/{id}/replay', 'client', Replay, ReplayAnswer, {
    summary: 'Replay events',
    description:
      'Sends events of the history to the webhook, in the order of their commits and at most 50 a second: those that ' +
      'it has no delivery of, because it was paused, disabled or did not exist, and those whose delivery failed. The ' +
      'filter of the webhook applies. ' +
      'Events that were delivered or whose delivery is pending are not sent again. Events of the last minute follow ' +
      'a minute later. A replay ends if the webhook is paused, disabled or deleted.',
    status: 202,
    problems: {
      ...notFound,
      webhook_not_active: [409, 'The webhook is paused or disabled.'],
      replay_running: [409, 'A replay to this webhook is running.'],
      range_in_future: [422, '`until` is in the future.'],
      empty_range: [422, '`since` is not before `until`.'],
      range_too_long: [422, `The range is longer than ${REPLAY_DAYS} days.`],
    },
    uses: { tables: { webhooks: ['GetItem', 'PutItem'] }, queues: ['recoveries'] },
  }),
  listDeliveries: get('/webhooks/{id}/deliveries', 'client', DeliveryPage, {
    summary: 'List webhook deliveries',
    description:
      'Newest first. Filters can be combined. With `event` or `subjectId`, a page may have few items or none although ' +
      'there are more: follow `nextCursor` until it is null.',
    query: DeliveryQuery,
    problems: { ...notFound, invalid_cursor: [400, 'The cursor belongs to another list.'] },
    uses: {
      tables: { webhooks: ['GetItem', 'Query', 'BatchGetItem'], journal: ['Query', 'BatchGetItem'] },
      indexes: { webhooks: ['status'] },
    },
  }),
  readDelivery: get('/webhooks/{id}/deliveries/{deliveryId}', 'client', DeliveryDetail, {
    summary: 'Read a delivery',
    description: 'With the payload and the headers that are sent. Secrets, timestamps and signatures are not returned.',
    problems: { not_found: [404, 'The delivery does not exist.'] },
    uses: { tables: { webhooks: ['GetItem'] } },
  }),
  retryDelivery: post('/webhooks/{id}/deliveries/{deliveryId}/retry', 'client', Nothing, DeliveryRecord, {
    summary: 'Retry a delivery',
    status: 202,
    problems: {
      not_found: [404, 'The delivery does not exist.'],
      still_pending: [409, 'The delivery is pending. `recover` attempts pending deliveries now.'],
    },
    uses: { tables: { webhooks: ['GetItem', 'UpdateItem'] }, queues: ['deliveries'] },
  }),
});
