import { execFileSync } from 'node:child_process';
import * as z from 'zod';
import { type BucketName, buckets, isPublicBucket } from '#shared/buckets.ts';
import { environmentName } from '#shared/platform/environment.ts';
import { type TableName, tables } from '#shared/tables.ts';

/** Tables, buckets and secret of a stage, by their physical names. */
export interface StageResources {
  stage: string;
  tables: Record<TableName, string>;
  buckets: Record<RestoredBucket, string>;
  /** ARN or name. */
  masterSecret: string;
  /** Whether its workers were deployed with `-c workers=paused`. */
  isPaused: boolean;
}

export const TABLE_NAMES = Object.keys(tables) as TableName[];
/** Files of the console are stored again by the code that serves them, and exports are made again by who needs them. */
export type RestoredBucket = Exclude<BucketName, 'console' | 'exports' | 'batches'>;
const isRestored = (name: BucketName): name is RestoredBucket =>
  !isPublicBucket(name) && name !== 'exports' && name !== 'batches';
export const BUCKET_NAMES = (Object.keys(buckets) as BucketName[]).filter(isRestored);

/** Logical ids of resources in the construct `Stores`; a test checks them against the template. */
const LOGICAL_IDS = {
  table: (name: string) => new RegExp(`^Stores${name}[0-9A-F]{8}$`),
  bucket: (name: string) => new RegExp(`^Stores${name}Bucket[0-9A-F]{8}$`),
  masterSecret: /^StoresMasterSecret[0-9A-F]{8}$/,
};

const Resources = z.object({
  StackResourceSummaries: z.array(
    z.object({ LogicalResourceId: z.string(), PhysicalResourceId: z.string().optional() }),
  ),
});
const Stacks = z.object({
  Stacks: z.array(
    z.object({
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]),
    }),
  ),
});

/** Reads the resources from CloudFormation with the AWS CLI, which deployment requires as well. */
export function stageResources(stage: string, ask = askAwsCli): StageResources {
  const stack = ['--stack-name', `assay-${stage}`];
  const { StackResourceSummaries: listed } = Resources.parse(ask(['list-stack-resources', ...stack]));
  const { Stacks: stacks } = Stacks.parse(ask(['describe-stacks', ...stack]));
  const named = (logicalId: RegExp): string => {
    const found = listed.find(({ LogicalResourceId }) => logicalId.test(LogicalResourceId));
    if (!found?.PhysicalResourceId) throw new Error(`The stack assay-${stage} has no resource ${logicalId.source}.`);
    return found.PhysicalResourceId;
  };
  return {
    stage,
    tables: byName(TABLE_NAMES, (name) => named(LOGICAL_IDS.table(name))),
    buckets: byName(BUCKET_NAMES, (name) => named(LOGICAL_IDS.bucket(name))),
    masterSecret: named(LOGICAL_IDS.masterSecret),
    isPaused: stacks.some(({ Outputs }) =>
      Outputs.some(({ OutputKey, OutputValue }) => OutputKey === 'Workers' && OutputValue === 'paused'),
    ),
  };
}

function askAwsCli(words: readonly string[]): unknown {
  const command = ['cloudformation', ...words, '--output', 'json'];
  try {
    const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' } as const;
    return JSON.parse(execFileSync('aws', command, options));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('The AWS CLI is not installed. It is needed to find the resources of a stage.');
    throw error;
  }
}

/**
 * Reads the names from a file, for a stack that was deleted while its tables and buckets remain.
 */
export function stageResourcesIn(stage: string, text: string): StageResources {
  const Names = z.strictObject({
    tables: z.strictObject(byName(TABLE_NAMES, () => z.string())),
    buckets: z.strictObject(byName(BUCKET_NAMES, () => z.string())),
    masterSecret: z.string(),
  });
  return { stage, isPaused: false, ...Names.parse(JSON.parse(text)) };
}

const byName = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;

/** Points the service's code in this process at a stage. */
export function useStage({ tables, buckets, masterSecret }: StageResources): void {
  for (const name of TABLE_NAMES) process.env[`TABLE_${environmentName(name)}`] = tables[name];
  for (const name of BUCKET_NAMES) process.env[`BUCKET_${environmentName(name)}`] = buckets[name];
  process.env.MASTER_SECRET_ARN = masterSecret;
}
