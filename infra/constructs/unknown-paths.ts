import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import type { FunctionName } from '../function-names.ts';
import type { Front, Service } from '../service.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { allowInvocation } from './invocation.ts';
import { frontEnvironment, ServiceFunction } from './service-function.ts';

/** Answers unknown paths with a problem of the API instead of API Gateway's message. */
export const unknownPaths: FunctionName = { module: 'service', name: 'refuseUnknown' };

export interface UnknownPathsProps {
  service: Service;
  front: Front;
  api: HttpApi;
}

/**
 * The function behind the `$default` route. API Gateway's throttle limits a flood of wrong paths;
 * each request runs for some milliseconds without any permission.
 */
export class UnknownPaths extends Construct {
  constructor(scope: Construct, id: string, props: UnknownPathsProps) {
    super(scope, id);
    const { service, front, api } = props;

    const { lambda } = new ServiceFunction(this, 'RefuseUnknown', {
      service,
      fn: unknownPaths,
      uses: {},
      memoryMb: 256,
      timeoutSeconds: 5,
      environment: frontEnvironment(front),
    });
    allowInvocation(lambda, api);
    addFunctionAlarms(this, service.alarms, { refuseUnknown: lambda });
  }
}
