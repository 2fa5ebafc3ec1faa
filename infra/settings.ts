import { X509Certificate } from 'node:crypto';
import type { Node } from 'constructs';
import * as z from 'zod';
import {
  DEFAULT_EMAIL_LIMITS,
  EmailLimitsText,
  writeEmailLimits,
} from '#shared/platform/rate-limit/email-limits.ts';
import {
  DEFAULT_RATE_LIMITS,
  RateLimitsText,
  writeRateLimits,
} from '#shared/platform/rate-limit/limits.ts';
import { ShardPlanText } from '#shared/platform/store/shard-plan.ts';
import { parseListFiles } from '#shared/screening/lists/list-files.ts';
import { type TableName, tables } from '#shared/tables.ts';
import type { Issuer } from './issuer.ts';
import { PRINTERS } from './printer-layer.ts';

/** Lambda's environment holds 4 KB, of which names of tables and the like take less than one. */
const CERTIFICATES_BYTES = 3 * 1024;
/** The longest organization that a certificate can name. */
const ORGANIZATION_CHARACTERS = 64;

const TABLE_NAMES = Object.keys(tables) as TableName[];

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const Address = z.url({ protocol: /^https?$/, error: 'has to be a web address' });
const Origin = Address.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'has to be an origin: https, host and perhaps port, and nothing behind them',
});
const Origins = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.union([z.literal('*'), Origin], { error: 'has to be an origin or *' })));

/** `Name <address>`, or the address alone. */
const Sender = z
  .string()
  .refine((text) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success, {
    error: 'has to be a mail address, or Name <address>',
  });

const ListFiles = z.string().superRefine((text, { addIssue }) => {
  try {
    parseListFiles(text);
  } catch (error) {
    addIssue(error instanceof z.ZodError ? z.prettifyError(error) : 'has to be JSON');
  }
});

/** Each of them is told of what happens to a list in the same transaction, which holds 100 rows. */
const MOST_OPERATORS = 20;
const ListOperators = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .regex(/^(?:\*|[\w-]+(?:,[\w-]+)*)$/, 'has to be organization ids separated by commas, or *')
      .refine((text) => text.split(',').length <= MOST_OPERATORS, {
        error: `has to name at most ${MOST_OPERATORS} organizations`,
      }),
  );

const Flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'has to be true or false' })
  .transform((value) => value === true || value === 'true');

/** DynamoDB takes no less than what a new on-demand table has anyway. */
const Warmth = z.strictObject({ reads: z.int().min(12_000), writes: z.int().min(4_000) });
const WarmThroughput = z.string().transform((text, { addIssue }) => {
  try {
    return z.partialRecord(z.enum(TABLE_NAMES), Warmth).parse(JSON.parse(text));
  } catch (error) {
    addIssue(error instanceof z.ZodError ? z.prettifyError(error) : 'has to be JSON');
    return z.NEVER;
  }
});

/** Rendered anew, so that what people write between certificates takes no room. */
const Certificates = z.string().transform((text, { addIssue }) => {
  const blocks = text.match(PEM_BLOCK) ?? [];
  try {
    const pem = blocks.map((block) => new X509Certificate(block).toString()).join('');
    if (pem === '') addIssue('has to hold certificates as PEM');
    if (Buffer.byteLength(pem) > CERTIFICATES_BYTES)
      addIssue(`has to fit into ${CERTIFICATES_BYTES} bytes: leave out the root`);
    return pem;
  } catch {
    addIssue('holds something that is no certificate');
    return z.NEVER;
  }
});

/**
 * Everything that can be said with `-c name=value`. What cannot be meant stops the deployment here, not the
 * service later.
 */
const Settings = z.object({
  stage: z.string().default('dev'),
  /** A stage under another name that is protected as production is. */
  kind: z.literal('production', { error: 'has to be production, or left out' }).optional(),
  /** No worker runs: for a stage that is being restored. */
  workers: z.literal('paused', { error: 'has to be paused, or left out' }).optional(),
  /** The local cloud says so of itself; its stage lets webhooks reach the machine it runs on. */
  localCloud: z.literal(true).optional(),
  alarmEmail: z.email().optional(),
  issuer: Address.optional(),
  jwksUri: Address.optional(),
  audience: z.string().optional(),
  corsOrigins: Origins.default([]),
  bedrockModelId: z
    .string()
    .regex(/^[\w.:/-]+$/)
    .optional(),
  listFiles: ListFiles.optional(),
  /** Organizations whose owners and admins may change what all are screened against. */
  listOperators: ListOperators.optional(),
  /** Whether the person who uploaded a list may approve it. */
  listUploads: z.literal('single', { error: 'has to be single, or left out' }).optional(),
  wikidataContact: z
    .union([z.email(), z.url()], { error: 'has to be a mail address or a page' })
    .optional(),
  /** How many requests organizations, API keys and signing links may send. */
  rateLimits: RateLimitsText.default(writeRateLimits(DEFAULT_RATE_LIMITS)),
  /** How many emails an hour organizations may send, and one recipient may get from an organization. */
  emailLimits: EmailLimitsText.default(writeEmailLimits(DEFAULT_EMAIL_LIMITS)),
  /** How many partitions rows are spread over; what has begun is never changed. */
  shardPlan: ShardPlanText.optional(),
  /** How many days a signing link opens a completed document. */
  completedLinkDays: z.coerce.number().int().min(1).max(3_650).optional(),
  mailFrom: Sender.optional(),
  /** The identity SES has verified for `mailFrom`: users are notified of risky sign-ins as it. */
  mailIdentity: z
    .union([z.email(), z.hostname()], { error: 'has to be a mail address or a domain' })
    .optional(),
  /** A domain of the stage's own: CloudFront with a web ACL stands before the API. */
  domain: z.hostname('has to be a domain').lowercase().optional(),
  /** The Route 53 zone of the domain: certificate and records are made in it. */
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]+$/, 'has to be the id of a Route 53 zone')
    .optional(),
  /** A certificate for the domain in us-east-1, instead of one that is made in the zone. */
  certificateArn: z
    .string()
    .regex(
      /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/\S+$/,
      'has to be a certificate of us-east-1',
    )
    .optional(),
  /** Requests with a credential that one address may make in five minutes. */
  requestsPerIp: z.coerce.number().int().min(100).max(2_000_000_000).default(100_000),
  /** Where callers reach the API, if by a proxy of the operator's own. */
  publicUrl: Origin.optional(),
  printer: z.enum(PRINTERS).default('typst'),
  /** Production only: no deletion protection yet, so that a deployment that fails leaves nothing behind. */
  firstDeployment: Flag.optional(),
  /** Production only: new code takes all requests at once. */
  release: z.literal('direct', { error: 'has to be direct, or left out' }).optional(),
  /** How many of each endpoint with a long timeout may run at once. Nothing is reserved without it. */
  longFunctionConcurrency: z.coerce.number().int().min(1).max(1_000).optional(),
  warmThroughput: WarmThroughput.optional(),
  encryptLogs: Flag.optional(),
  sealOrganization: z.string().max(ORGANIZATION_CHARACTERS).optional(),
  sealCertificates: Certificates.optional(),
  signingFilesOrigin: Origin.optional(),
  signingFrameAncestors: z
    .string()
    .regex(/^[^;,\r\n]+$/, 'has to be sources as in a content security policy, with spaces between')
    .optional(),
});

/** What is fetched and trusted, or shown to browsers; on one's own desk there is no https. */
const SECURE = ['issuer', 'jwksUri', 'publicUrl', 'signingFilesOrigin'] as const;

const Agreeing = Settings.superRefine((settings, { addIssue }) => {
  const { stage, localCloud, issuer, jwksUri, audience } = settings;
  if ((stage === 'local') !== (localCloud ?? false))
    addIssue('The stage local is that of the local cloud (npm start), and cannot be deployed.');
  for (const name of SECURE)
    if (!localCloud && settings[name]?.startsWith('http:'))
      addIssue({ code: 'custom', path: [name], message: 'has to be https' });
  const isProduction = stage === 'production' || settings.kind === 'production';
  if (localCloud && (settings.kind || settings.workers))
    addIssue('The local cloud has neither kind nor paused workers.');
  if (isProduction && settings.listOperators === undefined)
    addIssue({
      code: 'custom',
      path: ['listOperators'],
      message:
        'is required in production: name the organizations that may change screening lists, or * for every one',
    });
  if (!isProduction && settings.firstDeployment)
    addIssue({
      code: 'custom',
      path: ['firstDeployment'],
      message: 'is for production: other stages have no deletion protection',
    });
  if (settings.domain && !settings.hostedZoneId && !settings.certificateArn)
    addIssue({
      ...{ code: 'custom', path: ['domain'] },
      message: 'needs hostedZoneId, or a certificateArn of us-east-1',
    });
  if (settings.domain && settings.publicUrl)
    addIssue({ code: 'custom', path: ['publicUrl'], message: 'is the domain, where there is one' });
  if (!settings.domain && (settings.hostedZoneId ?? settings.certificateArn))
    addIssue({ code: 'custom', path: ['domain'], message: 'is missing' });
  if (settings.mailIdentity !== undefined && settings.mailFrom === undefined)
    addIssue({ code: 'custom', path: ['mailIdentity'], message: 'needs mailFrom' });
  const own = [issuer, jwksUri, audience].filter((part) => part !== undefined);
  if (own.length % 3 > 0)
    addIssue('An issuer of your own needs all of issuer, jwksUri and audience.');
});

export type Settings = Omit<z.infer<typeof Settings>, keyof Issuer> & {
  /** An issuer of the operator's own, whole or not at all. */
  issuer: Issuer | undefined;
};

/** What is said with nothing behind it is not said: `-c mailFrom=$SENDER` with no such variable. */
export function readSettings(node: Pick<Node, 'tryGetContext'>): Settings {
  const said = Object.keys(Settings.shape)
    .map((name) => [name, node.tryGetContext(name)] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const { success, data, error } = Agreeing.safeParse(Object.fromEntries(said));
  if (!success) throw new Error(z.prettifyError(error));
  const { issuer, jwksUri, audience, ...others } = data;
  const own = issuer && jwksUri && audience ? { issuer, jwksUri, audience } : undefined;
  return { ...others, issuer: own };
}
