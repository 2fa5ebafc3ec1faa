import type { Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import { searchPartitionsOf } from '#shared/platform/store/search.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { RESOURCES } from '../resource.ts';
import { recordsOf } from './records.ts';
import { subjectNamePartitionsOf } from './subject-names.ts';

/** Everything the risk table keeps of an organization and mode. */
export async function* erasableRisk(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'risk', subjectNamePartitionsOf(scope));
  for (const resource of RESOURCES) {
    const records = recordsOf(scope, resource);
    yield* erasablePartitions(store, 'risk', searchPartitionsOf(records));
    yield* erasablePartitions(store, 'risk', partitionsOf(records));
  }
}
