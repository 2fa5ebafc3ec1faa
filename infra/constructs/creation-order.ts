import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Lambda accepts 15 management calls a second per account and region, which cannot be raised. CloudFormation would
 * create or update all functions of a stack at once, each with several calls, so that each waits for the one before
 * it. Aliases are not waited for: their traffic takes minutes to shift, and CodeDeploy shifts them side by side, each
 * from the moment when its function was ready.
 */
export function createInTurn(functions: readonly LambdaFunction[]): void {
  const resources = functions.map(({ node: { defaultChild } }) => {
    if (!(defaultChild instanceof CfnFunction)) throw new Error('A function has no resource.');
    return defaultChild;
  });
  for (const [index, resource] of resources.entries()) {
    const before = resources[index - 1];
    if (before) resource.addResourceDependency(before);
  }
}
