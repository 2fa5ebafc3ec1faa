import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Collection, Listing } from '#shared/platform/store/collection.ts';
import type { ShardKind } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';

const SHARDS: Record<string, ShardKind> = {
  subjects: 'subjects',
  evidence: 'evidence',
  assessments: 'assessments',
  actions: 'actions',
};

/** Collection of all records of a kind. */
export const recordsOf = (scope: Scope, resource: string): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}`,
  shards: shardPlanOf(SHARDS[resource] ?? 'records'),
});

/** Records of a kind that belong to another record, such as the evidence of a subject. */
export const recordsAbout = (scope: Scope, resource: string, ownerId: string): Listing => ({
  table: 'risk',
  name: `${scopeKey(scope)}#${resource}-about#${ownerId}`,
  home: recordsOf(scope, resource),
});
