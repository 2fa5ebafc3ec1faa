/** Every queue, with what a message asks for. Each has a dead-letter queue and an alarm on it. */
export interface QueueDefinition {
  asks: string;
  /** How long a consumer may take before the message is shown to another. */
  visibilitySeconds: number;
  /** How often a message may be received before it is put aside. */
  maxReceives: number;
}

export const queues = {
  erasures: {
    asks: 'to go on erasing one deleted organization',
    visibilitySeconds: 360,
    maxReceives: 10,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
