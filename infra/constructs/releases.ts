import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import {
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Alias, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { functionArn } from './routes.ts';

/** The alias that API Gateway invokes where releases are gradual. */
export const LIVE = 'live';

export interface ReleasePlan {
  /** All traffic at once and whatever the alarms say: for an urgent fix. */
  direct: boolean;
  /** Any of these moves traffic back to the code before. */
  alarms: readonly IAlarm[];
}

/**
 * How the functions of one stack move to new code: ten percent of the requests more each minute, and back
 * to the old code as soon as an alarm rings. The first deployment has no old code and shifts nothing.
 */
export class Releases extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: IRole;
  readonly #plan: ReleasePlan;

  constructor(scope: Construct, id: string, plan: ReleasePlan, functionNames: readonly string[]) {
    super(scope, id);
    this.#plan = plan;
    this.#application = new LambdaApplication(this, 'Application');
    // CDK would attach a managed policy, which reaches every function of the account.
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: { shift: shiftPolicy(this, functionNames) },
    }).withoutPolicyUpdates();
  }

  /** The alias to invoke instead of the function. */
  of(scope: Construct, lambda: LambdaFunction): Alias {
    const alias = new Alias(scope, 'Live', {
      aliasName: LIVE,
      // CDK's class does not fit its own interface where optional is not the same as undefined.
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
        actions: [
          'lambda:GetAlias',
          'lambda:GetProvisionedConcurrencyConfig',
          'lambda:UpdateAlias',
        ],
        resources: functionNames.map((name) => functionArn(scope, name)),
      }),
      // CloudWatch has no resources for it.
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    ],
  });
