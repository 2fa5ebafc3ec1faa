import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@assay/foundation';
import {
  type AwsFront,
  apiCorsOf,
  awsClient,
  type Backends,
  type Blueprint,
  callersOf,
  corsRulesOf,
  createResources,
  type Engine,
  environmentOf,
  eventBus,
  failedItems,
  GATEWAY_TIME_LIMIT_MS,
  type Gateway,
  type Harshness,
  type HarshOptions,
  harshness,
  json,
  localClock,
  lockDirectory,
  OPERATOR,
  openFunctions,
  openSecrets,
  openSigningKeys,
  openUserPool,
  type RevokedGrant,
  readBlueprint,
  readTemplate,
  routerOf,
  startAwsFront,
  startDynamoDb,
  startEventSources,
  startGateway,
  startQueuesAndBuckets,
  startSchedules,
  streamArnIn,
  type TemplateResource,
  type UsedGrant,
  withoutGrant,
  writeJson,
} from '@assay/local-aws';
import { presentProblem } from '#shared/platform/http/present-problem.ts';
import { fullPath } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { deployedName, type FunctionName } from '../function-names.ts';
import { stageNamed } from '../stage.ts';
import { JWKS_PATH, type LocalIssuer, openIssuer } from './issuer.ts';
import { INVENTED_LISTS, listFilesIn } from './lists.ts';
import { signInUsers } from './people.ts';
import { type Demo, type DevFile, readDemo, seed } from './seed.ts';
import { openSignIn } from './sign-in.ts';
import { type Startup, trackStartup } from './startup.ts';
import { AWS_PLACEHOLDER, BASE_URL_PLACEHOLDER, synthesise } from './synthesise.ts';

/**
 * Details of 413 problems by route key, for routes with an alternative for large bodies. They help
 * developers: API Gateway itself only says that the request is too large.
 */
const TOO_LARGE = new Map(
  allRoutes.flatMap((route): [string, string][] => {
    const problem = route.problems.body_too_large;
    return problem ? [[`${route.method} ${fullPath(route)}`, problem[1]]] : [];
  }),
);

export interface LocalCloudOptions {
  /** Directory for data, logs and credentials. */
  directory: string;
  /** Directory for synthesised templates. */
  assemblies: string;
  /** 0 takes a free port. */
  port: number;
  /** Deletes the data of earlier starts. */
  fresh?: boolean;
  /** Environment variables of every function, in addition to those of the template. */
  environment?: Record<string, string>;
  /** Directory with screening lists; the invented ones by default. */
  lists?: string | undefined;
  /** What the customer's own system knows of a subject, if anything; for the console. */
  subjectCard?(kind: string, externalId: string): object | undefined;
  /** Revokes a permission, for tests that prove it to be needed. */
  withoutGrant?: RevokedGrant;
  /** Adds faults that are normal on AWS; see `packages/local-aws/src/harsh`. */
  harsh?: HarshOptions | undefined;
  /** Multiplies all timeouts, for tests that load a busy machine. */
  timeoutFactor?: number | undefined;
  report(line: string): void;
  /** Receives progress messages of the start. */
  progress?(line: string): void;
}

export interface LocalCloud {
  dev: DevFile;
  usedGrants(): UsedGrant[];
  /** For tests that read stored rows: the endpoint of DynamoDB and the table names. */
  storage: { endpoint: string; environment: Record<string, string> };
  /** For threads that run functions themselves, in the name of one of them. */
  environmentOf(fn: FunctionName): Record<string, string>;
  /** Milliseconds that each phase of the start took. */
  timings: Record<string, number>;
  /** For a program that plays months in seconds: it moves the clock, and fires the schedules. */
  stage: Stage;
  stop(): Promise<void>;
}

export interface Stage {
  /** Moves the clock that functions see. The first move pauses the schedules. */
  moveClock(to: Date): void;
  /** Fires the schedules of these workers, and waits for them. */
  fire(workers: readonly string[]): Promise<void>;
  /** Hands messages to a queue worker as one batch, without its queue, and waits for it. */
  deliver(worker: string, messages: readonly object[]): Promise<void>;
  /**
   * Reads the streams of all tables now, and waits until what they had by then has been processed. Writes that bypass the
   * front of AWS are otherwise not noticed for up to a second.
   */
  readStreams(): Promise<void>;
  /** Sets the clock to that of the machine, and resumes the schedules. */
  end(): void;
}

/**
 * The whole product on this machine. What exists is read from the synthesised template, so what
 * runs here is what deploys:
 *
 *     client ─ gateway ─▶ function ─▶ AWS front ─▶ DynamoDB Local, fauxqs, secrets
 *                            ▲        (its role decides)      │
 *              schedules ────┴──── streams and queues ◀───────┘
 *
 * Each function runs in workers of its own and knows nothing but its environment. Its code differs
 * from its deployed bundle in one point: what functions have in common lies in shared chunks.
 * Event sources read through the same front, in their function's name, as Lambda does.
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const startup = trackStartup(options.progress ?? (() => undefined));
  try {
    const harsh = options.harsh && harshness(options.harsh);
    const prepared = await prepare(options, startup, harsh);
    const running = await startServing(prepared, options, startup, harsh);
    const { usedGrants, enforceTimeLimits, setListOperator, stage } = running;

    const { baseUrl, issuer, data } = prepared;
    const demo = { file: demoFile(data), onReplaced: setListOperator };
    const dev = await startup.timed('credentials', seed(baseUrl, issuer, demo));
    writeJson(join(options.directory, 'dev.json'), dev);
    enforceTimeLimits();
    const storage = {
      endpoint: prepared.dynamo.endpoint,
      environment: tablesIn(prepared.blueprint),
    };
    return {
      dev,
      usedGrants,
      storage,
      timings: startup.timings,
      stage,
      stop: startup.stopAll,
      environmentOf: (fn) => threadEnvironment(prepared, deployedName(stageNamed('local'), fn)),
    };
  } catch (error) {
    await startup.stopAll();
    throw error;
  }
}

const withLongerTimeouts = (timeoutFactor: number, blueprint: Blueprint): Blueprint => ({
  ...blueprint,
  functions: blueprint.functions.map((fn) => ({
    ...fn,
    timeoutSeconds: fn.timeoutSeconds * timeoutFactor,
  })),
});

/** The environment variables with table names, of all functions. */
const tablesIn = ({ functions }: Blueprint) =>
  Object.fromEntries(
    functions.flatMap(({ environment }) => Object.entries(environment)).filter(([name]) => name.startsWith('TABLE_')),
  );

/** Settings of all functions, and the AWS access of one of them; without rate limits. */
function threadEnvironment({ blueprint, front, dynamo }: Prepared, name: string) {
  const fn = blueprint.functions.find((candidate) => candidate.name === name);
  if (!fn) throw new Error(`There is no function ${name}.`);
  const all = Object.assign({}, ...blueprint.functions.map(({ environment }) => environment));
  const { RATE_LIMITS, ...environment }: Record<string, string> = {
    ...all,
    ...environmentOf(fn, front.endpoint),
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
  };
  return environment;
}

const demoFile = (data: string) => join(data, 'demo.json');

/** Everything that exists before the first function runs. */
interface Prepared {
  assembly: string;
  data: string;
  baseUrl: string;
  gateway: Gateway;
  front: AwsFront;
  setBackends(backends: Backends): void;
  dynamo: Engine;
  queues: Engine;
  issuer: LocalIssuer;
  resources: TemplateResource[];
  blueprint: Blueprint;
}

/** Files that persist between starts. */
const PERSISTED = ['data', 'logs', 'outbox', 'dev.json'];

/**
 * Takes the port first, so that a second start fails early, then starts the slow parts
 * concurrently.
 */
async function prepare(options: LocalCloudOptions, startup: Startup, harsh: Harshness | undefined): Promise<Prepared> {
  const { directory, assemblies, port, fresh, timeoutFactor = 1 } = options;
  const { timed, stopLater } = startup;
  const gateway = stopLater(await startGateway(port, timeoutFactor * GATEWAY_TIME_LIMIT_MS));
  stopLater(await lockDirectory(directory, gateway.port));
  if (fresh) for (const name of PERSISTED) rmSync(join(directory, name), { recursive: true, force: true });

  const baseUrl = `http://127.0.0.1:${gateway.port}`;
  const data = join(directory, 'data');
  let backends: Backends | undefined;
  const keepAliveMs = harsh?.options.freezes ? FROZEN_CONNECTION_MS : undefined;
  const front = stopLater(await startAwsFront(() => backends, { keepAliveMs }));

  const parts = [
    timed('template', synthesise(assemblies)),
    timed('database', startDynamoDb({ directory: join(data, 'dynamodb') }).then(stopLater)),
    timed('queues', startQueuesAndBuckets({ directory: join(data, 'queues') }).then(stopLater)),
    openIssuer(join(data, 'issuer.json'), baseUrl),
  ] as const;
  // After a failure, wait until the other parts have started: only then can they be stopped.
  await Promise.allSettled(parts);
  const [assembly, dynamo, queues, issuer] = await Promise.all(parts);

  const resources = readTemplate(assembly, {
    endpoint: front.endpoint,
    replacements: { [BASE_URL_PLACEHOLDER]: baseUrl, [AWS_PLACEHOLDER]: front.endpoint },
  });
  return {
    assembly,
    data,
    baseUrl,
    gateway,
    front,
    dynamo,
    queues,
    issuer,
    resources,
    blueprint: withLongerTimeouts(timeoutFactor, withoutGrant(options.withoutGrant, readBlueprint(resources))),
    setBackends: (value) => {
      backends = value;
    },
  };
}

/** In harsh mode, idle connections close so early that a frozen function finds them closed. */
const FROZEN_CONNECTION_MS = 1_000;

/** Grace period for running work at shutdown. */
const FINISHING_MS = 2_000;

async function startServing(
  { assembly, data, baseUrl, gateway, front, setBackends, dynamo, queues, issuer, resources, blueprint }: Prepared,
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
      awsEndpoint,
      logDirectory,
      environment,
      report,
      codeCache: join(assembly, 'code-cache'),
      harsh: harsh && { ...harsh.options, killAfterMs: harsh.killAfterMs },
    }),
  );
  const callers = callersOf(blueprint.functions, resources);
  // Functions can make calls while event sources are still starting.
  let eventSources: Awaited<ReturnType<typeof startEventSources>> | undefined;
  const clock = localClock((shiftMs) => {
    functions.setClock(shiftMs);
    schedules.clockMoved();
  });
  const userPool = openUserPool(join(data, 'users.json'), clock.now);
  const users = () => signInUsers(userPool, readDemo(demoFile(data)));
  setBackends({
    callers,
    userPool,
    secrets: openSecrets(join(data, 'secrets.json'), blueprint.secrets),
    signingKeys: openSigningKeys(join(data, 'keys.json'), resources),
    outbox: join(directory, 'outbox'),
    corsRules: corsRulesOf(blueprint.buckets),
    engines: { dynamodb: dynamo.endpoint, sqs: queues.endpoint, s3: queues.endpoint },
    onDone: (calls) => eventSources?.noticed(calls),
    disturbances: harsh?.disturbances ?? [],
    onEvents: eventBus(blueprint.eventRules, operator.queues, report),
    onDenied: (name, { action, resource }) =>
      report(`${name} may not ${action} ${resource}: no policy of the template allows it.`),
  });

  const sources = await startEventSources(blueprint, {
    awsEndpoint,
    functions,
    report,
    dataDirectory: data,
    harsh,
    streamArnOf: (table) => streamArnIn(operator.dynamo, table),
  });
  eventSources = sources;
  // Running work may finish within the grace period. Functions are stopped next.
  stopLater({
    stop: () => Promise.race([sources.stop(), sleep(FINISHING_MS, undefined, { ref: false })]),
  });

  const schedules = stopLater(startSchedules(blueprint.schedules, clock.now, functions.invoke, harsh?.isDuplicate));
  users(); // adds those of a first start to the pool
  const signIn = openSignIn({ issuer, baseUrl, users, now: clock.now });
  gateway.serve({
    router: routerOf(blueprint.routes),
    invoke: functions.invoke,
    tooLarge: (key, requestId) => {
      const detail = TOO_LARGE.get(key ?? '') ?? 'The request body is too large.';
      return presentProblem(new Problem(413, 'body_too_large', detail), requestId);
    },
    cors: apiCorsOf(resources),
    local: (request) => {
      const { method, path, query, body } = request;
      if (method === 'POST' && path === '/_local/clock') return clock.set(body);
      if (method === 'GET' && path === '/_local/clock') return clock.read();
      if (method === 'GET' && path === '/assay/subject-card') {
        const card = options.subjectCard?.(query.get('kind') ?? '', query.get('externalId') ?? '');
        return json(card ? 200 : 404, card ?? {});
      }
      if (method === 'GET' && path === JWKS_PATH) return json(200, issuer.publicKeys);
      // Receivers of webhooks for a first try: one that answers, one that fails, and one that failed for a while.
      if (method === 'POST' && path === '/_local/receiver/available') return json(200, {});
      if (method === 'POST' && path === '/_local/receiver/unavailable') return json(503, {});
      if (method === 'POST' && path === '/_local/receiver/interrupted')
        return json(isWithin(clock.now(), query.get('from'), query.get('until')) ? 503 : 200, {});
      return signIn(request);
    },
  });
  // Registered a second time, to stop accepting requests before anything else shuts down.
  stopLater({ stop: gateway.stop });
  const workerNamed = (name: string) => deployedName(stageNamed('local'), { module: 'workers', name });
  const stage: Stage = {
    moveClock: (to) => {
      schedules.pause();
      clock.moveTo(to);
    },
    fire: (workers) => schedules.fire(workers.map(workerNamed)),
    deliver: (worker, messages) => deliverDirectly(functions.invoke, workerNamed(worker), messages),
    readStreams: sources.caughtUp,
    end: () => {
      clock.moveTo(undefined);
      schedules.resume();
    },
  };
  return {
    stage,
    usedGrants: callers.usedGrants,
    enforceTimeLimits: functions.enforceTimeLimits,
    // If the demo organization was deleted, another one replaces it before lists are refreshed.
    setListOperator: ({ organizationId }: Demo) =>
      functions.setEnvironment({ LIST_OPERATORS: organizationId, ...options.environment }),
  };
}

const isWithin = (at: Date, from: string | null, until: string | null) =>
  at.getTime() >= Date.parse(from ?? '') && at.getTime() < Date.parse(until ?? '');

async function deliverDirectly(
  invoke: (functionName: string, event: unknown) => Promise<unknown>,
  worker: string,
  messages: readonly object[],
): Promise<void> {
  const Records = messages.map((message) => ({ messageId: randomUUID(), body: JSON.stringify(message) }));
  const answer = await invoke(worker, { Records });
  const failed = failedItems(
    answer,
    Records.map(({ messageId }) => messageId),
  );
  if (failed.size > 0) throw new Error(`${worker} failed for ${failed.size} of ${messages.length} messages.`);
}
