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

/** Routes of `risk` with functions in a stack of their own, by the beginning of their paths. */
const POLICY_PATHS = ['/risk/policies', '/risk/rollouts', '/risk/backtests', '/risk/policy-schema'];

/**
 * The routes of each stack of functions by its id: those of a module, and of policies. A function that moved to another stack
 * would be created before it is deleted, under the same name: so a path has its stack for good.
 */
export function functionStacksOf(routes: RouteTable): RouteTable {
  const stacks = Object.entries(routes).map(([module, ofModule]): [string, Record<string, Route>] => [
    module,
    pick(ofModule, (route) => !isOfPolicies(route)),
  ]);
  const policies = pick(routes.risk ?? {}, isOfPolicies);
  return Object.fromEntries([
    ...stacks,
    ...(Object.keys(policies).length > 0 ? [['policies', policies] as const] : []),
  ]);
}

const isOfPolicies = ({ path }: Route) => POLICY_PATHS.some((start) => path === start || path.startsWith(`${start}/`));

const pick = (routes: Record<string, Route>, isWanted: (route: Route) => boolean) =>
  Object.fromEntries(Object.entries(routes).filter(([, route]) => isWanted(route)));

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
