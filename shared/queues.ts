/** Every queue, with what a message asks for. Each has a dead-letter queue and an alarm on it. */
export interface QueueDefinition {
  asks: string;
  /**
   * How long a consumer may take before the message is shown to another: six times its timeout, as AWS
   * advises, but no longer than half an hour, after which failed work should be retried.
   */
  visibilitySeconds: number;
  /** How long an unread message is stored, if not for the four days that are SQS's default. */
  retentionSeconds?: number;
  /** How often a message may be received before it is put aside. Lambda's being too busy counts too. */
  maxReceives: number;
}

/** A tick is worth nothing once the next ones are there: after an outage two minutes of them are left. */
const TICK_SECONDS = 120;

export const queues = {
  erasures: {
    asks: 'to go on erasing one deleted organization',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
  deliveries: {
    asks: 'for one attempt at one webhook delivery',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  troubledDeliveries: {
    asks: 'the same, of a receiver that is slow to answer, so that it holds up nobody else',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  recoveries: {
    asks: 'to go on sending again what failed for one webhook',
    visibilitySeconds: 360,
    maxReceives: 10,
  },
  deliveryTicks: {
    asks: 'to look for events and deliveries that are due; comes every five seconds',
    visibilitySeconds: 360,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  riskTicks: {
    asks: 'to look for monitored subjects and investigations that are due; comes every five seconds',
    visibilitySeconds: 720,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  investigations: {
    asks: 'to carry out one investigation',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  listRefreshes: {
    asks: 'to fetch one screening list and, if it is new and whole, to search it from then on; or to build its index again, or that of all of them',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  pepCrawls: {
    asks: 'for one question to the knowledge base that politically exposed persons are read from',
    visibilitySeconds: 720,
    maxReceives: 5,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
