import * as z from 'zod';
import type { BucketName } from '../buckets.ts';
import type { QueueName } from '../queues.ts';
import type { TableName } from '../tables.ts';

/**
 * The only reader of `process.env` apart from the packages, which have their own settings. A missing setting is an error that names it.
 */
const Settings = z.object({
  STAGE: z.string().default('local'),
  ISSUER: z.url().optional(),
  JWKS_URI: z.url().optional(),
  AUDIENCE: z.string().optional(),
  /** The Cognito user pool whose members the API manages; unset with another issuer. */
  USER_POOL_ID: z.string().optional(),
  /** The public base URL if it is not API Gateway's, such as `https://assay.example.com`. */
  PUBLIC_URL: z.url().optional(),
  /** The secret that CloudFront sends in a header; requests without it are refused. */
  ORIGIN_SECRET: z.string().optional(),
  MASTER_SECRET_ARN: z.string().optional(),
  /** Unset where no language model is available. */
  BEDROCK_MODEL_ID: z.string().optional(),
  /** URLs of the screening lists that differ from those of the publishers, as JSON. */
  LIST_FILES: z.string().optional(),
  /** Organizations that may change screening lists, comma-separated; `*` means all, unset means none. */
  LIST_OPERATORS: z.string().optional(),
  /** `single` allows users to approve their own list uploads; otherwise a second person has to. */
  LIST_UPLOADS: z.literal('single').optional(),
  /** `two-persons`: deleting an organization always takes two people. `off`: no request deletes one. */
  ORGANIZATION_DELETION: z.enum(['two-persons', 'off']).optional(),
  /** Bucket of the locked copies of history events. */
  JOURNAL_ARCHIVE: z.string().optional(),
  /** Bucket of the locked copies of list files; unset without an archive. */
  LIST_ARCHIVE: z.string().optional(),
  /** Years for which these copies, and the history of the lists, are kept. */
  LIST_ARCHIVE_YEARS: z
    .string()
    .regex(/^[1-9]\d*$/)
    .optional(),
  /** Contact for Wikimedia about our queries: an email address or a URL. */
  WIKIDATA_CONTACT: z.string().optional(),
  /** The sender of signing invitations; without it no email is sent. */
  MAIL_FROM: z.string().optional(),
  /** The SES configuration set whose events report delivery, bounces and complaints. */
  MAIL_CONFIGURATION_SET: z.string().optional(),
  /** Days that links open a completed document; 90 if unset. */
  COMPLETED_LINK_DAYS: z.string().regex(/^\d+$/).optional(),
  /** ARN of the key that seals completed documents. */
  SEAL_KEY_ID: z.string().optional(),
  DATA_KEY_ID: z.string().optional(),
  /** Certificates of that key as PEM, its own first; without them its certificate is self-signed. */
  SEAL_CERTIFICATES: z.string().optional(),
  /** `B-LT` embeds the data to verify seals later. */
  SEAL_LEVEL: z.literal('B-LT').optional(),
  /** URL of the timestamp authority (RFC 3161) of seals; without it they have none. */
  TIMESTAMP_AUTHORITY: z.url().optional(),
  TIMESTAMP_CERTIFICATE: z.string().optional(),
  /** The organization named in the self-signed certificate. */
  SEAL_ORGANIZATION: z.string().optional(),
  /** Requests per second and burst of organizations, API keys and signing links; unlimited if unset. */
  RATE_LIMITS: z.string().optional(),
  /** Requests of one organization that inspect or print files at the same time; unlimited if unset. */
  LONG_REQUESTS: z
    .string()
    .regex(/^[1-9]\d*$/)
    .optional(),
  /** What an organization may use in a day of things that cost money; unlimited if unset. */
  SPENDING_LIMITS: z.string().optional(),
  /** Milliseconds that a request waits for a rate limit. Set by tests only, which run on busy machines. */
  RATE_DEADLINE_MS: z.string().regex(/^\d+$/).optional(),
  /** Emails per hour of organizations and recipients; unlimited if unset. */
  EMAIL_LIMITS: z.string().optional(),
  /** Set by the local cloud only: webhooks may be sent to this machine. */
  LOOPBACK_WEBHOOKS: z.literal('allowed').optional(),
  /** Origins that may embed the signing page besides the service's own, as in `frame-ancestors`. */
  SIGNING_FRAME_ANCESTORS: z.string().optional(),
  /** The origin from which the signing page fetches PDFs, if not the service itself. */
  SIGNING_FILES_ORIGIN: z.url().optional(),
  /** OAuth client of the console. */
  CONSOLE_CLIENT_ID: z.string().optional(),
  /** OAuth client of `assay login`, whose tokens are accepted beside those for `AUDIENCE`. */
  COMMAND_CLIENT_ID: z.string().optional(),
  /** Origins that the console calls besides the issuer and the service, separated by spaces. */
  CONSOLE_ORIGINS: z.string().optional(),
  /** Origin that gives the console the customer's own data of a subject. */
  SUBJECT_CARD_ORIGIN: z.url().optional(),
});

let settings: z.infer<typeof Settings> | undefined;

export const setting = (name: keyof z.infer<typeof Settings>): string => optionalSetting(name) ?? missing(name);

/** A setting that may be unset. */
export function optionalSetting(name: keyof z.infer<typeof Settings>): string | undefined {
  settings ??= Settings.parse(process.env);
  return settings[name];
}

export const mayCallThisMachine = () => optionalSetting('LOOPBACK_WEBHOOKS') === 'allowed';

/** Whether this function may use the table. */
export const hasTable = (table: TableName) => `TABLE_${environmentName(table)}` in process.env;
export const tableNameOf = (table: TableName) => named(`TABLE_${environmentName(table)}`);
export const queueUrlOf = (queue: QueueName) => named(`QUEUE_${environmentName(queue)}`);

/** Numbers of partitions that differ from the defaults (`shard-plan.ts`). */
export const shardPlanText = () => process.env.SHARD_PLAN ?? '';

/** The version that Lambda runs; undefined for code that was not published, as of workers. */
export function publishedVersion(): { fn: string; version: string } | undefined {
  const { AWS_LAMBDA_FUNCTION_NAME: fn, AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
  return fn && version && version !== '$LATEST' ? { fn, version } : undefined;
}

/** The directory of the signing page's files, if not beside the code that serves them. */
export const pageFilesDirectory = () => process.env.PAGE_FILES;

/** The directory of the console's files, if not beside the code that serves them. */
export const consoleFilesDirectory = () => process.env.CONSOLE_FILES;

export const bucketNameOf = (bucket: BucketName) => named(`BUCKET_${environmentName(bucket)}`);

/** Set where a local engine replaces S3. */
export const s3Endpoint = () => process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL ?? undefined;

/** `webhookDeliveries` is `WEBHOOK_DELIVERIES` in the environment. */
export const environmentName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const named = (variable: string) => process.env[variable] ?? missing(variable);

function missing(variable: string): never {
  throw new Error(`The environment variable ${variable} is not set.`);
}
