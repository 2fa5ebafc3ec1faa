import { Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** Allows API Gateway to invoke a function or alias on one path of the API, or on any. */
export function allowInvocation(target: Alias | LambdaFunction, api: HttpApi, path = ''): void {
  target.addPermission('Invocation', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: Stack.of(target).formatArn({
      service: 'execute-api',
      resource: api.apiId,
      resourceName: `*/*${path}`,
    }),
  });
}
