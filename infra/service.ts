import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { BucketName } from '#shared/buckets.ts';
import type { Route } from '#shared/platform/http/route.ts';
import type { QueueName } from '#shared/queues.ts';
import type { TableName } from '#shared/tables.ts';
import type { Alarms } from './constructs/alarms.ts';
import type { QueueWithDeadLetters } from './constructs/queue-with-dead-letters.ts';
import type { ReleasePlan } from './constructs/releases.ts';
import type { FunctionName } from './function-names.ts';
import type { Issuer } from './issuer.ts';
import type { PrinterLayer } from './printer-layer.ts';
import type { RecordedUses } from './recorded-uses.ts';
import type { ServiceSettings } from './settings.ts';
import type { Stage } from './stage.ts';

/** Routes by module. */
export type RouteTable = Record<string, Record<string, Route>>;

/** Source of a function's code: a bundle when deployed, a stand-in for template tests. */
export type CodeSource = (fn: FunctionName) => Code;

/** Shared resources and settings of all functions. */
export interface Service {
  stage: Stage;
  codeOf: CodeSource;
  tables: Record<TableName, Table>;
  buckets: Record<BucketName, Bucket>;
  queues: Record<QueueName, QueueWithDeadLetters>;
  dataKey: Key;
  masterSecret: Secret;
  /** Locked copies of history events, if the operator wants them. */
  journalArchive: Bucket | undefined;
  listArchive: Bucket | undefined;
  /** Settings of the operator. */
  settings: ServiceSettings;
  /** KMS key that seals completed documents. */
  sealKey: IKey;
  /** SES configuration set of emails; its events report their results. */
  mailConfigurationSet: string | undefined;
  /** What code that may still run uses; empty in the local cloud, where roles are exact. */
  earlierReleases: readonly RecordedUses[];
  /** The printer of documents with its layer. */
  printer: PrinterLayer;
  /** Language model of AI-assisted investigations; none in the local cloud. */
  modelId: string | undefined;
  /** The user pool whose members the API manages; undefined with another issuer. */
  userPool?: IUserPool | undefined;
  alarms: Alarms;
  /** Encrypts log groups, if the operator wants a key of the account. */
  logKey: IKey | undefined;
}

/** Whether event sources and schedules are disabled. */
export const areWorkersPaused = ({ settings }: Service) => settings.workers === 'paused';

/** Settings of functions behind the API about the path of requests. */
export interface Front {
  publicUrl: string | undefined;
  originSecret: string | undefined;
}

/** Sign-in of the web console. */
interface ConsoleSignIn {
  /** OAuth client that signs users in. */
  clientId: string;
  /** OAuth client of `assay login`; undefined if it needs an API key. */
  commandClientId: string | undefined;
  /** Origin of the sign-in endpoints, if not that of the issuer. */
  signInOrigin: string | undefined;
}

/** Additional dependencies of endpoints. */
export interface ServiceWithIssuer extends Service {
  issuer: Issuer;
  console: ConsoleSignIn;
  /** Public access to the API, if not through API Gateway's own URL. */
  front: Front;
  /** How new code is released; undefined if it replaces the old at once. */
  releases: ReleasePlan | undefined;
}
