import * as z from 'zod';
import type { BucketName } from '../buckets.ts';
import type { QueueName } from '../queues.ts';
import type { TableName } from '../tables.ts';

/** The only reader of `process.env`. A missing setting is named, not guessed. */
const Settings = z.object({
  STAGE: z.string().default('local'),
  ISSUER: z.url().optional(),
  JWKS_URI: z.url().optional(),
  AUDIENCE: z.string().optional(),
  /** The address callers use, where it is not API Gateway's own, such as `https://assay.example.com`. */
  PUBLIC_URL: z.url().optional(),
  /** What CloudFront shows in a header; requests without it are refused. */
  ORIGIN_SECRET: z.string().optional(),
  MASTER_SECRET_ARN: z.string().optional(),
  /** Not set where there is no language model to ask. */
  BEDROCK_MODEL_ID: z.string().optional(),
  /** Where the screening lists are, if not where their publishers have them: JSON. */
  LIST_FILES: z.string().optional(),
  /** Organizations that may change the lists of all, with commas; `*` is every one. None if not set. */
  LIST_OPERATORS: z.string().optional(),
  /** `single` lets the person who uploaded a list approve it; otherwise a second person has to. */
  LIST_UPLOADS: z.literal('single').optional(),
  /** Whom Wikimedia may write to about our questions: a mail address or a page. */
  WIKIDATA_CONTACT: z.string().optional(),
  /** Whom invitations to sign come from; without it none are sent. */
  MAIL_FROM: z.string().optional(),
  /** The SES configuration set whose events say what became of an email. */
  MAIL_CONFIGURATION_SET: z.string().optional(),
  /** How many days a link opens a completed document, if not 90. */
  COMPLETED_LINK_DAYS: z.string().regex(/^\d+$/).optional(),
  /** The key that seals finished documents: its ARN. */
  SEAL_KEY_ID: z.string().optional(),
  /** Certificates for that key as PEM, its own first; without them it vouches for itself. */
  SEAL_CERTIFICATES: z.string().optional(),
  /** Whose seal it is, in the certificate it makes for itself. */
  SEAL_ORGANIZATION: z.string().optional(),
  /** Requests per second and burst of organizations, API keys and signing links; not limited if not set. */
  RATE_LIMITS: z.string().optional(),
  /** Emails an hour of organizations and to recipients; not limited if not set. */
  EMAIL_LIMITS: z.string().optional(),
  /** How many partitions rows are spread over, where it is not the default (`shard-plan.ts`). */
  SHARD_PLAN: z.string().optional(),
  /** Set by the local cloud alone: webhooks may be sent to this machine. */
  LOOPBACK_WEBHOOKS: z.literal('allowed').optional(),
  /** Which printer makes PDFs; where its packages lie, if not below the working directory. */
  PRINTER: z.enum(['typst', 'chromium']).optional(),
  PRINTER_HOME: z.string().optional(),
  /** An installed browser, where the one made for Lambda cannot run. */
  CHROMIUM_PATH: z.string().optional(),
  /** Pages that may embed the signing page besides the service's own, as in `frame-ancestors`. */
  SIGNING_FRAME_ANCESTORS: z.string().optional(),
  /** Where the signing page is sent for a PDF, if not to the service itself. */
  SIGNING_FILES_ORIGIN: z.url().optional(),
});

let settings: z.infer<typeof Settings> | undefined;

export const setting = (name: keyof z.infer<typeof Settings>): string =>
  optionalSetting(name) ?? missing(name);

/** One that may be left out. */
export function optionalSetting(name: keyof z.infer<typeof Settings>): string | undefined {
  settings ??= Settings.parse(process.env);
  return settings[name];
}

export const mayCallThisMachine = () => optionalSetting('LOOPBACK_WEBHOOKS') === 'allowed';

export const tableNameOf = (table: TableName) => named(`TABLE_${environmentName(table)}`);
export const queueUrlOf = (queue: QueueName) => named(`QUEUE_${environmentName(queue)}`);

/** Where the files of the signing page lie, if not beside the code that serves them. */
export const pageFilesDirectory = () => process.env.PAGE_FILES;

export const bucketNameOf = (bucket: BucketName) => named(`BUCKET_${environmentName(bucket)}`);

/** Set where a local engine stands in for S3. */
export const s3Endpoint = () =>
  process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL ?? undefined;

/** `webhookDeliveries` is `WEBHOOK_DELIVERIES` in the environment. */
export const environmentName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const named = (variable: string) => process.env[variable] ?? missing(variable);

function missing(variable: string): never {
  throw new Error(`The environment variable ${variable} is not set.`);
}
