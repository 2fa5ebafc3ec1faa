import { NestedStack } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { fullPath, type Route } from '#shared/platform/http/route.ts';
import type { ServiceWithIssuer } from '../service.ts';
import { EndpointFunction } from './endpoint-function.ts';

export interface ModuleEndpointsProps {
  service: ServiceWithIssuer;
  api: HttpApi;
  routes: Record<string, Route>;
}

/**
 * The endpoints of one module. A stack holds 500 resources and an endpoint is six of them (function,
 * role, log group, integration, route, permission), so each module has a stack of its own.
 */
export class ModuleEndpoints extends NestedStack {
  constructor(scope: Construct, id: string, { service, api, routes }: ModuleEndpointsProps) {
    super(scope, id);

    for (const route of Object.values(routes)) {
      const { lambda } = new EndpointFunction(this, route.name, service, route);
      new HttpRoute(this, `${route.name}Route`, {
        httpApi: api,
        routeKey: HttpRouteKey.with(fullPath(route), HttpMethod[route.method]),
        integration: new HttpLambdaIntegration('Integration', lambda),
      });
    }
  }
}
