import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type Collection, type Listing, partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Store } from '#shared/platform/store/store.ts';

/** The plan with its versions and proposals, and how far has been drawn. */
export const planPartition = (scope: Scope) => `${scopeKey(scope)}#quality`;

export const samplesOf = (scope: Scope): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#quality-samples`,
  shards: shardPlanOf('records'),
});

const SAMPLE_LISTS = ['unreviewed', 'reviewed'] as const;
export type SampleList = (typeof SAMPLE_LISTS)[number];

export const listOf = (scope: Scope, list: SampleList): Listing => ({
  table: 'risk',
  name: `${scopeKey(scope)}#quality-samples-${list}`,
  home: samplesOf(scope),
});

export const figuresPartition = (scope: Scope) => `${scopeKey(scope)}#quality-figures`;

export const erasableQuality = (store: Store, scope: Scope): AsyncGenerator<ErasableRows> =>
  erasablePartitions(store, 'risk', [
    planPartition(scope),
    ...partitionsOf(samplesOf(scope)),
    ...SAMPLE_LISTS.map((list) => listOf(scope, list).name),
    figuresPartition(scope),
  ]);
