import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, CfnResource, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { suppressions } from './nag-suppressions.ts';

/** Has synthesis check the app against AWS's published practice, but for what we justify. */
export function addChecks(app: App) {
  for (const construct of app.node.findAll())
    if (CfnResource.isCfnResource(construct)) acknowledge(construct);
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
 * What synthesis found and nobody justified, warnings included: of cdk-nag, of CloudFormation's
 * schema, and the annotations of CDK itself. CDK stops at errors; whoever synthesises stops at these.
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
