import { createHash } from 'node:crypto';
import { constantHeaders } from '@assay/foundation/webhook-signature';
import * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import { recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { memberOf } from '#shared/platform/ids.ts';
import { isHeld } from '#shared/platform/store/lease.ts';
import { EARLY_MS, MAX_POSTPONED_SECONDS, REOPENED_SECONDS } from './limits.ts';
import { sentType } from './payload.ts';

/** One event for one webhook, with all its attempts. */
export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const Attempt = z.object({
  at: Timestamp,
  status: z.int().nullable().describe('HTTP status of the receiver; null without a response.'),
  latencyMs: z.int(),
  error: z
    .string()
    .nullable()
    .describe(
      'Why there was no response: `timeout`, `connection_reset`, `forbidden_address`, …; `webhook_paused` ' +
        'and similar when the delivery could not be sent; `circuit_open` when it was postponed for more than a ' +
        'day because the receiver timed out every time.',
    ),
  preview: z.string().nullable().describe('The first 1,000 characters of the response.'),
});
export type Attempt = z.infer<typeof Attempt>;

const DeliveryData = z.object({
  webhookId: z.uuid(),
  eventId: z.uuid(),
  event: z.string(),
  status: DeliveryStatus,
  attempts: z.array(Attempt),
  nextAttemptAt: Timestamp.nullable().describe(
    'Time of the next attempt; null after the last. It moves ahead without an attempt while the receiver is ' +
      'paused after ten timeouts in a row.',
  ),
  createdAt: Timestamp,
});

const EXAMPLE = {
  id: '019ced2d-1f66-7a4c-8c2e-7a0d3c8b5f00',
  resource: 'deliveries',
  data: {
    webhookId: '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00',
    eventId: '019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f00',
    event: 'risk.subject.created',
    status: 'succeeded',
    attempts: [
      {
        at: '2026-03-14T09:26:54.012Z',
        status: 200,
        latencyMs: 87,
        error: null,
        preview: 'ok',
      },
    ],
    nextAttemptAt: null,
    createdAt: '2026-03-14T09:26:53.731Z',
  },
};

export const DeliveryRecord = recordOf('deliveries', DeliveryData).meta({
  id: 'Delivery',
  examples: [EXAMPLE],
});

export const DeliveryDetail = recordOf(
  'deliveries',
  DeliveryData.extend({
    payload: z.string().describe('The body of every attempt, exactly as sent.'),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'The headers that are the same in every attempt. The timestamps and signatures of an attempt are not stored.',
      ),
  }),
).meta({
  id: 'DeliveryDetail',
  examples: [
    {
      ...EXAMPLE,
      data: {
        ...EXAMPLE.data,
        payload:
          '{"eventId":"019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f00","event":"risk.subject.created","timestamp":"2026-03-14T09:26:53.589Z","data":{}}',
        headers: {
          'content-type': 'application/json',
          'x-webhook-event': 'risk.subject.created',
          'webhook-id': '019ced2d-1f66-7a4c-8f3e-1a0d3c8b5f00',
        },
      },
    },
  ],
});

/** As stored. */
export const Delivery = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  eventId: z.uuid(),
  event: z.string(),
  /** The bytes to send, identical in every attempt. */
  payload: z.string(),
  status: DeliveryStatus,
  attempts: z.array(Attempt),
  /** Attempts since the last retry or recovery was requested. */
  attemptsInRound: z.number(),
  nextAttemptAt: z.string().nullable(),
  /**
   * Since when, in this round, the delivery has been postponed without a request; removed by a new round.
   */
  putOffSince: z.string().optional(),
  createdAt: z.string(),
  /** When a new round of attempts was last started by a retry, a recovery or a replay. */
  reopenedAt: z.string().optional(),
  /** Whether the service has started a new round by itself, which it does once. */
  isResent: z.boolean().optional(),
  /** Expiry and holder of the attempt in progress. A worker that lost its lease finds another one here. */
  lease: z.string().nullable(),
  /** When the tick processes it; removed when nothing is left to do. */
  dueAt: z.string().optional(),
});
export type Delivery = z.infer<typeof Delivery>;

/**
 * Pending, at its time, and not leased. The first attempt of a round is due at once, so that clock skew
 * between machines does not delay it, unless it was postponed.
 */
export function isDue({ status, attemptsInRound, nextAttemptAt, putOffSince, lease }: Delivery, now: Date): boolean {
  const latest = new Date(now.getTime() + EARLY_MS).toISOString();
  const waitsForNothing = attemptsInRound === 0 && putOffSince === undefined;
  const isTime = waitsForNothing || (nextAttemptAt !== null && nextAttemptAt <= latest);
  return status === 'pending' && isTime && !isHeld(lease, now);
}

/** Pending after an attempt or a delay, with no attempt in progress. */
export const isWaiting = ({ status, attemptsInRound, putOffSince, lease }: Delivery, now: Date): boolean =>
  status === 'pending' && (attemptsInRound > 0 || putOffSince !== undefined) && !isHeld(lease, now);

/** Started a new round so recently that another one would only repeat it. */
export const isJustReopened = ({ reopenedAt }: Delivery, now: Date): boolean =>
  reopenedAt !== undefined && now.getTime() - Date.parse(reopenedAt) < REOPENED_SECONDS * 1000;

/** How long it has been postponed in this round. */
export const postponedSeconds = ({ putOffSince }: Delivery, now: Date): number =>
  putOffSince === undefined ? 0 : (now.getTime() - Date.parse(putOffSince)) / 1000;

export const canBePutOff = (delivery: Delivery, now: Date) => postponedSeconds(delivery, now) < MAX_POSTPONED_SECONDS;

/**
 * The id of a delivery derives from event and webhook, so dispatching twice creates one delivery. It
 * contains the time and number of the event, and thereby its position in the list.
 */
export function deliveryId(eventId: string, webhookId: string): string {
  const hash = createHash('sha256').update(`${eventId}\n${webhookId}`).digest();
  hash[0] = 0x80 | ((hash[0] ?? 0) & 0x3f);
  hash[7] = ((hash[7] ?? 0) & 0x80) | memberOf(eventId);
  const tail = hash.subarray(0, 8).toString('hex');
  return `${eventId.slice(0, 19)}${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** A delivery before its first attempt. */
export const newDelivery = (
  { id: eventId, ...event }: Pick<NewEvent, 'type' | 'sample'> & { id: string },
  { webhookId, payload, at }: { webhookId: string; payload: string; at: string },
): Delivery => ({
  id: deliveryId(eventId, webhookId),
  webhookId,
  eventId,
  event: sentType(event),
  payload,
  status: 'pending',
  attempts: [],
  attemptsInRound: 0,
  nextAttemptAt: at,
  createdAt: at,
  lease: null,
});

export const presentDelivery = (delivery: Delivery): z.infer<typeof DeliveryRecord> => {
  const { id, webhookId, eventId, event, status, attempts, nextAttemptAt, createdAt } = delivery;
  const data = { webhookId, eventId, event, status, attempts, nextAttemptAt, createdAt };
  return { id, resource: 'deliveries', data };
};

export const presentDeliveryDetail = (delivery: Delivery): z.infer<typeof DeliveryDetail> => {
  const { eventId, event, payload } = delivery;
  const { data, ...record } = presentDelivery(delivery);
  return { ...record, data: { ...data, payload, headers: constantHeaders({ eventId, event }) } };
};
