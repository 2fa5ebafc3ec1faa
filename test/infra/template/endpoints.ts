import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionStacksOf } from '#infra/constructs/module-endpoints.ts';
import { CHAINS } from '#infra/constructs/routes.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { deployedName } from '#infra/function-names.ts';
import type { ServiceSettings } from '#infra/settings.ts';
import { stageNamed } from '#infra/stage.ts';
import { fullPath, get, Nothing, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { testEachOf } from '#test/support/each-of.ts';
import { synthesise, workers } from '../synthesised.ts';

const service = synthesise('dev');
const dev = stageNamed('dev');
const TRIGGERS = 1;
/** Handles requests without a route. */
const LAST_RESORT = 1;
/** Environment variables of every function. */
const BASICS = ['POWERTOOLS_METRICS_NAMESPACE', 'POWERTOOLS_SERVICE_NAME', 'STAGE'];
/** A function of CDK, which callers cannot reach. */
const EMPTIERS_OF_BUCKETS = 1;
/** Settings of the whole service are visible in a part of it, which synthesises much faster. */
const pagesOnly = { routes: { documents: routes.documents }, workers: [] };

const stackOf = (route: Route) =>
  Object.entries(functionStacksOf(routes)).find(([, ofStack]) => Object.values(ofStack).includes(route))?.[0];

describe('every route', () => {
  testEachOf(
    'is one function behind one API route',
    allRoutes.map((route) => [`${route.module}.${route.name}`, route] as const),
    (route) => {
      const routeKey = `${route.method} ${fullPath(route)}`;

      const functions = service
        .all('AWS::Lambda::Function')
        .filter(({ properties }) => properties.FunctionName === deployedName(dev, route));
      const apiRoutes = service
        .all('AWS::ApiGatewayV2::Route')
        .filter(({ properties }) => properties.RouteKey === routeKey);

      expect(functions).toHaveLength(1);
      expect(apiRoutes).toHaveLength(1);
      expect(functions[0]?.stack).toBe(stackOf(route));
      expect(functionBehind(apiRoutes[0]?.properties.Target)).toBe(deployedName(dev, route));
      expect(functions[0]?.properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: route.memoryMb,
        Timeout: route.timeoutSeconds,
      });
    },
  );

  test('is exposed, and no other function exists', () => {
    expect(service.all('AWS::ApiGatewayV2::Route')).toHaveLength(allRoutes.length + LAST_RESORT);
    expect(service.all('AWS::Lambda::Function')).toHaveLength(
      allRoutes.length + workers.length + TRIGGERS + LAST_RESORT + EMPTIERS_OF_BUCKETS,
    );
  });

  test('that does not exist is answered by a function without permissions', () => {
    const [route, ...others] = service
      .all('AWS::ApiGatewayV2::Route')
      .filter(({ properties }) => properties.RouteKey === '$default');
    const refusing = service
      .all('AWS::Lambda::Function')
      .find(({ properties }) => properties.FunctionName === deployedName(dev, unknownPaths));

    expect(others).toEqual([]);
    expect(functionBehind(route?.properties.Target)).toBe(deployedName(dev, unknownPaths));
    expect(Object.keys(refusing?.properties.Environment.Variables).sort()).toEqual(BASICS);
  });

  test('may be invoked by API Gateway on its own path only', () => {
    const grants = service
      .all('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com');

    const paths = grants.map(({ properties }) => properties.SourceArn['Fn::Join'][1].at(-1));

    const own = allRoutes.map((route) => `/*/*${fullPath(route)}`);
    expect(paths.sort()).toEqual([...own, '/*/*'].sort());
  });
});

describe('the environment of an endpoint', () => {
  const environmentOf = (route: Route, within = service) =>
    within.all('AWS::Lambda::Function').find(({ properties }) => properties.FunctionName === deployedName(dev, route))
      ?.properties.Environment.Variables;

  test('has the issuer if callers are authenticated', () => {
    const environment = environmentOf(routes.risk.readRecord);

    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(['ISSUER', 'JWKS_URI', 'AUDIENCE', 'MASTER_SECRET_ARN']),
    );
  });

  test('has only the basics on public routes', () => {
    const environment = environmentOf(routes.service.readHealth);

    expect(Object.keys(environment).sort()).toEqual(BASICS);
  });

  test('has a metrics namespace of its own stage', () => {
    const { POWERTOOLS_METRICS_NAMESPACE } = environmentOf(routes.service.readHealth);

    expect(POWERTOOLS_METRICS_NAMESPACE).toBe('Assay/dev');
  });

  test('has the download host and the allowed frame origins of the signing page', () => {
    const signingFrameAncestors = 'https://portal.example';
    const framed = synthesise('dev', { ...pagesOnly, settings: { signingFrameAncestors } });
    const { readSigningPage, readSigningAsset } = routes.documents;

    expect(environmentOf(readSigningPage).SIGNING_FILES_ORIGIN).toEqual({
      'Fn::Join': ['', ['https://', { Ref: expect.stringMatching(/RegionalDomainName$/) }]],
    });
    expect(environmentOf(readSigningPage)).not.toHaveProperty('SIGNING_FRAME_ANCESTORS');
    expect(environmentOf(readSigningPage, framed)).toMatchObject({
      SIGNING_FRAME_ANCESTORS: signingFrameAncestors,
    });
    expect(environmentOf(readSigningAsset)).not.toHaveProperty('SIGNING_FILES_ORIGIN');
  });
});

describe('the API', () => {
  test('is throttled and logs one line per request, without IP addresses or bodies', () => {
    const [stage, ...others] = service.all('AWS::ApiGatewayV2::Stage');
    const fields = Object.values(JSON.parse(stage?.properties.AccessLogSettings.Format));

    expect(others).toEqual([]);
    expect(stage?.properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    });
    expect(fields).toContain('$context.requestId');
    expect(fields.filter((it) => /identity|sourceIp|path$|query|userAgent/.test(`${it}`))).toEqual([]);
  });

  test.each([
    ['no browser origin by default', [], undefined],
    ['the origins it is given', ['https://app.example.com'], ['https://app.example.com']],
  ])('admits %s', (_case, corsOrigins, expected) => {
    const [api] = synthesise('dev', { ...pagesOnly, settings: { corsOrigins } }).all('AWS::ApiGatewayV2::Api');

    expect(api?.properties.CorsConfiguration?.AllowOrigins).toEqual(expected);
  });
});

const ROUTE_STACKS = ['routes', 'documentRoutes', 'riskRoutes'];

describe('room in the stacks', () => {
  const LIMIT_HERE = 400;
  const CLOUDFORMATION_LIMIT = 500;

  test.each([...service.templates])('%s is far from the limit', (_name, template) => {
    const { Resources } = template.toJSON();
    expect(Object.keys(Resources).length).toBeLessThan(LIMIT_HERE);
  });

  test('the routes of all modules have three stacks, each with room for half as many again', () => {
    const counts = ROUTE_STACKS.map((stack) => Object.keys(service.templates.get(stack)?.toJSON().Resources).length);

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 * (allRoutes.length + LAST_RESORT));
    for (const count of counts) expect(count * 1.5).toBeLessThan(CLOUDFORMATION_LIMIT);
  });

  test('a module may grow to sixty endpoints, in production too', { tags: 'full' }, () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const path = `/risk/things${index}`;
        const route = get(path, 'client', Nothing, { summary: 'One of many' });
        return [`readThing${index}`, { ...route, module: 'risk', name: `readThing${index}` }];
      }),
    );

    const grown = synthesise('production', { routes: { risk: many }, workers: [] });

    const { Resources } = grown.templates.get('risk')?.toJSON() ?? { Resources: {} };
    expect(Object.keys(Resources).length).toBeGreaterThanOrEqual(60 * 7);
    expect(Object.keys(Resources).length).toBeLessThan(CLOUDFORMATION_LIMIT);
  });
});

test('function names fit into the 64 characters Lambda allows, for the longest stage name too', () => {
  const longest = stageNamed('a'.repeat(16));

  for (const fn of [...allRoutes, ...workers]) expect(deployedName(longest, fn).length).toBeLessThanOrEqual(64);
});

describe('the first deployment', () => {
  const inRoutes = (type: string) => service.all(type).filter((resource) => ROUTE_STACKS.includes(resource.stack));
  const integrations = inRoutes('AWS::ApiGatewayV2::Integration');
  const routeIds = new Set(inRoutes('AWS::ApiGatewayV2::Route').map(({ id }) => id));
  const resourceOf = (stack: string) =>
    service.all('AWS::CloudFormation::Stack').find(({ id }) => id.startsWith(`${stack}NestedStack`));

  test('creates no more than a few routes at once, each after the one before', () => {
    const waitedFor = integrations.flatMap(({ dependsOn }) => dependsOn);

    for (const stack of ROUTE_STACKS)
      expect(integrations.filter((one) => one.stack === stack && one.dependsOn.length === 0)).toHaveLength(CHAINS);
    expect(waitedFor).toHaveLength(integrations.length - CHAINS * ROUTE_STACKS.length);
    // A route that two others depend on would be a fork, with more created at once behind it.
    expect(new Set(waitedFor).size).toBe(waitedFor.length);
    expect(waitedFor.filter((id) => !routeIds.has(id))).toEqual([]);
  });

  test('creates functions before routes, and opens the API after them', () => {
    const modules = Object.keys(functionStacksOf(routes)).map((id) => resourceOf(id)?.id);
    const [apiRoutes, ...further] = ROUTE_STACKS.map(resourceOf);
    const [stage] = service.all('AWS::ApiGatewayV2::Stage');
    const lastResort = service
      .all('AWS::Lambda::Function')
      .find(({ properties }) => properties.FunctionName === deployedName(dev, unknownPaths));

    expect(modules).not.toContain(undefined);
    expect(apiRoutes?.dependsOn).toEqual(expect.arrayContaining([...modules, lastResort?.id]));
    for (const [index, stack] of further.entries())
      expect(stack?.dependsOn).toContain([apiRoutes, ...further][index]?.id);
    expect(stage?.dependsOn).toContain(further.at(-1)?.id);
  });

  test.each(ROUTE_STACKS)('of a route needs no parameters except the API: %s', (stack) => {
    const { Parameters } = service.templates.get(stack)?.toJSON() ?? {};

    expect(Object.keys(Parameters ?? {})).toHaveLength(1);
  });
});

describe('fair use', () => {
  const isAnonymous = ({ access }: Route) => access === 'public' || access === 'signer';
  const limitsIn = (stage: string): Record<string, { ThrottlingRateLimit: number }> =>
    synthesise(stage).all('AWS::ApiGatewayV2::Stage')[0]?.properties.RouteSettings;

  test('routes for anonymous callers and signers have a lower limit, unless they take long, others that of the stage', () => {
    const limits = limitsIn('production');

    const expected = allRoutes
      .filter((route) => isAnonymous(route) && route.timeoutSeconds <= 10)
      .map((route) => [`${route.method} ${fullPath(route)}`, 200]);
    expect(Object.entries(limits).map(([key, { ThrottlingRateLimit }]) => [key, ThrottlingRateLimit])).toEqual([
      ...expected,
      ['$default', 200],
    ]);
  });

  test('every throttled route exists, because API Gateway refuses the stage otherwise', () => {
    const keys = service.all('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);

    expect(Object.keys(limitsIn('dev')).filter((key) => !keys.includes(key))).toEqual([]);
  });

  test('completing a signature has reserved concurrency in production, and its number is a setting', () => {
    const signing = Object.entries<Route>(routes.documents).filter(([, { access }]) => access === 'signer');
    const signingOnly = { routes: { documents: Object.fromEntries(signing) }, workers: [] };
    const reservedIn = (stage: string, signingConcurrency?: number) =>
      synthesise(stage, { ...signingOnly, settings: { signingConcurrency } })
        .all('AWS::Lambda::Function')
        .flatMap(({ properties }) => properties.ReservedConcurrentExecutions ?? []);
    const ofSigners = allRoutes.filter(({ access, timeoutSeconds }) => access === 'signer' && timeoutSeconds > 10);

    expect(ofSigners.map(({ name }) => name)).toContain('completeSigning');
    expect(reservedIn('production')).toEqual(ofSigners.map(() => 50));
    expect(reservedIn('production', 120)).toEqual(ofSigners.map(() => 120));
    expect(reservedIn('production', 0)).toEqual([]);
    expect(reservedIn('dev')).toEqual([]);
  });

  test('requests that print, inspect files or screen a batch know how many an organization may have at the same time', () => {
    const limited = service
      .all('AWS::Lambda::Function')
      .filter(({ properties }) => properties.Environment?.Variables?.LONG_REQUESTS === '50')
      .map(({ properties }) => properties.FunctionName);

    expect(limited.toSorted()).toEqual(
      allRoutes
        .filter(({ isLongWork }) => isLongWork)
        .map((route) => deployedName(dev, route))
        .toSorted(),
    );
    expect(limited.length).toBeGreaterThan(5);
  });

  test('long-running functions have reserved concurrency if the operator configures it', () => {
    const reservedIn = (longFunctionConcurrency: number | undefined) =>
      synthesise('dev', { ...pagesOnly, settings: { longFunctionConcurrency } })
        .all('AWS::Lambda::Function')
        .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
        .map(({ properties }) => [properties.FunctionName, properties.ReservedConcurrentExecutions]);
    const long = Object.values<Route>(routes.documents).filter((it) => it.timeoutSeconds > 10);

    // A new account has ten concurrent executions, none of which can be reserved.
    expect(reservedIn(undefined)).toEqual([]);
    expect(reservedIn(40)).toEqual(long.map((route) => [deployedName(dev, route), 40]));
    expect(long.length).toBeGreaterThan(5);
  });

  test('docs/deploying.md: states the number of long-running endpoints', () => {
    const long = allRoutes.filter(({ timeoutSeconds }) => timeoutSeconds > 10).length;
    const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');

    expect(page).toContain(`each of the ${long} endpoints that run longer than ten seconds`);
    expect(page).toContain(`\`40\` reserves ${40 * long}.`);
  });
});

test('shard plan: every function with a table has it, and no other', () => {
  const shardPlan = 'subjects=32,subjects=64@2027-01-01T00:00:00Z';
  const functions = synthesise('dev', { ...pagesOnly, settings: { shardPlan } }).all('AWS::Lambda::Function');

  const variables = functions.map(({ properties }) => properties.Environment?.Variables ?? {});
  const hasTable = (names: object) => Object.keys(names).some((name) => name.startsWith('TABLE_'));
  expect(new Set(variables.map(hasTable))).toEqual(new Set([true, false]));
  for (const names of variables) expect(names.SHARD_PLAN).toBe(hasTable(names) ? shardPlan : undefined);
});

/** Name of the function that a route's integration targets. */
function functionBehind(target: { 'Fn::Join': [string, [string, { Ref: string }]] }) {
  const integrationId = target['Fn::Join'][1][1].Ref;
  const integration = service.all('AWS::ApiGatewayV2::Integration').find(({ id }) => id === integrationId);
  expect(integration?.properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
  });
  const [, arn] = integration?.properties.IntegrationUri['Fn::Join'] ?? [];
  return arn.at(-1).replace(':function:', '');
}

describe('the console', () => {
  const consoleOnly = { routes: { console: routes.console }, workers: [] };
  const environmentWith = (settings: Partial<ServiceSettings>) =>
    synthesise('dev', { ...consoleOnly, settings })
      .all('AWS::Lambda::Function')
      .find(({ properties }) => /read-console$/.test(`${properties.FunctionName}`))?.properties.Environment.Variables;
  const issuer = {
    issuer: 'https://login.example.com',
    jwksUri: 'https://login.example.com/keys',
    audience: 'assay',
  };

  test('is configured with the client of the operator’s issuer and the origins that it calls', () => {
    const environment = environmentWith({
      issuer,
      consoleClientId: 'console-client',
      commandClientId: 'command-client',
      consoleSignInOrigin: 'https://tokens.example.com',
      subjectCardOrigin: 'https://crm.example.com',
    });

    expect(environment).toMatchObject({
      ISSUER: 'https://login.example.com',
      CONSOLE_CLIENT_ID: 'console-client',
      COMMAND_CLIENT_ID: 'command-client',
      SUBJECT_CARD_ORIGIN: 'https://crm.example.com',
    });
    expect(JSON.stringify(environment.CONSOLE_ORIGINS)).toMatch(
      /https:\/\/tokens\.example\.com https:\/\/.*documents.*https:\/\/.*lists.*https:\/\/.*exports/i,
    );
  });

  test('signs users in with the audience as client, without further settings', () => {
    const environment = environmentWith({ issuer, signingFilesOrigin: 'https://files.example' });

    expect(environment).toMatchObject({
      CONSOLE_CLIENT_ID: 'assay',
      CONSOLE_ORIGINS: 'https://files.example',
    });
    expect(environment).not.toHaveProperty('SUBJECT_CARD_ORIGIN');
    expect(environment).not.toHaveProperty('COMMAND_CLIENT_ID');
  });
});
