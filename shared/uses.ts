import type { BucketAction, BucketName } from './buckets.ts';
import type { QueueName } from './queues.ts';
import type { TableAction, TableName } from './tables.ts';

/**
 * What one function touches. Its role is made of this and nothing else, on AWS and in the local
 * cloud alike, so a missing line is an access error in the first test that needs it.
 */
export interface Uses {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  /** Indexes it queries, beside the tables they belong to. */
  indexes?: Partial<Record<TableName, readonly string[]>>;
  buckets?: Partial<Record<BucketName, readonly BucketAction[]>>;
  /** Queues it sends to. */
  queues?: readonly QueueName[];
  /** Whether it derives secrets (API keys, webhook signatures) from the master secret. */
  masterSecret?: boolean;
  /** Whether it is told where the screening lists are, and which are switched off. */
  listFiles?: boolean;
  /** Whether it prints: the printer and its fonts are a layer. */
  printer?: boolean;
  /** Whether it seals finished documents with the stage's key. */
  seal?: boolean;
  /** Whether it sends mail. */
  mail?: boolean;
  /** Whether it counts emails: it is given the limits on them. */
  emailLimits?: boolean;
  /** Whether it is told where browsers fetch files from, and who may frame the signing page. */
  signingPage?: boolean;
  /** Whether it asks the language model of the stage. */
  bedrock?: boolean;
}
