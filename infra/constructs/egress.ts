import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { deployedName, type FunctionName } from '../function-names.ts';
import type { Service } from '../service.ts';

/** What Lambda needs to attach a function to a VPC, in the name of the function's role. */
const ATTACHING = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Permissions of a function in a VPC. They know no resources, so its code is denied what Lambda may do with the same
 * role.
 */
export function egressStatements({ stage, dataKey }: Service, fn: FunctionName): PolicyStatement[] {
  const functionArn = Stack.of(dataKey).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: deployedName(stage, fn),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    new PolicyStatement({ actions: ATTACHING, resources: ['*'] }),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ATTACHING,
      resources: ['*'],
      conditions: { ArnEquals: { 'lambda:SourceFunctionArn': functionArn } },
    }),
  ];
}

/** By ids: an imported VPC of CDK would look them up in the account, and a template has to be the same everywhere. */
export function attachToVpc(lambda: LambdaFunction, { settings: { egressVpc } }: Service): void {
  const { defaultChild } = lambda.node;
  if (egressVpc === undefined || !(defaultChild instanceof CfnFunction)) return;
  defaultChild.vpcConfig = { subnetIds: egressVpc.subnets, securityGroupIds: egressVpc.securityGroups };
}
