import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { awsClient } from '#infra/local/aws/aws-client.ts';
import { type AwsFront, type Behind, startAwsFront } from '#infra/local/aws/aws-front.ts';
import { callersOf, type UsedGrant } from '#infra/local/aws/callers.ts';
import { corsRulesOf } from '#infra/local/aws/cors.ts';
import { openSigningKeys } from '#infra/local/aws/kms.ts';
import { openSecrets } from '#infra/local/aws/secrets.ts';
import { eventBus } from '#infra/local/events/event-bus.ts';
import { startSchedules } from '#infra/local/events/schedules.ts';
import { startWakeSources } from '#infra/local/events/wake-sources.ts';
import { openFunctions } from '#infra/local/functions/functions.ts';
import { apiCorsOf } from '#infra/local/gateway/api-cors.ts';
import { GATEWAY_TIME_LIMIT_MS, type Gateway, startGateway } from '#infra/local/gateway/gateway.ts';
import { json } from '#infra/local/gateway/gateway-answer.ts';
import { routerOf } from '#infra/local/gateway/routing.ts';
import { type Harshness, type HarshOptions, harshness } from '#infra/local/harsh/harsh.ts';
import { type Blueprint, readBlueprint } from '#infra/local/template/blueprint.ts';
import { type Resource, readTemplate } from '#infra/local/template/template.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { lockDirectory } from './directory-lock.ts';
import { type Engine, startDynamoDb, startQueuesAndBuckets } from './engines.ts';
import { type Issuer, JWKS_PATH, openIssuer } from './issuer.ts';
import { writeJson } from './kept-file.ts';
import { INVENTED_LISTS, listFilesIn } from './lists.ts';
import { localClock } from './local-clock.ts';
import { createResources, OPERATOR, streamArnIn } from './resources.ts';
import { type Demo, type DevFile, readDemo, seed } from './seed.ts';
import { type Startup, startingUp } from './startup.ts';
import { AWS_PLACEHOLDER, BASE_URL_PLACEHOLDER, synthesise } from './synthesise.ts';
import { type TakenGrant, withoutGrant } from './taken-grant.ts';

/** By route key, for routes whose large bodies go another way. */
const TOO_LARGE = new Map(
  allRoutes.flatMap((route): [string, string][] => {
    const problem = route.refusals.body_too_large;
    return problem ? [[`${route.method} ${fullPath(route)}`, problem[1]]] : [];
  }),
);

export interface LocalCloudOptions {
  /** Where data, logs and credentials are kept. */
  directory: string;
  /** Where synthesised templates are kept. */
  assemblies: string;
  /** 0 takes any that is free. */
  port: number;
  /** Forgets what an earlier start has left. */
  fresh?: boolean;
  /** Settings that every function is given beside those of the template. */
  environment?: Record<string, string>;
  /** A folder with the screening lists; the invented ones by default. */
  lists?: string | undefined;
  /** Takes a permission away, for tests that prove it to be needed. */
  withoutGrant?: TakenGrant;
  /** Behaves as AWS does on a bad day; see `infra/local/harsh`. */
  harsh?: HarshOptions | undefined;
  /** Time limits are this many times as long: for tests that load a machine which is busy already. */
  patience?: number | undefined;
  report(line: string): void;
  /** Told what the start is doing. */
  progress?(line: string): void;
}

export interface LocalCloud {
  dev: DevFile;
  usedGrants(): UsedGrant[];
  /** For tests that look at what is stored: where DynamoDB answers, and what functions call their tables. */
  storage: { endpoint: string; environment: Record<string, string> };
  /** How many milliseconds each part of the start took. */
  timings: Record<string, number>;
  stop(): Promise<void>;
}

/**
 * The whole product on this machine. What exists is read from the synthesised template, so what
 * runs here is what deploys:
 *
 *     client ─ gateway ─▶ function ─▶ AWS front ─▶ DynamoDB Local, fauxqs, secrets
 *                            ▲        (its role decides)      │
 *              schedules ────┴──── streams and queues ◀───────┘
 *
 * Each function runs from its bundle in workers of its own and knows nothing but its environment.
 * Event sources read through the same front, in their function's name, as Lambda does.
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const startup = startingUp(options.progress ?? (() => undefined));
  try {
    const harsh = options.harsh && harshness(options.harsh);
    const ground = await prepare(options, startup, harsh);
    const running = await bringToLife(ground, options, startup, harsh);
    const { usedGrants, keepTimeLimits, setListOperator } = running;

    const { baseUrl, issuer, data } = ground;
    const demo = { file: demoFile(data), onReplaced: setListOperator };
    const dev = await startup.timed('credentials', seed(baseUrl, issuer, demo));
    writeJson(join(options.directory, 'dev.json'), dev);
    keepTimeLimits();
    const storage = { endpoint: ground.dynamo.endpoint, environment: tablesIn(ground.blueprint) };
    return { dev, usedGrants, storage, timings: startup.timings, stop: startup.stopAll };
  } catch (error) {
    await startup.stopAll();
    throw error;
  }
}

const withPatience = (patience: number, blueprint: Blueprint): Blueprint => ({
  ...blueprint,
  functions: blueprint.functions.map((fn) => ({
    ...fn,
    timeoutSeconds: fn.timeoutSeconds * patience,
  })),
});

/** The settings that name tables, of all functions together. */
const tablesIn = ({ functions }: Blueprint) =>
  Object.fromEntries(
    functions
      .flatMap(({ environment }) => Object.entries(environment))
      .filter(([name]) => name.startsWith('TABLE_')),
  );

const demoFile = (data: string) => join(data, 'demo.json');

/** What stands before the first function runs. */
interface Ground {
  data: string;
  baseUrl: string;
  gateway: Gateway;
  front: AwsFront;
  putBehindFront(behind: Behind): void;
  dynamo: Engine;
  queues: Engine;
  issuer: Issuer;
  resources: Resource[];
  blueprint: Blueprint;
}

/** What a start leaves behind for the next one. */
const KEPT = ['data', 'logs', 'outbox', 'dev.json'];

/** The port comes first, so that a second start stops here; then all that takes long, at once. */
async function prepare(
  options: LocalCloudOptions,
  startup: Startup,
  harsh: Harshness | undefined,
): Promise<Ground> {
  const { directory, assemblies, port, fresh, patience = 1 } = options;
  const { timed, stopLater } = startup;
  const gateway = stopLater(await startGateway(port, patience * GATEWAY_TIME_LIMIT_MS));
  stopLater(await lockDirectory(directory, gateway.port));
  if (fresh)
    for (const name of KEPT) rmSync(join(directory, name), { recursive: true, force: true });

  const baseUrl = `http://127.0.0.1:${gateway.port}`;
  const data = join(directory, 'data');
  let behind: Behind | undefined;
  const keepAliveMs = harsh?.options.freezes ? FROZEN_CONNECTION_MS : undefined;
  const front = stopLater(await startAwsFront(() => behind, { keepAliveMs }));

  const parts = [
    timed('template', synthesise(assemblies)),
    timed('database', startDynamoDb({ directory: join(data, 'dynamodb') }).then(stopLater)),
    timed('queues', startQueuesAndBuckets({ directory: join(data, 'queues') }).then(stopLater)),
    openIssuer(join(data, 'issuer.json')),
  ] as const;
  // Also when one fails, the others have to have started before they can be stopped.
  await Promise.allSettled(parts);
  const [assembly, dynamo, queues, issuer] = await Promise.all(parts);

  const resources = readTemplate(assembly, {
    endpoint: front.endpoint,
    replacements: { [BASE_URL_PLACEHOLDER]: baseUrl, [AWS_PLACEHOLDER]: front.endpoint },
  });
  return {
    ...{ data, baseUrl, gateway, front, dynamo, queues, issuer, resources },
    blueprint: withPatience(patience, withoutGrant(options.withoutGrant, readBlueprint(resources))),
    putBehindFront: (what) => {
      behind = what;
    },
  };
}

/** In harsh mode idle connections are closed so soon that a frozen function finds them closed. */
const FROZEN_CONNECTION_MS = 1_000;

/** How long work may take to finish when everything is to stop. */
const FINISHING_MS = 2_000;

async function bringToLife(
  { data, gateway, front, putBehindFront, dynamo, queues, issuer, resources, blueprint }: Ground,
  { directory, lists, report, ...options }: LocalCloudOptions,
  { timed, stopLater }: Startup,
  harsh: Harshness | undefined,
) {
  const operator = {
    dynamo: awsClient(dynamo.endpoint, OPERATOR),
    queues: awsClient(queues.endpoint, OPERATOR),
    bucketEndpoint: queues.endpoint,
  };
  await timed('tables', createResources(blueprint, operator));

  const environment = {
    LIST_FILES: JSON.stringify(listFilesIn(lists ?? INVENTED_LISTS)),
    LIST_OPERATORS: readDemo(demoFile(data)).organizationId,
    ...options.environment,
  };
  const awsEndpoint = front.endpoint;
  const logDirectory = join(directory, 'logs');
  const functions = stopLater(
    openFunctions(blueprint.functions, {
      ...{ awsEndpoint, logDirectory, environment, report },
      harsh: harsh && { ...harsh.options, killAfterMs: harsh.killAfterMs },
    }),
  );
  const callers = callersOf(blueprint.functions, resources);
  // Calls are answered, and noticed, while the sources that listen for them are still starting.
  let wakeSources: Awaited<ReturnType<typeof startWakeSources>> | undefined;
  putBehindFront({
    callers,
    secrets: openSecrets(join(data, 'secrets.json'), blueprint.secrets),
    signingKeys: openSigningKeys(join(data, 'keys.json'), resources),
    outbox: join(directory, 'outbox'),
    corsRules: corsRulesOf(blueprint.buckets),
    engines: { dynamodb: dynamo.endpoint, sqs: queues.endpoint, s3: queues.endpoint },
    onDone: (calls) => wakeSources?.noticed(calls),
    disturbances: harsh?.disturbances ?? [],
    onEvents: eventBus(blueprint.eventRules, operator.queues, report),
    onDenied: (name, { action, resource }) =>
      report(`${name} may not ${action} ${resource}: no grant of the template allows it.`),
  });

  const sources = await startWakeSources(blueprint, {
    ...{ awsEndpoint, functions, report, dataDirectory: data, harsh },
    streamArnOf: (table) => streamArnIn(operator.dynamo, table),
  });
  wakeSources = sources;
  // What is being worked on may finish; else it ends with the functions, which stop next.
  stopLater({
    stop: () => Promise.race([sources.stop(), sleep(FINISHING_MS, undefined, { ref: false })]),
  });

  const clock = localClock((shiftMs) => {
    functions.setClock(shiftMs);
    schedules.clockMoved();
  });
  const schedules = stopLater(
    startSchedules(blueprint.schedules, clock.now, functions.invoke, harsh?.isDuplicate),
  );
  gateway.serve({
    router: routerOf(blueprint.routes),
    invoke: functions.invoke,
    tooLarge: (key) => TOO_LARGE.get(key),
    cors: apiCorsOf(resources),
    local: (method, path, body) => {
      if (method === 'POST' && path === '/_local/clock') return clock.set(body);
      if (method === 'GET' && path === '/_local/clock') return clock.read();
      if (method === 'GET' && path === JWKS_PATH) return json(200, issuer.publicKeys);
      return undefined;
    },
  });
  // Stopped a second time, and so before all else: no request is accepted while the rest shuts down.
  stopLater({ stop: gateway.stop });
  return {
    usedGrants: callers.usedGrants,
    keepTimeLimits: functions.keepTimeLimits,
    // Where the demo organization was deleted, another takes its place before any list is asked for.
    setListOperator: ({ organizationId }: Demo) =>
      functions.setEnvironment({ LIST_OPERATORS: organizationId, ...options.environment }),
  };
}
