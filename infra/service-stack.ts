import { CfnOutput, Stack } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { queues } from '#shared/queues.ts';
import { apiRoutesOf, throttlesOf } from './api-routes.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { ServiceDashboard } from './constructs/dashboard.ts';
import { LogKey } from './constructs/log-key.ts';
import { MailEvents } from './constructs/mail-events.ts';
import { ModuleEndpoints } from './constructs/module-endpoints.ts';
import { type DomainSettings, OriginSecret, PublicDomain } from './constructs/public-domain.ts';
import { QueueWithDeadLetters } from './constructs/queue-with-dead-letters.ts';
import { LIVE } from './constructs/releases.ts';
import { ApiRoutes } from './constructs/routes.ts';
import { addServiceAlarms } from './constructs/service-alarms.ts';
import { Stores, type WarmThroughputs } from './constructs/stores.ts';
import { UnknownPaths } from './constructs/unknown-paths.ts';
import { Users } from './constructs/user-pool.ts';
import { Workers } from './constructs/workers.ts';
import type { Issuer } from './issuer.ts';
import { mapRecord } from './map-record.ts';
import { type PrinterSource, printerLayer } from './printer-layer.ts';
import type { RecordedUses } from './recorded-uses.ts';
import type { CodeSource, RouteTable, Service } from './service.ts';
import type { Stage } from './stage.ts';
import type { Worker } from './workers.ts';

export interface ServiceStackProps {
  stage: Stage;
  routes: RouteTable;
  workers: readonly Worker[];
  codeOf: CodeSource;
  /** External issuer instead of a user pool. */
  issuer?: Issuer | undefined;
  /** Existing user pool behind that issuer, whose members the API manages. */
  userPoolArn?: string | undefined;
  corsOrigins?: string[];
  alarmEmail?: string | undefined;
  /** JSON with download URLs of screening lists that differ from the publishers' own. */
  listFiles?: string | undefined;
  listOperators?: string | undefined;
  listUploads?: 'single' | undefined;
  /** Contact for Wikimedia, sent with crawl queries. */
  wikidataContact?: string | undefined;
  /** Sender of emails: an identity that SES has verified. */
  mailFrom?: string | undefined;
  /** Organization in the certificate that is created for the sealing key. */
  sealOrganization?: string | undefined;
  /** Certificates for the sealing key, as PEM. */
  sealCertificates?: string | undefined;
  /** Host that browsers download large files from, if not the bucket. */
  signingFilesOrigin?: string | undefined;
  /** Origins that may frame the signing page, as in a content security policy. */
  signingFrameAncestors?: string | undefined;
  /** OAuth client of the console at an external issuer, if not the audience. */
  consoleClientId?: string | undefined;
  /** Origin of the token endpoint of an external issuer, if not that of the issuer. */
  consoleSignInOrigin?: string | undefined;
  /** Origin that gives the console the customer's own data of a subject. */
  subjectCardOrigin?: string | undefined;
  /** Rate limits of organizations, API keys and signing links. */
  rateLimits?: string | undefined;
  /** Number of days that a signing link opens a completed document. */
  completedLinkDays?: number | undefined;
  /** Hourly email limits of organizations and recipients. */
  emailLimits?: string | undefined;
  /** Number of partitions per kind of row, if not the default. */
  shardPlan?: string | undefined;
  /** What functions used in earlier releases whose code may still run while this one is deployed. */
  earlierReleases: readonly RecordedUses[];
  /** The printer of documents, and the source of its files. */
  printer?: PrinterSource;
  /** Language model of AI-assisted investigations or its inference profile, if there is one. */
  modelId?: string | undefined;
  warmThroughput?: WarmThroughputs | undefined;
  /** Reserved concurrency of each long-running endpoint. */
  longFunctionConcurrency?: number | undefined;
  /** Whether log groups are encrypted with a key of the account instead of CloudWatch's own. */
  encryptLogs?: boolean | undefined;
  /** Whether new code takes all traffic at once in a stage with gradual releases. */
  releaseDirectly?: boolean | undefined;
  /** Custom domain with its certificate and web ACL. */
  domain?: DomainSettings | undefined;
  /** Public URL of the API behind the operator's own proxy. */
  publicUrl?: string | undefined;
  /** Whether workers are paused because the stage is being restored. */
  areWorkersPaused?: boolean | undefined;
  /** Whether deletion protection is off until the next deployment. */
  isFirstDeployment?: boolean | undefined;
  /** SES identity verified for `mailFrom`: an address or a domain. */
  mailIdentity?: string | undefined;
}

/** The whole service in one stage: composes constructs and defines no resource itself. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { stage, routes, workers, codeOf, issuer, corsOrigins = [], alarmEmail } = props;
    const { warmThroughput = {}, releaseDirectly: direct = false, mailFrom } = props;
    super(scope, id, {
      description: `Assay, a risk platform: stage ${stage.name}`,
      terminationProtection: stage.deletionProtection,
    });

    const alarms = new Alarms(this, 'Alarms', { stage, email: alarmEmail });
    const logKey = props.encryptLogs ? new LogKey(this, 'LogKey', stage).key : undefined;
    const api = new Api(this, 'Api', { stage, alarms, corsOrigins, logKey });
    const { domain } = props;
    const publicUrl = domain ? `https://${domain.name}` : props.publicUrl;
    const consoleOrigin = publicUrl ?? api.http.apiEndpoint;
    const stores = new Stores(this, 'Stores', {
      stage,
      alarms,
      warmThroughput,
      // Locally the console may run on another port.
      uploadOrigins: [...corsOrigins, stage.loopbackWebhooks ? '*' : consoleOrigin],
    });
    const { tables, buckets, dataKey, masterSecret, sealKey } = stores;
    const serviceQueues = mapRecord(
      queues,
      (definition, name) => new QueueWithDeadLetters(this, name, { definition, alarms }),
    );
    const mailEvents =
      mailFrom === undefined ? undefined : new MailEvents(this, 'MailEvents', serviceQueues.emailEvents.queue);
    const service: Service = {
      stage,
      codeOf,
      alarms,
      tables,
      buckets,
      dataKey,
      masterSecret,
      sealKey,
      sealOrganization: props.sealOrganization,
      sealCertificates: props.sealCertificates,
      mailFrom,
      mailConfigurationSet: mailEvents?.configurationSetName,
      logKey,
      longFunctionConcurrency: props.longFunctionConcurrency,
      signingFilesOrigin: props.signingFilesOrigin,
      signingFrameAncestors: props.signingFrameAncestors,
      printer: printerLayer(this, props.printer ?? { name: 'typst' }),
      listFiles: props.listFiles,
      listOperators: props.listOperators,
      listUploads: props.listUploads,
      wikidataContact: props.wikidataContact,
      rateLimits: props.rateLimits,
      emailLimits: props.emailLimits,
      shardPlan: props.shardPlan,
      earlierReleases: props.earlierReleases,
      completedLinkDays: props.completedLinkDays,
      modelId: props.modelId,
      areWorkersPaused: props.areWorkersPaused ?? false,
      queues: serviceQueues,
    };
    const { defects } = addServiceAlarms(this, { stage, alarms, mailFrom });
    const releases = stage.gradualReleases ? { direct, alarms: [...api.releaseAlarms, defects] } : undefined;
    const front = {
      publicUrl,
      originSecret: domain && new OriginSecret(this, 'Origin', { stage, dataKey }).value,
    };
    const users = issuer ? undefined : this.addUsers(service, consoleOrigin, props.mailIdentity);
    const trusted = issuer ?? users?.issuer;
    if (!trusted) throw new Error('A stage has a user pool or an external issuer.');
    const pool =
      users?.pool ??
      (props.userPoolArn ? UserPool.fromUserPoolArn(this, 'ExistingUsers', props.userPoolArn) : undefined);
    const endpointService = {
      ...service,
      releases,
      front,
      issuer: trusted,
      userPool: pool,
      console: {
        // The audience of an ID token is the client that it was issued to.
        clientId: props.consoleClientId ?? trusted.audience,
        signInOrigin: users?.signInOrigin ?? props.consoleSignInOrigin,
        subjectCardOrigin: props.subjectCardOrigin,
      },
    };

    const functions = Object.entries(routes).map(
      ([module, moduleRoutes]) =>
        new ModuleEndpoints(this, module, {
          service: endpointService,
          api: api.http,
          routes: moduleRoutes,
        }),
    );
    const lastResort = new UnknownPaths(this, 'UnknownPaths', { service, front, api: api.http });
    const apiRoutes = new ApiRoutes(this, 'routes', {
      stage,
      api: api.http,
      routes: apiRoutesOf(routes, releases && LIVE),
    });
    apiRoutes.node.addDependency(lastResort, ...functions);
    api.addStage(throttlesOf(routes, stage), apiRoutes);
    new Workers(this, 'workers', service, workers);
    new ServiceDashboard(this, 'Dashboard', { service, api: api.http, routes, workers });

    if (domain && front.originSecret)
      new PublicDomain(this, 'Domain', { domain, api: api.http, originSecret: front.originSecret });
    new CfnOutput(this, 'ApiUrl', { value: consoleOrigin });
    new CfnOutput(this, 'ConsoleUrl', { value: `${consoleOrigin}/console` });
    // `npm run restore` only copies rows into a stage with paused workers.
    if (props.areWorkersPaused) new CfnOutput(this, 'Workers', { value: 'paused' });
    // For `bin/rotate-master-secret.ts`.
    new CfnOutput(this, 'MasterSecretArn', { value: masterSecret.secretArn });
    new CfnOutput(this, 'IdentityTable', { value: tables.identity.tableName });
    new CfnOutput(this, 'WebhooksTable', { value: tables.webhooks.tableName });
    new CfnOutput(this, 'DocumentsTable', { value: tables.documents.tableName });
    if (props.isFirstDeployment)
      new CfnOutput(this, 'NextStep', {
        value: 'Deletion protection is off. Deploy again without -c firstDeployment to turn it on.',
      });
  }

  private addUsers(service: Service, consoleOrigin: string, mailIdentity: string | undefined) {
    const users = new Users(this, 'Users', { service, consoleOrigin, mailIdentity });
    new CfnOutput(this, 'UserPoolId', { value: users.pool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: users.client.userPoolClientId });
    return users;
  }
}
