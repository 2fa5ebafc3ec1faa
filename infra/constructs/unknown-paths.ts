import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import type { FunctionName } from '../function-names.ts';
import type { Front, Service } from '../service.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { allowInvocation } from './invocation.ts';
import { frontEnvironment, ServiceFunction } from './service-function.ts';

/** Refuses what no route takes, in the words of the API rather than of the gateway. */
export const unknownPaths: FunctionName = { module: 'service', name: 'refuseUnknown' };

export interface UnknownPathsProps {
  service: Service;
  front: Front;
  api: HttpApi;
}

/**
 * The function behind the route of last resort. A flood of wrong addresses is held back by the gateway's
 * throttle, like any other; what is left of it runs for some milliseconds, and may touch nothing.
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
