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
import { statementsFor } from '../policy.ts';
import { withEarlierUses } from '../recorded-uses.ts';
import type { Front, Service } from '../service.ts';
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
    for (const [name] of bucketUses(granted)) justifyObjectGrant(role, service.buckets[name]);
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
export const linkEnvironment = ({ completedLinkDays }: Service): Record<string, string> =>
  completedLinkDays === undefined ? {} : { COMPLETED_LINK_DAYS: `${completedLinkDays}` };

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
    ...(tableNames.length > 0 && service.shardPlan && { SHARD_PLAN: service.shardPlan }),
    ...(uses.masterSecret && { MASTER_SECRET_ARN: service.masterSecret.secretArn }),
    ...(uses.listFiles && service.listFiles && { LIST_FILES: service.listFiles }),
    ...(uses.listFiles && service.listOperators && { LIST_OPERATORS: service.listOperators }),
    ...(uses.listFiles && service.listUploads && { LIST_UPLOADS: service.listUploads }),
    ...(uses.listFiles && service.wikidataContact && { WIKIDATA_CONTACT: service.wikidataContact }),
    ...(uses.printer && service.printer.environment),
    ...((uses.seal || uses.sealKey) && { SEAL_KEY_ID: service.sealKey.keyArn }),
    ...(uses.seal && service.sealOrganization && { SEAL_ORGANIZATION: service.sealOrganization }),
    ...((uses.seal || uses.sealKey) && service.sealCertificates && { SEAL_CERTIFICATES: service.sealCertificates }),
    ...(uses.mail && service.mailFrom && { MAIL_FROM: service.mailFrom }),
    ...(uses.mail && linkEnvironment(service)),
    ...(uses.mail && service.mailConfigurationSet && { MAIL_CONFIGURATION_SET: service.mailConfigurationSet }),
    // Without a sender no email is sent, so there is no limit.
    ...(uses.emailLimits && service.mailFrom && service.emailLimits && { EMAIL_LIMITS: service.emailLimits }),
    ...(uses.signingPage && signingPageSettings(service)),
    ...(uses.userPool && service.userPool && { USER_POOL_ID: service.userPool.userPoolId }),
    ...(uses.bedrock && service.modelId && { BEDROCK_MODEL_ID: service.modelId }),
  };
}

/** Locally, pages on any port may embed the signing page. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:*';
const ancestorsSetting = (ancestors: string) => ancestors && { SIGNING_FRAME_ANCESTORS: ancestors };

/** The content security policy of the page allows only the hosts of presigned URLs. */
const signingPageSettings = ({ buckets, stage, ...service }: Service) => ({
  SIGNING_FILES_ORIGIN: service.signingFilesOrigin ?? `https://${buckets.documents.bucketRegionalDomainName}`,
  ...ancestorsSetting(service.signingFrameAncestors ?? (stage.loopbackWebhooks ? LOOPBACK : '')),
});
