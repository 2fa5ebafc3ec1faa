import { CfnOutput, Stack } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { queues } from '#shared/queues.ts';
import { LIST_ARCHIVE_YEARS } from '#shared/screening/contract.ts';
import { apiRoutesOf, throttlesOf } from './api-routes.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { Backups } from './constructs/backups.ts';
import { ServiceDashboard } from './constructs/dashboard.ts';
import { ExistingUsers } from './constructs/existing-users.ts';
import { KeyEvents } from './constructs/key-events.ts';
import { ARCHIVED_EVENTS, ARCHIVED_FILES, LockedArchive } from './constructs/locked-archive.ts';
import { LogKey } from './constructs/log-key.ts';
import { MailEvents } from './constructs/mail-events.ts';
import { functionStacksOf, ModuleEndpoints } from './constructs/module-endpoints.ts';
import { OriginSecret, PublicDomain } from './constructs/public-domain.ts';
import { QueueWithDeadLetters } from './constructs/queue-with-dead-letters.ts';
import { LIVE } from './constructs/releases.ts';
import { ApiRoutes, routeStacksOf } from './constructs/routes.ts';
import { addServiceAlarms } from './constructs/service-alarms.ts';
import { RECOVERABLE_ROWS, Stores } from './constructs/stores.ts';
import { UnknownPaths } from './constructs/unknown-paths.ts';
import { Users } from './constructs/user-pool.ts';
import { Workers } from './constructs/workers.ts';
import { domainOf } from './edge-stack.ts';
import { LASTING_OUTPUT, lastingSettings } from './lasting-settings.ts';
import { mapRecord } from './map-record.ts';
import { type PrinterSource, printerLayer } from './printer-layer.ts';
import type { RecordedUses } from './recorded-uses.ts';
import { areWorkersPaused, type CodeSource, type RouteTable, type Service } from './service.ts';
import type { ServiceSettings } from './settings.ts';
import { closed, type Stage } from './stage.ts';
import type { Worker } from './workers.ts';

export interface ServiceStackProps {
  stage: Stage;
  routes: RouteTable;
  workers: readonly Worker[];
  codeOf: CodeSource;
  settings: ServiceSettings;
  /** Existing user pool behind an external issuer, whose members the API manages. */
  userPoolArn?: string | undefined;
  /** What functions used in earlier releases whose code may still run while this one is deployed. */
  earlierReleases: readonly RecordedUses[];
  /** The printer of documents, and the source of its files. */
  printer?: PrinterSource;
  /** Language model of AI-assisted investigations or its inference profile, if there is one. */
  modelId?: string | undefined;
}

/** The whole service in one stage: composes constructs and defines no resource itself. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { routes, codeOf, settings } = props;
    const stage = settings.workers === 'paused' ? closed(props.stage) : props.stage;
    const workers = props.workers.filter(({ requires }) => requires === undefined || settings[requires] !== undefined);
    const { issuer, corsOrigins, mailFrom } = settings;
    super(scope, id, {
      description: `Assay, a risk platform: stage ${stage.name}`,
      terminationProtection: stage.deletionProtection,
    });

    const alarms = new Alarms(this, 'Alarms', { stage, email: settings.alarmEmail });
    const logKey = settings.encryptLogs ? new LogKey(this, 'LogKey', stage).key : undefined;
    const api = new Api(this, 'Api', { stage, alarms, corsOrigins, logKey });
    const domain = domainOf(stage, settings);
    const publicUrl = domain ? `https://${domain.name}` : settings.publicUrl;
    const consoleOrigin = publicUrl ?? api.http.apiEndpoint;
    const stores = new Stores(this, 'Stores', {
      stage,
      alarms,
      warmThroughput: settings.warmThroughput ?? {},
      // Locally the console may run on another port.
      uploadOrigins: [...corsOrigins, stage.loopbackWebhooks ? '*' : consoleOrigin],
      listArchiveYears: settings.listArchiveYears ?? LIST_ARCHIVE_YEARS,
      sealKeyArn: settings.sealKeyArn,
      sealKeySpec: settings.sealKeySpec,
    });
    const { tables, buckets, dataKey, masterSecret, sealKey } = stores;
    new KeyEvents(this, 'KeyEvents', { alarms, keys: [dataKey, sealKey, ...(logKey ? [logKey] : [])] });
    const { backupVault, backupDays = RECOVERABLE_ROWS.toDays() } = settings;
    if (backupVault !== undefined)
      new Backups(this, 'Backups', { stage, alarms, stores, copiesTo: backupVault, keptDays: backupDays });
    const { journalLockYears, listArchiveYears } = settings;
    const journalArchive =
      journalLockYears === undefined
        ? undefined
        : new LockedArchive(this, 'JournalArchive', {
            years: journalLockYears,
            prefix: ARCHIVED_EVENTS,
            expires: true,
          });
    // A file that stays as it is for years is stored once, and named by new versions after its lock.
    const listArchive =
      listArchiveYears === undefined
        ? undefined
        : new LockedArchive(this, 'ListArchive', { years: listArchiveYears, prefix: ARCHIVED_FILES, expires: false });
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
      journalArchive: journalArchive?.bucket,
      listArchive: listArchive?.bucket,
      sealKey,
      settings,
      mailConfigurationSet: mailEvents?.configurationSetName,
      logKey,
      printer: printerLayer(this, props.printer ?? { name: 'typst' }),
      earlierReleases: props.earlierReleases,
      modelId: props.modelId,
      queues: serviceQueues,
    };
    addServiceAlarms(this, { stage, alarms, settings });
    const releases = stage.gradualReleases ? { direct: settings.release === 'direct' } : undefined;
    const front = {
      publicUrl,
      originSecret: domain && new OriginSecret(this, 'Origin', { stage, dataKey }).value,
    };
    const users = issuer ? undefined : this.addUsers(service, consoleOrigin);
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
        clientId: settings.consoleClientId ?? trusted.audience,
        commandClientId: users?.commandClient.userPoolClientId ?? settings.commandClientId,
        signInOrigin: users?.signInOrigin ?? settings.consoleSignInOrigin,
      },
    };

    const functions = Object.entries(functionStacksOf(routes)).map(
      ([id, ofStack]) => new ModuleEndpoints(this, id, { service: endpointService, api: api.http, routes: ofStack }),
    );
    const lastResort = new UnknownPaths(this, 'UnknownPaths', { service, front, api: api.http });
    const routeStacks = Object.entries(routeStacksOf(apiRoutesOf(routes, releases && LIVE))).map(
      ([id, ofStack]) => new ApiRoutes(this, id, { stage, api: api.http, routes: ofStack }),
    );
    const lastRoutes = routeStacks.reduce<Construct>((before, stack) => {
      stack.node.addDependency(before);
      return stack;
    }, lastResort);
    routeStacks[0]?.node.addDependency(...functions);
    api.addStage(throttlesOf(routes, stage), lastRoutes);
    new Workers(this, 'workers', service, workers);
    new ServiceDashboard(this, 'Dashboard', { service, api: api.http, routes, workers });

    if (domain && front.originSecret)
      new PublicDomain(this, 'Domain', { domain, api: api.http, originSecret: front.originSecret });
    // The next deployment has to agree with them.
    new CfnOutput(this, LASTING_OUTPUT, { value: JSON.stringify(lastingSettings(settings)) });
    new CfnOutput(this, 'ApiUrl', { value: consoleOrigin });
    new CfnOutput(this, 'ConsoleUrl', { value: `${consoleOrigin}/console` });
    // `npm run restore` only copies rows into a stage with paused workers.
    if (areWorkersPaused(service)) new CfnOutput(this, 'Workers', { value: 'paused' });
    // For `bin/rotate-master-secret.ts`.
    new CfnOutput(this, 'MasterSecretArn', { value: masterSecret.secretArn });
    // For a stage that is restored from this one.
    new CfnOutput(this, 'SealKeyArn', { value: sealKey.keyArn });
    new CfnOutput(this, 'IdentityTable', { value: tables.identity.tableName });
    new CfnOutput(this, 'WebhooksTable', { value: tables.webhooks.tableName });
    new CfnOutput(this, 'DocumentsTable', { value: tables.documents.tableName });
    new CfnOutput(this, 'ScreeningTable', { value: tables.screening.tableName });
    if (settings.firstDeployment)
      new CfnOutput(this, 'NextStep', {
        value: 'Deletion protection is off. Deploy again without -c firstDeployment to turn it on.',
      });
  }

  private addUsers(service: Service, consoleOrigin: string): Users | ExistingUsers {
    const { userPoolArn, consoleSignInOrigin: signInOrigin } = service.settings;
    const users =
      userPoolArn && signInOrigin
        ? new ExistingUsers(this, 'ExistingUsers', { service, userPoolArn, signInOrigin, consoleOrigin })
        : new Users(this, 'Users', { service, consoleOrigin });
    // A stage that is restored from this one is deployed with them.
    new CfnOutput(this, 'UserPoolArn', { value: users.pool.userPoolArn });
    new CfnOutput(this, 'SignInOrigin', { value: users.signInOrigin });
    new CfnOutput(this, 'UserPoolId', { value: users.pool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: users.client.userPoolClientId });
    new CfnOutput(this, 'UserPoolCommandClientId', { value: users.commandClient.userPoolClientId });
    return users;
  }
}
