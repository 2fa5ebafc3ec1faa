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
import type { Stage } from './stage.ts';

/** Every module's routes under the module's name. */
export type RouteTable = Record<string, Record<string, Route>>;

/** Where a function's code comes from: bundles when deployed, a stand-in where only the template matters. */
export type CodeSource = (fn: FunctionName) => Code;

/** What functions are built upon. */
export interface Service {
  stage: Stage;
  codeOf: CodeSource;
  tables: Record<TableName, Table>;
  buckets: Record<BucketName, Bucket>;
  queues: Record<QueueName, QueueWithDeadLetters>;
  dataKey: Key;
  masterSecret: Secret;
  /** Where the screening lists are, if not where their publishers have them: JSON. */
  listFiles: string | undefined;
  /** Organizations that may change the lists of all, with commas; `*` is every one, undefined is none. */
  listOperators: string | undefined;
  /** Whether the person who uploaded a list may approve it. */
  listUploads: 'single' | undefined;
  /** Whom Wikimedia may write to about our questions. */
  wikidataContact: string | undefined;
  /** What finished documents are sealed with. */
  sealKey: Key;
  /** Whose seal it is, as its own certificate says. */
  sealOrganization: string | undefined;
  /** Certificates of that key as PEM, if it has others than its own. */
  sealCertificates: string | undefined;
  /** Whom invitations to sign come from; without it none are sent. */
  mailFrom: string | undefined;
  /** The configuration set that emails are sent with: its events say what became of them. */
  mailConfigurationSet: string | undefined;
  /** Where browsers fetch large files from, if not from the bucket itself. */
  signingFilesOrigin: string | undefined;
  /** Which pages may frame the signing page, as in a content security policy; any, if not said. */
  signingFrameAncestors: string | undefined;
  /** Requests per second of organizations, API keys and signing links; not limited if undefined. */
  rateLimits: string | undefined;
  /** Emails an hour of organizations and to recipients; not limited if undefined. */
  emailLimits: string | undefined;
  /** How many partitions rows are spread over, where it is not the default. */
  shardPlan: string | undefined;
  /** How many days a signing link opens a completed document, if not as many as usual. */
  completedLinkDays: number | undefined;
  /** Which printer documents are printed by, and what it needs at hand. */
  printer: PrinterLayer;
  /** The language model that AI-assisted investigations ask; none on one's own desk. */
  modelId: string | undefined;
  /** Whether sources of events and schedules are disabled. */
  areWorkersPaused: boolean;
  alarms: Alarms;
  /** Encrypts log groups, where the operator wants a key of their own for them. */
  logKey: IKey | undefined;
  /** How many of each long-running endpoint may run at once; undefined where nothing is reserved. */
  longFunctionConcurrency: number | undefined;
}

/** What the functions behind the API are told of the way requests take. */
export interface Front {
  publicUrl: string | undefined;
  originSecret: string | undefined;
}

/** What endpoints are built upon besides. */
export interface ServiceWithIssuer extends Service {
  issuer: Issuer;
  /** How callers reach the API, if not at API Gateway's own address. */
  front: Front;
  /** How new code is released; undefined where it replaces the old at once. */
  releases: ReleasePlan | undefined;
}
