import { NestedStack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { fullPath, type Route } from '#shared/platform/http/route.ts';
import type { RouteTable, ServiceWithIssuer } from '../service.ts';
import { createInTurn } from './creation-order.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { allowInvocation } from './invocation.ts';
import { Releases } from './releases.ts';

export interface ModuleEndpointsProps {
  service: ServiceWithIssuer;
  api: HttpApi;
  routes: Record<string, Route>;
}

/** Routes of `risk` with functions in the stack of policies, by the beginnings of their paths. */
const OF_POLICIES = [
  '/risk/policies',
  '/risk/rollouts',
  '/risk/backtests',
  '/risk/policy-schema',
  '/risk/outcomes',
  '/risk/subjects/{id}/outcomes',
  '/risk/contexts/{id}/decisions',
];

/**
 * The routes of each stack of functions by its id: those of a module, and of policies. A function that moved to another stack
 * would be created before it is deleted, under the same name: so a path has its stack for good.
 */
export function functionStacksOf(routes: RouteTable): RouteTable {
  const byStack: Record<string, Record<string, Route>> = {};
  for (const [module, ofModule] of Object.entries(routes))
    for (const [name, route] of Object.entries(ofModule)) {
      const stack = isOfPolicies(route) ? 'policies' : module;
      byStack[stack] = { ...byStack[stack], [name]: route };
    }
  return byStack;
}

const isOfPolicies = ({ path }: Route) => OF_POLICIES.some((start) => path === start || path.startsWith(`${start}/`));

/**
 * The functions of one module's endpoints. CloudFormation limits a stack to 500 resources and an
 * endpoint has up to seven here (function, role, log group, permission; version, alias and
 * deployment group with gradual releases), so each module has a stack, and policies have one. Routes are in
 * others, `ApiRoutes`.
 */
export class ModuleEndpoints extends NestedStack {
  constructor(scope: Construct, id: string, { service, api, routes }: ModuleEndpointsProps) {
    super(scope, id);
    const all = Object.values(routes);
    const { stage, alarms, releases: plan } = service;
    // The functions of a stack have names of one module.
    const module = all[0]?.module ?? id;
    const releases = plan && new Releases(this, 'Releases', { stage, alarms, plan, module });

    const functions = all.map((route) => {
      const scope = new EndpointFunction(this, route.name, service, route);
      return { name: route.name, scope, lambda: scope.lambda, path: fullPath(route) };
    });
    createInTurn(functions.map(({ lambda }) => lambda));
    const aliases = releases?.add(functions);
    for (const [index, { lambda, path }] of functions.entries()) allowInvocation(aliases?.[index] ?? lambda, api, path);
  }
}
