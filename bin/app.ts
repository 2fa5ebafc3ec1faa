import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundleFunctions } from '#infra/bundle.ts';
import { addChecks, findingsIn } from '#infra/checks.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { tokenTrigger } from '#infra/constructs/user-pool.ts';
import { bundleName } from '#infra/function-names.ts';
import { issuerFromContext } from '#infra/issuer.ts';
import { gatherPrinter } from '#infra/printer-files.ts';
import { PRINTERS } from '#infra/printer-layer.ts';
import { ServiceStack } from '#infra/service-stack.ts';
import { stageNamed } from '#infra/stage.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { parseListFiles } from '#shared/screening/lists/list-files.ts';
import cdk from '../cdk.json' with { type: 'json' };

// A deprecated call would only print a warning, and warnings are errors here.
process.env.JSII_DEPRECATED = 'fail';

// What the CDK CLI would add by itself holds however the app is started; the local cloud does without
// the CLI, and finds a function's code by the metadata.
const app = new App({
  context: { ...cdk.context, 'aws:cdk:enable-asset-metadata': true },
  analyticsReporting: false,
});
const setting = (name: string): string | undefined => app.node.tryGetContext(name);

const stage = stageNamed(setting('stage') ?? 'dev');
const issuer = issuerFromContext(app.node);
const isLocal = stage.name === 'local';
const printer = PRINTERS.find((name) => name === (setting('printer') ?? 'typst'));
if (!printer) throw new Error(`A printer is one of ${PRINTERS.join(', ')}.`);
const listFiles = setting('listFiles');
// A slip of the pen would stop every screening; here it stops the deployment.
if (listFiles !== undefined) parseListFiles(listFiles);
const { directory } = bundleFunctions([...allRoutes, ...workers, tokenTrigger, unknownPaths]);

new ServiceStack(app, `assay-${stage.name}`, {
  stage,
  routes,
  workers,
  codeOf: (fn) => Code.fromAsset(join(directory, bundleName(fn))),
  issuer,
  corsOrigins: setting('corsOrigins')?.split(',') ?? [],
  alarmEmail: setting('alarmEmail'),
  modelId: setting('bedrockModelId'),
  listFiles,
  mailFrom: setting('mailFrom'),
  sealOrganization: setting('sealOrganization'),
  sealCertificates: setting('sealCertificates'),
  signingFilesOrigin: setting('signingFilesOrigin'),
  signingFrameAncestors: setting('signingFrameAncestors'),
  printer: { name: printer, code: isLocal ? undefined : Code.fromAsset(gatherPrinter(printer)) },
  wikidataContact: setting('wikidataContact'),
});
addChecks(app);

const findings = findingsIn(app.synth().directory);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}
