import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import { addReleaseAlarms, type Released } from './release-alarms.ts';
import { functionArn } from './routes.ts';

/** Alias that API Gateway invokes with gradual releases. */
export const LIVE = 'live';

export interface ReleasePlan {
  /** Shifts all traffic at once and ignores alarms, for an urgent fix. */
  direct: boolean;
}

export interface ReleasesProps {
  stage: Stage;
  alarms: Alarms;
  plan: ReleasePlan;
  module: string;
}

/**
 * Gradual release of the functions of one stack: ten percent more traffic each minute, and back to
 * the old code if the new code fails. The first deployment has no old code and shifts nothing.
 */
export class Releases extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: IRole;
  readonly #props: ReleasesProps;

  constructor(scope: Construct, id: string, props: ReleasesProps) {
    super(scope, id);
    this.#props = props;
    this.#application = new LambdaApplication(this, 'Application');
    // CDK would attach a managed policy with access to every function of the account.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: { shift: shiftPolicy(this, props) },
    });
    justifyModuleGrants(role, props);
    this.#role = role.withoutPolicyUpdates();
  }

  /** Adds the alias to invoke instead of each function. */
  add(functions: readonly { name: string; scope: Construct; lambda: LambdaFunction }[]): Alias[] {
    const { stage, alarms, plan } = this.#props;
    const released = functions.map(({ name, scope, lambda }) => {
      const alias = new Alias(scope, 'Live', {
        aliasName: LIVE,
        // CDK's class does not satisfy its own interface under `exactOptionalPropertyTypes`.
        version: lambda.currentVersion as IVersion,
      });
      return { name, scope, lambda, alias };
    });
    const alarmOf = addReleaseAlarms(this, { stage, alarms, functions: released });
    for (const one of released) this.addGroup(one.scope, one, plan.direct ? undefined : alarmOf.get(one));
    return released.map(({ alias }) => alias);
  }

  private addGroup(scope: Construct, { alias }: Released, alarm: Alarm | undefined) {
    new LambdaDeploymentGroup(scope, 'Release', {
      application: this.#application,
      role: this.#role,
      alias,
      ...(alarm
        ? {
            deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
            alarms: [alarm],
            autoRollback: {
              failedDeployment: true,
              stoppedDeployment: true,
              deploymentInAlarm: true,
            },
          }
        : { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, ignoreAlarmConfiguration: true }),
    });
  }
}

const shiftPolicy = (scope: Construct, props: ReleasesProps) =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias'],
        // One pattern, because a policy has no room for the names of a large module.
        resources: [functionArn(scope, functionsOf(props))],
      }),
      // Lambda checks this action on an alias or version.
      new PolicyStatement({
        actions: ['lambda:GetProvisionedConcurrencyConfig'],
        resources: [functionArn(scope, versionsOf(props))],
      }),
      // These CloudWatch actions do not support resource-level permissions.
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    ],
  });

/** The functions of a module, and all their aliases and versions. */
const functionsOf = ({ stage, module }: ReleasesProps) => `assay-${stage.name}-${module}-*`;
const versionsOf = (props: ReleasesProps) => `${functionsOf(props)}:*`;

/** Not among the other suppressions, because the finding contains the stage. */
const justifyModuleGrants = (role: Role, props: ReleasesProps) => {
  for (const pattern of [functionsOf(props), versionsOf(props)])
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${pattern}]`,
      reason: 'The pattern covers the functions of this module, whose names alone would fill the policy.',
    });
};
