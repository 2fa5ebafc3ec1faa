import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, CfnResource, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { suppressions } from './nag-suppressions.ts';

/** Adds cdk-nag's AWS checks to synthesis, except for justified findings. */
export function addChecks(app: App) {
  for (const construct of app.node.findAll()) if (CfnResource.isCfnResource(construct)) acknowledge(construct);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

function acknowledge(resource: CfnResource) {
  for (const { rule, resourceType, path, reason } of suppressions)
    if (resource.cfnResourceType === resourceType && (path?.test(resource.node.path) ?? true))
      Validations.of(resource).acknowledge({ id: `AwsSolutions::${rule}`, reason });
}

interface Violation {
  ruleName: string;
  description: string;
  violatingConstructs: { constructPath?: string }[];
}

/**
 * Unjustified findings of synthesis, warnings included: cdk-nag, CloudFormation's schema and CDK
 * annotations. CDK fails on errors only; callers must fail on these.
 */
export function findingsIn(assemblyDirectory: string): string[] {
  const file = join(assemblyDirectory, 'validation-report.json');
  const { pluginReports } = JSON.parse(readFileSync(file, 'utf8')) as {
    pluginReports: { violations: Violation[] }[];
  };
  return pluginReports.flatMap(({ violations }) => violations).map(presentViolation);
}

const presentViolation = ({ ruleName, description, violatingConstructs }: Violation) =>
  `${ruleName}: ${description} (${violatingConstructs.map((it) => it.constructPath).join(', ')})`;
