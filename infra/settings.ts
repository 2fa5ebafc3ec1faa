import type { Node } from 'constructs';
import * as z from 'zod';
import { DEFAULT_EMAIL_LIMITS, EmailLimitsText, writeEmailLimits } from '#shared/platform/rate-limit/email-limits.ts';
import { DEFAULT_RATE_LIMITS, RateLimitsText, writeRateLimits } from '#shared/platform/rate-limit/limits.ts';
import {
  DEFAULT_SPENDING_LIMITS,
  SpendingLimitsText,
  writeSpendingLimits,
} from '#shared/platform/rate-limit/spending-limits.ts';
import { ShardPlanText, SMALL_PLAN } from '#shared/platform/store/shard-plan.ts';
import { parseListFiles } from '#shared/screening/contract.ts';
import { type TableName, tables } from '#shared/tables.ts';
import { BACKUP_DAYS, VAULT_ARN } from './backup-vault.ts';
import type { Issuer } from './issuer.ts';
import { PRINTERS } from './printer-layer.ts';
import { faultOfKind, SealCertificates } from './seal-certificates.ts';
import type { Throttle } from './stage.ts';
import { readStageFile } from './stage-file.ts';

/** Maximum length of an organization name in a certificate. */
const ORGANIZATION_CHARACTERS = 64;

const TABLE_NAMES = Object.keys(tables) as TableName[];

const Address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const Origin = Address.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'must be an origin: https, a host and an optional port, without a path',
});
const Origins = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.union([z.literal('*'), Origin], { error: 'must be an origin or *' })));

/** `Name <address>`, or the address alone. */
const Sender = z.string().refine((text) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success, {
  error: 'must be an email address, or Name <address>',
});

const ListFiles = z.string().superRefine((text, { addIssue }) => {
  try {
    parseListFiles(text);
  } catch (error) {
    addIssue(error instanceof z.ZodError ? z.prettifyError(error) : 'must be JSON');
  }
});

/**
 * Every operator organization gets an event in the transaction that changes a list, and a
 * transaction holds 100 rows.
 */
const MOST_OPERATORS = 20;
const ListOperators = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .regex(/^(?:\*|[\w-]+(?:,[\w-]+)*)$/, 'must be organization ids separated by commas, or *')
      .refine((text) => text.split(',').length <= MOST_OPERATORS, {
        error: `must name at most ${MOST_OPERATORS} organizations`,
      }),
  );

const Flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })
  .transform((value) => value === true || value === 'true');

/** Requests per second and burst, as in `rateLimits`. */
const ThrottleText = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, 'must be requests per second and burst, such as 5000/5000')
  .transform((text): Throttle => {
    const [requestsPerSecond = 0, burst = 0] = text.split('/').map(Number);
    return { requestsPerSecond, burst };
  });

/** AWS WAF takes every range but /0. */
const AddressRanges = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(
    z
      .array(
        z
          .union([z.cidrv4(), z.cidrv6()], { error: 'must be ranges such as 192.0.2.0/24 or 2001:db8::/32' })
          .refine((range) => !range.endsWith('/0'), { error: 'must not be every address' }),
      )
      .min(1)
      .max(1_000),
  );

/** DynamoDB's minimum is what a new on-demand table has anyway. */
const Warmth = z.strictObject({ reads: z.int().min(12_000), writes: z.int().min(4_000) });
const WarmThroughput = z.string().transform((text, { addIssue }) => {
  try {
    return z.partialRecord(z.enum(TABLE_NAMES), Warmth).parse(JSON.parse(text));
  } catch (error) {
    addIssue(error instanceof z.ZodError ? z.prettifyError(error) : 'must be JSON');
    return z.NEVER;
  }
});

/** As OpenSSL prints it, with colons, or without. */
const Fingerprint = z
  .string()
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'));

/** Lambda takes up to 16 subnets and 5 security groups. */
const Egress = z.strictObject({
  subnets: z
    .array(z.string().regex(/^subnet-[0-9a-f]{8,17}$/, 'must be ids of subnets'))
    .min(1)
    .max(16),
  securityGroups: z
    .array(z.string().regex(/^sg-[0-9a-f]{8,17}$/, 'must be ids of security groups'))
    .min(1)
    .max(5),
});
const EgressVpc = z.string().transform((text, { addIssue }) => {
  try {
    return Egress.parse(JSON.parse(text));
  } catch (error) {
    addIssue(error instanceof z.ZodError ? z.prettifyError(error) : 'must be JSON');
    return z.NEVER;
  }
});

/**
 * Settings that change what a stage is: without `kind` production becomes a stage that is deleted with its data, without
 * `domain` the distribution goes, with another issuer or user pool every token is refused, and with another sealing key
 * its certificates do not match.
 */
export const LASTING = ['kind', 'domain', 'issuer', 'userPoolArn', 'sealKeyArn', 'sealKeySpec'] as const;

/** Keys of the seal. RSA is read by all PDF readers; P-256 makes smaller signatures. */
const SEAL_KEY_SPECS = ['RSA_3072', 'ECC_NIST_P256'] as const;

/**
 * All settings of `-c name=value`. Invalid ones fail the deployment instead of the running service.
 */
const Settings = z.object({
  stage: z.string().default('dev'),
  /** Protects a stage with another name like production. */
  kind: z.literal('production', { error: 'must be production or omitted' }).optional(),
  /** Disables all workers and refuses all requests, for a stage that is being restored. */
  workers: z.literal('paused', { error: 'must be paused or omitted' }).optional(),
  /** Lasting settings that this deployment changes on purpose. */
  changes: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(LASTING)))
    .optional(),
  /** Deploys without a comparison with the deployed stage. */
  comparison: z.literal('off', { error: 'must be off or omitted' }).optional(),
  /** Set by the local cloud only: webhooks may then reach the local machine. */
  localCloud: z.literal(true).optional(),
  alarmEmail: z.email().optional(),
  /** User pool of the stage that this one was restored from, instead of a new one. */
  userPoolArn: z
    .string()
    .regex(
      /^arn:[\w-]+:cognito-idp:([a-z0-9-]+):\d{12}:userpool\/\1_\w+$/,
      'must be the ARN of a user pool, such as arn:aws:cognito-idp:eu-west-1:111122223333:userpool/eu-west-1_Ab12Cd34E',
    )
    .optional(),
  issuer: Address.optional(),
  jwksUri: Address.optional(),
  audience: z.string().optional(),
  corsOrigins: Origins.default([]),
  bedrockModelId: z
    .string()
    .regex(/^[\w.:/-]+$/)
    .optional(),
  /** JSON with download URLs of screening lists that differ from the publishers' own. */
  listFiles: ListFiles.optional(),
  /** Organizations whose owners and admins may change the screening lists of all; `*` is every one, none by default. */
  listOperators: ListOperators.optional(),
  /** Whether the user who uploaded a list may approve it. */
  listUploads: z.literal('single', { error: 'must be single or omitted' }).optional(),
  /** Whether organizations can be deleted, and by how many people. */
  organizationDeletion: z.enum(['two-persons', 'off'], { error: 'must be two-persons, off or omitted' }).optional(),
  /** Contact for Wikimedia, sent with crawl queries. */
  wikidataContact: z.union([z.email(), z.url()], { error: 'must be an email address or a URL' }).optional(),
  /** Rate limits of organizations, API keys and signing links. */
  rateLimits: RateLimitsText.default(writeRateLimits(DEFAULT_RATE_LIMITS)),
  /** Emails per hour of organizations, and to one recipient from an organization. */
  emailLimits: EmailLimitsText.default(writeEmailLimits(DEFAULT_EMAIL_LIMITS)),
  /** What an organization may use in a day: AI-assisted investigations, pings of webhooks, printing and inspecting. */
  spendingLimits: SpendingLimitsText.default(writeSpendingLimits(DEFAULT_SPENDING_LIMITS)),
  /** Number of partitions per kind of row; a plan that has begun never changes. */
  shardPlan: ShardPlanText.optional(),
  /** Number of days that a signing link opens a completed document. */
  completedLinkDays: z.coerce.number().int().min(1).max(3_650).optional(),
  /** Sender of emails, an identity that SES has verified; without it no email is sent. */
  mailFrom: Sender.optional(),
  /**
   * SES identity verified for `mailFrom`; the user pool sends its emails with it.
   */
  mailIdentity: z.union([z.email(), z.hostname()], { error: 'must be an email address or a domain' }).optional(),
  /** Custom domain of the stage: CloudFront with a web ACL in front of the API. */
  domain: z.hostname('must be a domain').lowercase().optional(),
  /** Route 53 zone of the domain, for certificate validation and records. */
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]+$/, 'must be the id of a Route 53 hosted zone')
    .optional(),
  /** Certificate for the domain in us-east-1, instead of one created in the zone. */
  certificateArn: z
    .string()
    .regex(/^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/\S+$/, 'must be the ARN of a certificate in us-east-1')
    .optional(),
  /** Authenticated requests per IP address in five minutes. */
  requestsPerIp: z.coerce.number().int().min(100).max(2_000_000_000).default(100_000),
  /** Addresses that may call the stage, pages included; all by default. */
  allowedIps: AddressRanges.optional(),
  /** Requests of all callers together, instead of the limit of the stage. */
  throttle: ThrottleText.optional(),
  /** Public URL of the API behind the operator's own proxy. */
  publicUrl: Origin.optional(),
  printer: z.enum(PRINTERS).default('typst'),
  /**
   * Production only: no deletion protection yet, so that a failed first deployment can be removed.
   */
  firstDeployment: Flag.optional(),
  /** Production only: new code takes all traffic at once. */
  release: z.literal('direct', { error: 'must be direct or omitted' }).optional(),
  /** Requests of one organization that inspect or print files at the same time. */
  longRequests: z.coerce.number().int().min(1).max(1_000).default(50),
  /** Concurrent executions reserved for completing a signature, instead of the number of the stage. */
  signingConcurrency: z.coerce.number().int().min(0).max(1_000).optional(),
  /** Reserved concurrency of each endpoint with a long timeout. Nothing is reserved by default. */
  longFunctionConcurrency: z.coerce.number().int().min(1).max(1_000).optional(),
  warmThroughput: WarmThroughput.optional(),
  /** Workers that check monitored policies at the same time; at most one for each shard of `due`. */
  monitoringWorkers: z.coerce.number().int().min(8).max(64).optional(),
  /** Years for which copies of history events are locked; without it there are none. */
  journalLockYears: z.coerce.number().int().min(1).max(100).optional(),
  /** Years for which versions of screening lists are kept, ten by default; if set, their files are locked. */
  listArchiveYears: z.coerce.number().int().min(1).max(100).optional(),
  /** Subnets and security groups of the functions that call addresses outside AWS. */
  egressVpc: EgressVpc.optional(),
  /** ARN of an AWS Backup vault in another account or region, which switches nightly backups on. */
  backupVault: z.string().regex(VAULT_ARN, 'must be the ARN of an AWS Backup vault').optional(),
  /** How many days backups are kept; as long as DynamoDB's own by default. */
  backupDays: z.coerce.number().int().min(BACKUP_DAYS.min).max(BACKUP_DAYS.max).optional(),
  /** Whether log groups are encrypted with a key of the account instead of CloudWatch's own. */
  encryptLogs: Flag.optional(),
  /** Sealing key of the stage that this one was restored from, instead of a new one. */
  sealKeyArn: z
    .string()
    .regex(/^arn:[\w-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key, and not of an alias')
    .optional(),
  /** Kind of the sealing key that the stage creates; a key cannot change its kind. */
  sealKeySpec: z.enum(SEAL_KEY_SPECS).default('RSA_3072'),
  /** Organization in the certificate that is created for the sealing key. */
  sealOrganization: z.string().max(ORGANIZATION_CHARACTERS).optional(),
  /** Certificates of the sealing key as PEM, instead of a self-signed one. */
  sealCertificates: SealCertificates.optional(),
  /** URL of a timestamp authority (RFC 3161), which then confirms the time of each seal. */
  timestampAuthority: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
  /** Embeds revocation lists in seals, so that they can be verified when the certificates have expired. */
  sealLevel: z.literal('B-LT', { error: 'must be B-LT or omitted' }).optional(),
  /** SHA-256 of the authority's certificate, or of one above it, without which its timestamps are not accepted. */
  timestampCertificate: Fingerprint.optional(),
  /** Origin that browsers download large files from, if not the bucket. */
  signingFilesOrigin: Origin.optional(),
  /** OAuth client of the console at an external issuer, if not the audience. */
  consoleClientId: z.string().min(1).max(200).optional(),
  /** OAuth client of `assay login` at an external issuer. */
  commandClientId: z.string().min(1).max(200).optional(),
  /** Origin of the token endpoint of an external issuer, if not that of the issuer, or of an existing user pool. */
  consoleSignInOrigin: Origin.optional(),
  /** Origin that gives the console the customer's own data of a subject. */
  subjectCardOrigin: Origin.optional(),
  /** Origins that may frame the signing page, as in a content security policy. */
  signingFrameAncestors: z
    .string()
    .regex(/^[^;,\r\n]+$/, 'must be sources of a content security policy, separated by spaces')
    .optional(),
});

/** URLs must use https, except in the local cloud. */
const SECURE = [
  'issuer',
  'jwksUri',
  'publicUrl',
  'signingFilesOrigin',
  'consoleSignInOrigin',
  'subjectCardOrigin',
  'timestampAuthority',
] as const;

const EXTERNAL_ONLY = 'is only for an external issuer: the user pool has its own client';

const ConsistentSettings = Settings.superRefine((settings, { addIssue }) => {
  const { stage, localCloud, issuer, jwksUri, audience } = settings;
  if ((stage === 'local') !== (localCloud ?? false))
    addIssue('The stage local is reserved for the local cloud (npm start) and cannot be deployed.');
  for (const name of SECURE)
    if (!localCloud && settings[name]?.startsWith('http:'))
      addIssue({ code: 'custom', path: [name], message: 'must use https' });
  const isProduction = stage === 'production' || settings.kind === 'production';
  if (localCloud && (settings.kind || settings.workers))
    addIssue('The local cloud supports neither kind nor paused workers.');
  if (isProduction && settings.listOperators === undefined)
    addIssue({
      code: 'custom',
      path: ['listOperators'],
      message: 'is required in production: name the organizations that may change screening lists, or * for all',
    });
  if (!isProduction && settings.firstDeployment)
    addIssue({
      code: 'custom',
      path: ['firstDeployment'],
      message: 'is for production only: other stages have no deletion protection',
    });
  if (settings.domain && !settings.hostedZoneId && !settings.certificateArn)
    addIssue({
      code: 'custom',
      path: ['domain'],
      message: 'requires hostedZoneId, or certificateArn of a certificate in us-east-1',
    });
  if (settings.allowedIps && !settings.domain)
    addIssue({ code: 'custom', path: ['allowedIps'], message: 'requires domain, which adds AWS WAF' });
  for (const name of ['egressVpc', 'journalLockYears', 'listArchiveYears'] as const)
    if (localCloud && settings[name] !== undefined)
      addIssue({ code: 'custom', path: [name], message: 'is not supported by the local cloud' });
  if (settings.backupDays !== undefined && settings.backupVault === undefined)
    addIssue({ code: 'custom', path: ['backupDays'], message: 'requires backupVault' });
  if (settings.domain && settings.publicUrl)
    addIssue({ code: 'custom', path: ['publicUrl'], message: 'must be omitted when domain is set' });
  if (!settings.domain && (settings.hostedZoneId ?? settings.certificateArn))
    addIssue({ code: 'custom', path: ['domain'], message: 'is required when hostedZoneId or certificateArn is set' });
  if (settings.mailIdentity !== undefined && settings.mailFrom === undefined)
    addIssue({ code: 'custom', path: ['mailIdentity'], message: 'requires mailFrom' });
  if (settings.sealLevel && !(settings.timestampAuthority && settings.sealCertificates))
    addIssue({ code: 'custom', path: ['sealLevel'], message: 'requires timestampAuthority and sealCertificates' });
  if (settings.timestampCertificate !== undefined && settings.timestampAuthority === undefined)
    addIssue({ code: 'custom', path: ['timestampCertificate'], message: 'requires timestampAuthority' });
  if (localCloud && (settings.userPoolArn || settings.sealKeyArn))
    addIssue('The local cloud supports neither userPoolArn nor sealKeyArn.');
  if (settings.userPoolArn && issuer)
    addIssue({ code: 'custom', path: ['userPoolArn'], message: 'must be omitted when issuer is set: the pool is one' });
  if (settings.userPoolArn && !settings.consoleSignInOrigin)
    addIssue({
      code: 'custom',
      path: ['consoleSignInOrigin'],
      message: "is required with userPoolArn: the origin of the pool's sign-in pages, SignInOrigin of its stack",
    });
  for (const name of ['consoleClientId', 'commandClientId'] as const)
    if (settings[name] !== undefined && issuer === undefined)
      addIssue({ code: 'custom', path: [name], message: EXTERNAL_ONLY });
  if (settings.consoleSignInOrigin !== undefined && issuer === undefined && !settings.userPoolArn)
    addIssue({ code: 'custom', path: ['consoleSignInOrigin'], message: EXTERNAL_ONLY });
  if (settings.sealCertificates && settings.firstDeployment && !settings.sealKeyArn)
    addIssue({
      code: 'custom',
      path: ['sealCertificates'],
      message: 'cannot be for a key that this deployment creates: pass sealKeyArn, or add them later',
    });
  const { sealCertificates, sealKeyArn, sealKeySpec } = settings;
  const fault = sealCertificates && !sealKeyArn && faultOfKind(sealCertificates, sealKeySpec);
  if (fault) addIssue({ code: 'custom', path: ['sealCertificates'], message: fault });
  const own = [issuer, jwksUri, audience].filter((part) => part !== undefined);
  if (own.length % 3 > 0) addIssue('An external issuer requires all of issuer, jwksUri and audience.');
});

export type Settings = Omit<z.infer<typeof Settings>, keyof Issuer> & {
  /** The settings of an external issuer must be given together. */
  issuer: Issuer | undefined;
};

/**
 * Settings that the stack reads as they are. The others decide its stage, language model and printer.
 */
export type ServiceSettings = Omit<
  Settings,
  'stage' | 'localCloud' | 'bedrockModelId' | 'printer' | 'throttle' | 'allowedIps' | 'changes' | 'comparison'
>;

/** For one deployment, so the file of a stage cannot have them. */
const FOR_ONCE = ['stage', 'localCloud', 'firstDeployment', 'release', 'workers', 'changes', 'comparison'];

/**
 * Settings of `-c`, and of the file of the stage. An empty value counts as missing: `-c mailFrom=$SENDER` with an
 * undefined variable.
 */
export function readSettings(node: Pick<Node, 'tryGetContext'>, fileOf = readStageFile): Settings {
  const given = Object.fromEntries(
    Object.keys(Settings.shape)
      .map((name) => [name, node.tryGetContext(name)] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const filed = fileOf(`${given.stage ?? 'dev'}`);
  for (const [name, value] of Object.entries(filed)) {
    if (!(name in Settings.shape)) throw new Error(`The file of the stage has an unknown setting: ${name}.`);
    if (FOR_ONCE.includes(name))
      throw new Error(`${name} is for one deployment: pass -c ${name}= instead of filing it.`);
    if (name in given && `${given[name]}` !== `${value}`)
      throw new Error(`${name} is ${value} in the file of the stage, and -c ${name}= contradicts it. Change the file.`);
  }
  const { success, data, error } = ConsistentSettings.safeParse({ ...filed, ...given });
  if (!success) throw new Error(z.prettifyError(error));
  const { issuer, jwksUri, audience, shardPlan, ...others } = data;
  const own = issuer && jwksUri && audience ? { issuer, jwksUri, audience } : undefined;
  return { ...others, issuer: own, shardPlan: shardPlan ?? (data.localCloud ? SMALL_PLAN : undefined) };
}
