import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundleFunctions, bundleTogether } from '#infra/bundle.ts';
import { addChecks, findingsIn } from '#infra/checks.ts';
import { CodeInAssembly } from '#infra/code-in-assembly.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { tokenTrigger } from '#infra/constructs/user-pool.ts';
import { domainOf, EdgeStack, edgeStackName } from '#infra/edge-stack.ts';
import { bundleName } from '#infra/function-names.ts';
import { LOCAL_USER_POOL_ARN } from '#infra/issuer.ts';
import { modelFor } from '#infra/language-model.ts';
import { gatherPrinter } from '#infra/printer-files.ts';
import { earlierReleases } from '#infra/recorded-uses.ts';
import type { CodeSource } from '#infra/service.ts';
import { ServiceStack } from '#infra/service-stack.ts';
import { readSettings } from '#infra/settings.ts';
import { stageNamed, unprotected } from '#infra/stage.ts';
import { workers } from '#infra/workers.ts';
import { SMALL_PLAN } from '#shared/platform/store/shard-plan.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { VERSION } from '#shared/version.ts';
import cdk from '../cdk.json' with { type: 'json' };

// CDK only warns about deprecated calls, and warnings are errors here.
process.env.JSII_DEPRECATED = 'fail';

// Context that the CDK CLI would set. The local cloud runs without the CLI and finds a function's
// code by this metadata.
const app = new App({
  context: { ...cdk.context, 'aws:cdk:enable-asset-metadata': true },
  analyticsReporting: false,
});
const settings = readSettings(app.node);
const isFirstDeployment = settings.firstDeployment ?? false;
const named = stageNamed(settings.stage, settings.kind);
const stage = isFirstDeployment ? unprotected(named) : named;
// Target region of the CDK CLI; the template itself is the same for all regions.
const region = process.env.CDK_DEFAULT_REGION;
const codeOf = settings.localCloud ? localCode() : deployedCode();

const { domain, hostedZoneId, certificateArn, requestsPerIp } = settings;
const edge =
  domain === undefined
    ? undefined
    : new EdgeStack(app, edgeStackName(stage), { stage, domain, hostedZoneId, requestsPerIp });

const service = new ServiceStack(app, `assay-${stage.name}`, {
  stage,
  routes,
  workers,
  codeOf,
  issuer: settings.issuer,
  userPoolArn: settings.localCloud ? LOCAL_USER_POOL_ARN : undefined,
  corsOrigins: settings.corsOrigins,
  alarmEmail: settings.alarmEmail,
  modelId: settings.localCloud ? undefined : (settings.bedrockModelId ?? modelFor(region)),
  listFiles: settings.listFiles,
  listOperators: settings.listOperators,
  listUploads: settings.listUploads,
  mailFrom: settings.mailFrom,
  mailIdentity: settings.mailIdentity,
  isFirstDeployment,
  areWorkersPaused: settings.workers === 'paused',
  releaseDirectly: settings.release === 'direct',
  longFunctionConcurrency: settings.longFunctionConcurrency,
  warmThroughput: settings.warmThroughput,
  encryptLogs: settings.encryptLogs,
  sealOrganization: settings.sealOrganization,
  sealCertificates: settings.sealCertificates,
  signingFilesOrigin: settings.signingFilesOrigin,
  signingFrameAncestors: settings.signingFrameAncestors,
  consoleClientId: settings.consoleClientId,
  consoleSignInOrigin: settings.consoleSignInOrigin,
  subjectCardOrigin: settings.subjectCardOrigin,
  printer: {
    name: settings.printer,
    code: settings.localCloud ? undefined : Code.fromAsset(gatherPrinter(settings.printer)),
  },
  wikidataContact: settings.wikidataContact,
  publicUrl: settings.publicUrl,
  domain: domain === undefined ? undefined : domainOf(stage, domain, hostedZoneId, certificateArn),
  rateLimits: settings.rateLimits,
  emailLimits: settings.emailLimits,
  shardPlan: settings.shardPlan ?? (settings.localCloud ? SMALL_PLAN : undefined),
  // In the local cloud a missing declaration has to be noticed.
  earlierReleases: settings.localCloud ? [] : earlierReleases(VERSION),
  completedLinkDays: settings.completedLinkDays,
});
if (edge) service.addStackDependency(edge);
addChecks(app);

const findings = findingsIn(app.synth().directory);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}

function deployedCode(): CodeSource {
  const { directory } = bundleFunctions([...allRoutes, ...workers, tokenTrigger, unknownPaths]);
  return (fn) => Code.fromAsset(join(directory, bundleName(fn)));
}

function localCode(): CodeSource {
  bundleTogether([...allRoutes, ...workers, unknownPaths], join(app.outdir, 'functions'));
  return (fn) => new CodeInAssembly(`functions/${bundleName(fn)}`);
}
