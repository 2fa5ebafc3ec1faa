/**
 * Every table, and what it holds. All of them have the same shape: a partition key `pk` that begins
 * with organization and mode, a sort key `sk`, and `expiresAtSeconds` for rows that DynamoDB may
 * remove by itself. Modules have tables of their own because grants, streams and load differ; a
 * transaction may span them.
 */
export interface TableDefinition {
  holds: string;
  /** What a stream consumer is shown of a changed row; no stream without it. */
  stream?: 'new-image' | 'new-and-old-images';
  /** Sparse indexes: only rows that carry both attributes appear. */
  indexes?: Record<string, { partition: string; sort: string }>;
}

export const tables = {
  identity: {
    holds:
      'API keys, rate limits, requested deletions, and what is left to erase of deleted organizations',
  },
  journal: {
    holds: 'history events with their outbox, and idempotency records',
    stream: 'new-image',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  risk: {
    holds: 'risk records and their search index',
    stream: 'new-image',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  verification: {
    holds: 'workflows, and the sessions that went through them',
    stream: 'new-image',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  documents: {
    holds: 'templates and documents, with their fields and audit trails',
    stream: 'new-image',
    indexes: {
      due: { partition: 'dueShard', sort: 'dueAt' },
      status: { partition: 'statusKey', sort: 'sk' },
    },
  },
  screening: { holds: 'where the screening lists stand, and the runs against them' },
  webhooks: {
    holds: 'webhook subscriptions and their deliveries',
    indexes: {
      due: { partition: 'dueShard', sort: 'dueAt' },
      status: { partition: 'statusKey', sort: 'sk' },
    },
  },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;

/** What a function may be allowed to do to a table, in IAM's words without the `dynamodb:`. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem';
