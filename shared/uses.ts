import type { BucketAction, BucketName } from './buckets.ts';
import type { QueueName } from './queues.ts';
import type { TableAction, TableName } from './tables.ts';

/** Actions on the user pool: IAM actions without the prefix `cognito-idp:`. */
type UserPoolAction =
  | 'AdminCreateUser'
  | 'AdminDeleteUser'
  | 'AdminDisableUser'
  | 'AdminEnableUser'
  | 'AdminGetUser'
  | 'AdminUpdateUserAttributes'
  | 'AdminUserGlobalSignOut';

/**
 * What a function uses. Its IAM role is derived from this alone, on AWS and in the local cloud, so a
 * missing line is an access error in the first test that needs it.
 */
export interface Uses {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  /** Indexes it queries, in addition to their tables. */
  indexes?: Partial<Record<TableName, readonly string[]>>;
  buckets?: Partial<Record<BucketName, readonly BucketAction[]>>;
  /** Queues it sends to. */
  queues?: readonly QueueName[];
  /** Derives secrets (API keys, webhook signatures) from the master secret. */
  masterSecret?: boolean;
  /** Reads the configuration of the screening lists: their URLs, and which are disabled. */
  listFiles?: boolean;
  /** Requests the deletion of an organization or releases its legal hold: gets the setting that limits it. */
  organizationDeletion?: boolean;
  /** Prints documents: gets the layer with printer and fonts. */
  printer?: boolean;
  /** Seals completed documents with the key of the stage. */
  seal?: boolean;
  /** Reads the public key of the seal, without being able to seal. */
  sealKey?: boolean;
  /** Encrypts the keys of watches, or decrypts them: only the worker of the watches does. */
  watchKey?: 'encrypt' | 'decrypt';
  /** Reads the stream of the journal and writes to its archive, without reading it. */
  journalArchive?: boolean;
  /** Writes list files to their archive, without reading it. */
  listArchive?: boolean;
  /** Sends email. */
  mail?: boolean;
  /** Counts emails: gets their limits. */
  emailLimits?: boolean;
  /** Counts against the daily limits of an organization. */
  spendingLimits?: boolean;
  /** Serves the signing page: gets the origin of files, and the origins that may embed the page. */
  signingPage?: boolean;
  /** Serves the console: gets its issuer and client, and the origins that the page calls. */
  console?: boolean;
  /** Calls of the user pool; an empty list names the pool only. */
  userPool?: readonly UserPoolAction[];
  /** Calls the language model of the stage. */
  bedrock?: boolean;
  /** Knows which language model the stage has, without being able to call it. */
  modelName?: boolean;
}
