import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { functionArn } from './routes.ts';

/** Alias that API Gateway invokes with gradual releases. */
export const LIVE = 'live';

export interface ReleasePlan {
  /** Shifts all traffic at once and ignores alarms, for an urgent fix. */
  direct: boolean;
  /** Alarms that shift traffic back to the previous code. */
  alarms: readonly IAlarm[];
}

/**
 * Gradual release of the functions of one stack: ten percent more traffic each minute, and back to
 * the old code if an alarm is raised. The first deployment has no old code and shifts nothing.
 */
export class Releases extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: IRole;
  readonly #plan: ReleasePlan;

  constructor(scope: Construct, id: string, plan: ReleasePlan, functionNames: readonly string[]) {
    super(scope, id);
    this.#plan = plan;
    this.#application = new LambdaApplication(this, 'Application');
    // CDK would attach a managed policy with access to every function of the account.
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: { shift: shiftPolicy(this, functionNames) },
    }).withoutPolicyUpdates();
  }

  /** Alias to invoke instead of the function. */
  of(scope: Construct, lambda: LambdaFunction): Alias {
    const alias = new Alias(scope, 'Live', {
      aliasName: LIVE,
      // CDK's class does not satisfy its own interface under `exactOptionalPropertyTypes`.
      version: lambda.currentVersion as IVersion,
    });
    const { direct, alarms } = this.#plan;
    new LambdaDeploymentGroup(scope, 'Release', {
      application: this.#application,
      role: this.#role,
      alias,
      ...(direct
        ? { deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE, ignoreAlarmConfiguration: true }
        : {
            deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
            alarms: [...alarms],
            autoRollback: {
              failedDeployment: true,
              stoppedDeployment: true,
              deploymentInAlarm: true,
            },
          }),
    });
    return alias;
  }
}

const shiftPolicy = (scope: Construct, functionNames: readonly string[]) =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
        resources: functionNames.map((name) => functionArn(scope, name)),
      }),
      // These CloudWatch actions do not support resource-level permissions.
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    ],
  });
