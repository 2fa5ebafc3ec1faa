import { NestedStack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { fullPath, type Route } from '#shared/platform/http/route.ts';
import type { ServiceWithIssuer } from '../service.ts';
import { createInTurn } from './creation-order.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { allowInvocation } from './invocation.ts';
import { Releases } from './releases.ts';

export interface ModuleEndpointsProps {
  service: ServiceWithIssuer;
  api: HttpApi;
  routes: Record<string, Route>;
}

/**
 * The functions of one module's endpoints. CloudFormation limits a stack to 500 resources and an
 * endpoint has up to seven here (function, role, log group, permission; version, alias and
 * deployment group with gradual releases), so each module has a stack. Routes are in another,
 * `ApiRoutes`.
 */
export class ModuleEndpoints extends NestedStack {
  constructor(scope: Construct, id: string, { service, api, routes }: ModuleEndpointsProps) {
    super(scope, id);
    const all = Object.values(routes);
    const { stage, alarms, releases: plan } = service;
    const releases = plan && new Releases(this, 'Releases', { stage, alarms, plan, module: id });

    const functions = all.map((route) => {
      const scope = new EndpointFunction(this, route.name, service, route);
      return { name: route.name, scope, lambda: scope.lambda, path: fullPath(route) };
    });
    createInTurn(functions.map(({ lambda }) => lambda));
    const aliases = releases?.add(functions);
    for (const [index, { lambda, path }] of functions.entries()) allowInvocation(aliases?.[index] ?? lambda, api, path);
  }
}
