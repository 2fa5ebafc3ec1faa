import { ArnFormat, NestedStack, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { deployedName, type FunctionName } from '../function-names.ts';
import type { Stage } from '../stage.ts';

/** An API Gateway route with its function. */
export interface ApiRoute {
  key: string;
  fn: FunctionName;
  /** Alias to invoke; the latest code if undefined. */
  alias?: string | undefined;
}

export interface ApiRoutesProps {
  stage: Stage;
  api: HttpApi;
  routes: readonly ApiRoute[];
}

/**
 * API Gateway applies changes to an API sequentially and allows ten management calls per second and
 * account. CloudFormation would send more than two hundred at once, so routes depend on each other
 * in this many chains.
 */
export const CHAINS = 4;

/** Stacks of the modules with many routes. */
const OWN_STACKS: Record<string, string> = { documents: 'documentRoutes', risk: 'riskRoutes' };

/**
 * The stacks of all routes by their ids. A stack can have 500 resources, two for each route, and a route that moved to
 * another one would be created before it is deleted: so a module has its stack for good.
 */
export function routeStacksOf(routes: readonly ApiRoute[]): Record<string, ApiRoute[]> {
  const stackOf = ({ fn }: ApiRoute) => OWN_STACKS[fn.module] ?? 'routes';
  const ids = ['routes', ...Object.values(OWN_STACKS)];
  const stacks = ids.map((id) => [id, routes.filter((route) => stackOf(route) === id)] as const);
  return Object.fromEntries(stacks.filter(([, ofStack]) => ofStack.length > 0));
}

/**
 * Routes of the API, in a stack that is created after the functions and the stacks of routes before it. Functions are
 * referenced by name: a stack can have 200 parameters, and this one will have more routes than that.
 */
export class ApiRoutes extends NestedStack {
  constructor(scope: Construct, id: string, { stage, api, routes }: ApiRoutesProps) {
    super(scope, id);

    const last: CfnRoute[] = [];
    for (const [index, { key, fn, alias }] of routes.entries()) {
      const name = `${fn.module}-${fn.name}`;
      const integration = new CfnIntegration(this, `${name}Integration`, {
        apiId: api.apiId,
        integrationType: 'AWS_PROXY',
        integrationUri: functionArn(this, deployedName(stage, fn), alias),
        payloadFormatVersion: '2.0',
      });
      const route = new CfnRoute(this, `${name}Route`, {
        apiId: api.apiId,
        routeKey: key,
        authorizationType: 'NONE',
        target: `integrations/${integration.ref}`,
      });
      const before = last[index % CHAINS];
      if (before) integration.addResourceDependency(before);
      last[index % CHAINS] = route;
    }
  }
}

export const functionArn = (scope: Construct, name: string, alias?: string) =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: alias === undefined ? name : `${name}:${alias}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
