import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { KMSClient } from '@aws-sdk/client-kms';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { assertVaultElsewhere } from '#infra/backup-vault.ts';
import { bundleFunctions, bundleTogether } from '#infra/bundle.ts';
import { addChecks, findingsIn } from '#infra/checks.ts';
import { CodeInAssembly } from '#infra/code-in-assembly.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { tokenTrigger } from '#infra/constructs/user-pool.ts';
import { EdgeStack, edgeStackName } from '#infra/edge-stack.ts';
import { unusableResources } from '#infra/existing-resources.ts';
import { bundleName } from '#infra/function-names.ts';
import { LOCAL_USER_POOL_ARN } from '#infra/issuer.ts';
import { modelFor } from '#infra/language-model.ts';
import { deployedSettings, unsaidChanges } from '#infra/lasting-settings.ts';
import { gatherPrinter } from '#infra/printer-files.ts';
import { earlierReleases } from '#infra/recorded-uses.ts';
import type { CodeSource } from '#infra/service.ts';
import { ServiceStack } from '#infra/service-stack.ts';
import { readSettings } from '#infra/settings.ts';
import { stageNamed, throttledTo, unprotected } from '#infra/stage.ts';
import { workers } from '#infra/workers.ts';
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
const named = throttledTo(stageNamed(settings.stage, settings.kind), settings.throttle);
const stage = settings.firstDeployment ? unprotected(named) : named;
const stackName = `assay-${stage.name}`;
// Target region of the CDK CLI; the template itself is the same for all regions.
const region = process.env.CDK_DEFAULT_REGION;
await compareWithDeployed();
if (settings.backupVault !== undefined)
  assertVaultElsewhere(settings.backupVault, { region, account: process.env.CDK_DEFAULT_ACCOUNT });
const codeOf = settings.localCloud ? localCode() : deployedCode();

const { domain, hostedZoneId, requestsPerIp, allowedIps } = settings;
const edge =
  domain === undefined
    ? undefined
    : new EdgeStack(app, edgeStackName(stage), { stage, domain, hostedZoneId, requestsPerIp, allowedIps });

const service = new ServiceStack(app, stackName, {
  stage,
  routes,
  workers,
  codeOf,
  settings,
  userPoolArn: settings.localCloud ? LOCAL_USER_POOL_ARN : undefined,
  modelId: settings.localCloud ? undefined : (settings.bedrockModelId ?? modelFor(region)),
  printer: {
    name: settings.printer,
    code: settings.localCloud ? undefined : Code.fromAsset(gatherPrinter(settings.printer)),
  },
  // In the local cloud a missing declaration has to be noticed.
  earlierReleases: settings.localCloud ? [] : earlierReleases(VERSION),
});
if (edge) service.addStackDependency(edge);
addChecks(app);

const findings = findingsIn(app.synth().directory);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}

/** The CDK CLI names an account only if there are credentials for it. */
async function compareWithDeployed(): Promise<void> {
  const { CDK_DEFAULT_ACCOUNT: account } = process.env;
  if (settings.localCloud || settings.comparison === 'off' || !account) return;
  const deployed = await deployedSettings(stackName, region);
  const changes = deployed?.lasting ? unsaidChanges(deployed.lasting, settings) : [];
  if (changes.length > 0) throw new Error(changes.join('\n'));
  const there = region === undefined ? {} : { region };
  const clients = { users: new CognitoIdentityProviderClient(there), keys: new KMSClient(there) };
  // A change of the key on purpose makes one that is not known yet.
  const isNewKey = settings.changes?.some((name) => name === 'sealKeyArn' || name === 'sealKeySpec');
  const deployedSealKeyArn = isNewKey ? undefined : deployed?.sealKeyArn;
  const faults = await unusableResources({ ...settings, deployedSealKeyArn }, { account, region }, clients);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function deployedCode(): CodeSource {
  const { directory } = bundleFunctions([...allRoutes, ...workers, tokenTrigger, unknownPaths]);
  return (fn) => Code.fromAsset(join(directory, bundleName(fn)));
}

function localCode(): CodeSource {
  bundleTogether([...allRoutes, ...workers, unknownPaths], join(app.outdir, 'functions'));
  return (fn) => new CodeInAssembly(`functions/${bundleName(fn)}`);
}
