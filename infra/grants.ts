import type { BucketAction, BucketName } from '#shared/buckets.ts';
import { isMutation, needsCredential, type Route } from '#shared/platform/http/route.ts';
import type { TableAction, TableName } from '#shared/tables.ts';
import type { Uses } from '#shared/uses.ts';

/** Permissions of the request pipeline itself, which every route needs. */
const authentication: Uses = {
  // The update records the last use of a key and takes tokens from rate limits.
  tables: { identity: ['BatchGetItem', 'UpdateItem'] },
  masterSecret: true,
};
const linkLimits: Uses = { tables: { identity: ['UpdateItem'] } };
const commitment: Uses = {
  tables: { journal: ['GetItem', 'PutItem'], webhooks: ['GetItem', 'BatchGetItem'] },
};

/** All permissions of a route's function: its own and those of the pipeline. */
export function usesOfRoute(route: Route): Uses {
  return mergeUses(
    route.uses,
    ...(needsCredential(route) ? [authentication] : []),
    ...(route.access === 'signer' ? [linkLimits] : []),
    ...(isMutation(route) ? [commitment] : []),
  );
}

export function mergeUses(...all: Uses[]): Uses {
  const tables: Partial<Record<TableName, TableAction[]>> = {};
  for (const [table, actions] of all.flatMap(tableUses))
    tables[table] = [...new Set([...(tables[table] ?? []), ...actions])].sort();

  const indexes: Partial<Record<TableName, string[]>> = {};
  for (const [table, names] of all.flatMap(indexUses))
    indexes[table] = [...new Set([...(indexes[table] ?? []), ...names])].sort();

  const buckets: Partial<Record<BucketName, BucketAction[]>> = {};
  for (const [bucket, actions] of all.flatMap(bucketUses))
    buckets[bucket] = [...new Set([...(buckets[bucket] ?? []), ...actions])].sort();

  return {
    tables,
    indexes,
    buckets,
    queues: [...new Set(all.flatMap(({ queues }) => queues ?? []))],
    ...(all.some(({ userPool }) => userPool) && {
      userPool: [...new Set(all.flatMap(({ userPool }) => userPool ?? []))],
    }),
    masterSecret: all.some(({ masterSecret }) => masterSecret),
    ...(all.some(({ listFiles }) => listFiles) && { listFiles: true }),
    ...(all.some(({ organizationDeletion }) => organizationDeletion) && { organizationDeletion: true }),
    ...(all.some(({ bedrock }) => bedrock) && { bedrock: true }),
    ...(all.some(({ modelName }) => modelName) && { modelName: true }),
    ...(all.some(({ printer }) => printer) && { printer: true }),
    ...(all.some(({ seal }) => seal) && { seal: true }),
    ...(all.some(({ sealKey }) => sealKey) && { sealKey: true }),
    ...watchKeyOf(all),
    ...(all.some(({ journalArchive }) => journalArchive) && { journalArchive: true }),
    ...(all.some(({ listArchive }) => listArchive) && { listArchive: true }),
    ...(all.some(({ mail }) => mail) && { mail: true }),
    ...(all.some(({ emailLimits }) => emailLimits) && { emailLimits: true }),
    ...(all.some(({ spendingLimits }) => spendingLimits) && { spendingLimits: true }),
    ...(all.some(({ signingPage }) => signingPage) && { signingPage: true }),
    ...(all.some(({ console }) => console) && { console: true }),
  };
}

function watchKeyOf(all: readonly Uses[]): Pick<Uses, 'watchKey'> {
  const [watchKey] = all.flatMap((uses) => uses.watchKey ?? []);
  return watchKey ? { watchKey } : {};
}

/** Tables of a declaration with their actions. */
export const tableUses = ({ tables }: Uses) => Object.entries(tables ?? {}) as [TableName, readonly TableAction[]][];

export const hasTables = (uses: Uses) => tableUses(uses).length > 0;

export const indexUses = ({ indexes }: Uses) => Object.entries(indexes ?? {}) as [TableName, readonly string[]][];

export const bucketUses = ({ buckets }: Uses) =>
  Object.entries(buckets ?? {}) as [BucketName, readonly BucketAction[]][];
