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
    asks: 'to continue erasing a deleted organization',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
  deliveries: {
    asks: 'to attempt a webhook delivery',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  slowDeliveries: {
    asks: 'to attempt a delivery to a slow receiver, apart from the others',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  recoveries: {
    asks: 'to continue the recovery of a webhook',
    visibilitySeconds: 360,
    maxReceives: 10,
  },
  deliveryTicks: {
    asks: 'to process due events and deliveries, every five seconds',
    visibilitySeconds: 360,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  riskTicks: {
    asks: 'to process due monitored subjects and investigations, every five seconds',
    visibilitySeconds: 720,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  investigations: {
    asks: 'to run an investigation',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  emailEvents: {
    asks: 'to record what became of one email',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  listRefreshes: {
    asks: 'to refresh a screening list, or to build its index or the joint index again',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  pepCrawls: {
    asks: 'to send one query of the PEP crawl',
    visibilitySeconds: 720,
    maxReceives: 5,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
