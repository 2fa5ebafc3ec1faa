/**
 * All tables and what they hold. Their shape is the same: a partition key `pk` that begins with
 * organization and mode, a sort key `sk`, and `expiresAtSeconds` for rows that DynamoDB expires. Each
 * module has its own table because grants, streams and load differ; a transaction may span tables.
 */
export interface TableDefinition {
  contents: string;
  /** What the stream shows of a changed row; without it the table has no stream. */
  stream?: 'new-image' | 'new-and-old-images';
  /** Sparse indexes: they contain only rows with both attributes. */
  indexes?: Record<string, { partition: string; sort: string }>;
}

export const tables = {
  identity: {
    contents:
      'API keys, people and settings of organizations, rate limits, requested deletions, what is left to erase, and the shard plan',
  },
  journal: {
    contents: 'history events with their outbox, and idempotency records',
    stream: 'new-image',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  risk: {
    contents: 'risk records and their search index',
    stream: 'new-image',
    indexes: {
      due: { partition: 'dueShard', sort: 'dueAt' },
      version: { partition: 'versionKey', sort: 'sk' },
      band: { partition: 'bandKey', sort: 'sk' },
      decision: { partition: 'decisionKey', sort: 'sk' },
      shadow: { partition: 'shadowKey', sort: 'sk' },
    },
  },
  verification: {
    contents: 'workflows, and the sessions that went through them',
    stream: 'new-image',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  documents: {
    contents: 'templates and documents, with their fields and audit trails',
    stream: 'new-image',
    indexes: {
      due: { partition: 'dueShard', sort: 'dueAt' },
      status: { partition: 'statusKey', sort: 'sk' },
    },
  },
  screening: {
    contents: 'the state of the screening lists, the runs against them, and watches',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
  webhooks: {
    contents: 'webhook subscriptions and their deliveries',
    indexes: {
      due: { partition: 'dueShard', sort: 'dueAt' },
      status: { partition: 'statusKey', sort: 'sk' },
    },
  },
  jobs: {
    contents: 'long work: what was asked for, and how far it is',
    indexes: { due: { partition: 'dueShard', sort: 'dueAt' } },
  },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;

/** Actions on a table that a function can be granted: IAM actions without the prefix `dynamodb:`. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem';
