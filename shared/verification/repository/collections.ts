import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Collection, Listing } from '#shared/platform/store/collection.ts';
import type { ShardKind } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';

/** Kinds of records, each in a separate collection. */
export const KINDS = ['workflows', 'sessions', 'runs', 'checks', 'verification-decisions'] as const;
export type Kind = (typeof KINDS)[number];

const SHARDS: Record<Kind, ShardKind> = {
  workflows: 'records',
  sessions: 'sessions',
  runs: 'sessionParts',
  checks: 'sessionParts',
  'verification-decisions': 'sessionParts',
};

export const recordsOf = (scope: Scope, kind: Kind): Collection => ({
  table: 'verification',
  name: `${scopeKey(scope)}#${kind}`,
  shards: shardPlanOf(SHARDS[kind]),
});

export const checksOfSession = (scope: Scope, sessionId: string): Listing => ({
  table: 'verification',
  name: `${scopeKey(scope)}#checks-about#${sessionId}`,
  home: recordsOf(scope, 'checks'),
});
