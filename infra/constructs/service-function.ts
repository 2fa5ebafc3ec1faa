import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SERVICE_NAME } from '#shared/metrics.ts';
import { environmentName } from '#shared/platform/environment.ts';
import type { Uses } from '#shared/uses.ts';
import { deployedName, type FunctionName } from '../function-names.ts';
import { bucketUses, tableUses } from '../grants.ts';
import { justifyModelGrant } from '../language-model.ts';
import { justifyObjectGrant } from '../object-grants.ts';
import { archivesOf, statementsFor } from '../policy.ts';
import { withEarlierUses } from '../recorded-uses.ts';
import type { Front, Service } from '../service.ts';
import type { ServiceSettings } from '../settings.ts';
import { metricNamespace } from '../stage.ts';

export interface ServiceFunctionProps {
  service: Service;
  fn: FunctionName;
  uses: Uses;
  memoryMb: number;
  timeoutSeconds: number;
  environment?: Record<string, string>;
  /** Permissions in addition to `uses` that an event source requires. */
  statements?: PolicyStatement[];
  /**
   * Whether its messages may return to it; Lambda stops recursive loops unless they are allowed.
   */
  mayLoop?: boolean;
  /** Reserved concurrency, if the function must not use all of the account's. */
  reservedConcurrency?: number | undefined;
}

/**
 * A Lambda function with its own log group and role; the role has one policy, built from `uses` of this
 * release and the one before.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { service, fn, uses } = props;
    const { stage } = service;
    // Each version of the code has the environment it was published with, but all have the same role.
    const granted = withEarlierUses(uses, fn, service.earlierReleases);

    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
      ...(service.logKey && { encryptionKey: service.logKey }),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        uses: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
            ...statementsFor(granted, service),
            ...(props.statements ?? []),
            ...(stage.tracing ? [tracingStatement()] : []),
          ],
        }),
      },
    });
    if (granted.bedrock && service.modelId) justifyModelGrant(role, service.modelId);
    for (const [name, actions] of bucketUses(granted)) justifyObjectGrant(role, service.buckets[name], actions);
    for (const { bucket, prefix } of archivesOf(granted, service))
      justifyObjectGrant(role, bucket, [`PutObject ${prefix}*`]);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: deployedName(stage, fn),
      runtime: Runtime.NODEJS_24_X,
      architecture: uses.printer ? service.printer.architecture : Architecture.ARM_64,
      code: service.codeOf(fn),
      handler: 'index.handler',
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      // CDK must not add permissions to the role implicitly.
      role: role.withoutPolicyUpdates(),
      logGroup,
      tracing: stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: { ...environmentFor(uses, service), ...props.environment },
      ...(uses.printer && { layers: service.printer.layers }),
      ...(props.mayLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(props.reservedConcurrency && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
    });
  }
}

/** Environment of functions behind the API. */
export const frontEnvironment = ({ publicUrl, originSecret }: Front): Record<string, string> => ({
  ...(publicUrl && { PUBLIC_URL: publicUrl }),
  ...(originSecret && { ORIGIN_SECRET: originSecret }),
});

/** Settings that determine when a signing link expires, and what emails say about it. */
export const linkEnvironment = ({ settings }: Service) => settingEnvironment(settings, 'completedLinkDays');

const tracingStatement = () =>
  new PolicyStatement({
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });

/** The environment that `shared/platform/environment.ts` reads, limited to declared uses. */
function environmentFor(uses: Uses, service: Service): Record<string, string> {
  // The shard plan is stored in `identity`.
  const tables = new Set(tableUses(uses).map(([name]) => name));
  if (tables.size > 0) tables.add('identity');
  const tableNames = [...tables].map((name) => [`TABLE_${environmentName(name)}`, service.tables[name].tableName]);
  const bucketNames = bucketUses(uses).map(([name]) => [
    `BUCKET_${environmentName(name)}`,
    service.buckets[name].bucketName,
  ]);
  const queueUrls = (uses.queues ?? []).map((name) => [
    `QUEUE_${environmentName(name)}`,
    service.queues[name].queue.queueUrl,
  ]);
  return {
    STAGE: service.stage.name,
    ...(service.stage.loopbackWebhooks && { LOOPBACK_WEBHOOKS: 'allowed' }),
    POWERTOOLS_SERVICE_NAME: SERVICE_NAME,
    POWERTOOLS_METRICS_NAMESPACE: metricNamespace(service.stage),
    ...Object.fromEntries([...tableNames, ...bucketNames, ...queueUrls]),
    ...(tableNames.length > 0 && settingEnvironment(service.settings, 'shardPlan')),
    ...(uses.masterSecret && { MASTER_SECRET_ARN: service.masterSecret.secretArn }),
    ...(uses.journalArchive && service.journalArchive && { JOURNAL_ARCHIVE: service.journalArchive.bucketName }),
    ...(uses.listArchive && service.listArchive && { LIST_ARCHIVE: service.listArchive.bucketName }),
    ...settingsFor(uses, service.settings),
    ...(uses.printer && service.printer.environment),
    ...((uses.seal || uses.sealKey) && { SEAL_KEY_ID: service.sealKey.keyArn }),
    ...(uses.watchKey && { DATA_KEY_ID: service.dataKey.keyArn }),
    ...(uses.mail && service.mailConfigurationSet && { MAIL_CONFIGURATION_SET: service.mailConfigurationSet }),
    ...(uses.signingPage && signingPageSettings(service)),
    ...(uses.userPool && service.userPool && { USER_POOL_ID: service.userPool.userPoolId }),
    ...((uses.bedrock || uses.modelName) && service.modelId && { BEDROCK_MODEL_ID: service.modelId }),
  };
}

interface FunctionSetting {
  setting: keyof ServiceSettings;
  /** Functions that declare one of these have the setting. */
  uses: readonly (keyof Uses)[];
  /** Another setting without which this one has no effect. */
  requires?: keyof ServiceSettings;
}

const SETTINGS: readonly FunctionSetting[] = [
  { setting: 'listFiles', uses: ['listFiles'] },
  { setting: 'listOperators', uses: ['listFiles'] },
  { setting: 'listUploads', uses: ['listFiles'] },
  { setting: 'wikidataContact', uses: ['listFiles'] },
  { setting: 'listArchiveYears', uses: ['listFiles'] },
  { setting: 'organizationDeletion', uses: ['organizationDeletion'] },
  { setting: 'sealOrganization', uses: ['seal'] },
  { setting: 'timestampAuthority', uses: ['seal'] },
  { setting: 'sealLevel', uses: ['seal'] },
  { setting: 'timestampCertificate', uses: ['seal', 'sealKey'] },
  { setting: 'sealCertificates', uses: ['seal', 'sealKey'] },
  { setting: 'mailFrom', uses: ['mail'] },
  { setting: 'completedLinkDays', uses: ['mail'] },
  { setting: 'emailLimits', uses: ['emailLimits'], requires: 'mailFrom' },
  { setting: 'spendingLimits', uses: ['spendingLimits'] },
];

function settingsFor(given: Uses, settings: ServiceSettings): Record<string, string> {
  const read = SETTINGS.filter(({ uses, requires }) => {
    const isEffective = requires === undefined || settings[requires] !== undefined;
    return isEffective && uses.some((use) => given[use]);
  });
  return Object.fromEntries(read.flatMap(({ setting }) => Object.entries(settingEnvironment(settings, setting))));
}

/** A setting under its name in the environment: `listFiles` is `LIST_FILES`. */
export const settingEnvironment = (settings: ServiceSettings, name: keyof ServiceSettings): Record<string, string> =>
  settings[name] ? { [environmentName(name)]: `${settings[name]}` } : {};

/** Locally, pages on any port may embed the signing page. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:*';
const ancestorsSetting = (ancestors: string) => ancestors && { SIGNING_FRAME_ANCESTORS: ancestors };

/** The content security policy of the page allows only the hosts of presigned URLs. */
const signingPageSettings = ({ buckets, stage, settings }: Service) => ({
  SIGNING_FILES_ORIGIN: settings.signingFilesOrigin ?? `https://${buckets.documents.bucketRegionalDomainName}`,
  ...ancestorsSetting(settings.signingFrameAncestors ?? (stage.loopbackWebhooks ? LOOPBACK : '')),
});
