import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud as start } from '#infra/local/local-cloud.ts';
import { ASSEMBLIES } from './assembly.ts';

export interface TestCloud extends LocalCloud {
  baseUrl: string;
  directory: string;
  /** Its log lines: failures of functions and refused calls. */
  reports: string[];
}

/**
 * A local cloud for one test file, on a free port, with a directory that is deleted when it
 * stops.
 */
export async function startLocalCloud(
  options: Pick<LocalCloudOptions, 'withoutGrant' | 'environment' | 'harsh' | 'lists' | 'timeoutFactor'> & {
    directory?: string;
    report?: (line: string) => void;
  } = {},
): Promise<TestCloud> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'assay-cloud-'));
  const forget = () => {
    if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
  };
  const reports: string[] = [];
  // Other tests run at the same time, and functions share two cores.
  const timeoutFactor = 4;
  const cloud = await start({
    timeoutFactor,
    ...options,
    directory,
    assemblies: ASSEMBLIES,
    port: 0,
    report: (line) => {
      reports.push(line);
      options.report?.(line);
    },
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return {
    ...cloud,
    baseUrl: cloud.dev.baseUrl,
    directory,
    reports,
    stop: async () => {
      await cloud.stop();
      forget();
    },
  };
}

/** Points this process at the tables of a cloud, past its roles and its faults, to look at what is stored. */
export function lookAtTablesOf({ storage }: TestCloud): void {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'auditor',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: storage.endpoint,
    ...storage.environment,
  });
}
