import { accessKeyIdOf, SECRET_ACCESS_KEY } from '../aws/callers.ts';
import type { FunctionBlueprint } from '../template/blueprint.ts';
import { REGION } from '../template/identities.ts';
import { openFunctionLog } from './function-log.ts';
import { FunctionPool } from './function-pool.ts';
import type { FunctionHarshness } from './function-worker.ts';

/** Every function of the template, invoked by name. */
export interface Functions {
  /** Rejects when the function fails, after reporting the failure. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  setClock(shiftMs: number): void;
  /** Enforces the timeouts of the template from now on. */
  enforceTimeLimits(): void;
  /** Changes environment variables of functions that have not run yet. */
  setEnvironment(changes: Record<string, string>): void;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  /** Endpoint of AWS for functions. */
  awsEndpoint: string;
  logDirectory: string;
  /** Environment variables of every function, in addition to those of the template. */
  environment: Record<string, string>;
  /** Directory for compiled code, which makes later starts of functions faster. */
  codeCache?: string | undefined;
  harsh?: FunctionHarshness | undefined;
  report(line: string): void;
}

/** During the start, all functions load for the first time and concurrently. */
const STARTING_FACTOR = 12;

export function openFunctions(
  blueprints: readonly FunctionBlueprint[],
  { awsEndpoint, logDirectory, environment, codeCache, harsh, report }: FunctionsOptions,
): Functions {
  const timeLimits = { factor: STARTING_FACTOR };
  const opened = blueprints.map((blueprint) => {
    const log = openFunctionLog(logDirectory, blueprint.name, report);
    const pool = new FunctionPool(blueprint, {
      environment: { ...environment, ...environmentOf(blueprint, awsEndpoint) },
      clockShiftMs: 0,
      timeLimits,
      codeCache,
      onOutput: (chunk) => log.write(chunk),
      harsh,
    });
    return { pool, log };
  });
  const pools = new Map(opened.map(({ pool }) => [pool.name, pool]));

  return {
    async invoke(functionName, event) {
      const pool = pools.get(functionName);
      if (!pool) throw new Error(`There is no function ${functionName}.`);
      try {
        return await pool.invoke(event);
      } catch (error) {
        report(`${functionName}: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      }
    },
    enforceTimeLimits: () => {
      timeLimits.factor = 1;
    },
    setClock: (shiftMs) => {
      for (const pool of pools.values()) pool.setClock(shiftMs);
    },
    setEnvironment: (changes) => {
      for (const pool of pools.values()) pool.setEnvironment(changes);
    },
    stop: async () => {
      await Promise.all(opened.map(({ pool }) => pool.stop()));
      await Promise.all(opened.map(({ log }) => log.close()));
    },
  };
}

/** The environment of a Lambda function. Nothing of this machine's environment is passed on. */
export function environmentOf(
  { name, handler, directory, memoryMb, environment }: FunctionBlueprint,
  awsEndpoint: string,
): Record<string, string> {
  return {
    ...environment,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ACCESS_KEY_ID: accessKeyIdOf(name),
    AWS_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: directory,
    _HANDLER: handler,
    LANG: 'en_US.UTF-8',
    PATH: process.env.PATH ?? '',
    TZ: ':UTC',
  };
}
