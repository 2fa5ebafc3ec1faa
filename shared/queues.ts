/** All queues and what their messages request. Each has a dead-letter queue with an alarm. */
export interface QueueDefinition {
  purpose: string;
  /**
   * Visibility timeout: six times the timeout of the consumer, as AWS recommends, but at most half an hour,
   * so that failed work is retried by then.
   */
  visibilitySeconds: number;
  /** Retention of messages that are not received, if not the SQS default of four days. */
  retentionSeconds?: number;
  /** Receives before a message moves to the dead-letter queue. Receives that Lambda throttles count too. */
  maxReceives: number;
}

/** A tick is worthless once later ones exist: after an outage at most two minutes of them are left. */
const TICK_SECONDS = 120;

export const queues = {
  erasures: {
    purpose: 'to continue erasing a deleted organization',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
  deliveries: {
    purpose: 'to attempt a webhook delivery',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  slowDeliveries: {
    purpose: 'to attempt a delivery to a slow receiver, apart from the others',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  recoveries: {
    purpose: 'to continue the recovery of a webhook',
    visibilitySeconds: 360,
    maxReceives: 10,
  },
  deliveryTicks: {
    purpose: 'to process due events and deliveries, every five seconds',
    visibilitySeconds: 360,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  riskTicks: {
    purpose: 'to process due monitored subjects and investigations, every five seconds',
    visibilitySeconds: 720,
    retentionSeconds: TICK_SECONDS,
    maxReceives: 5,
  },
  investigations: {
    purpose: 'to run an investigation',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  emailEvents: {
    purpose: 'to record what became of one email',
    visibilitySeconds: 180,
    maxReceives: 5,
  },
  listRefreshes: {
    purpose: 'to refresh a screening list, or to build its index or the joint index again',
    visibilitySeconds: 1800,
    maxReceives: 5,
  },
  pepCrawls: {
    purpose: 'to send one query of the PEP crawl',
    visibilitySeconds: 720,
    maxReceives: 5,
  },
  jobTurns: {
    purpose: 'to continue a job',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
  sealTurns: {
    purpose: 'to print and seal the report of a job',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
  watchTurns: {
    purpose: 'to screen the watches of an organization that a list, a change or a date concerns',
    visibilitySeconds: 1800,
    maxReceives: 10,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
