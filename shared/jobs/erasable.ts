import type { Scope } from '#shared/platform/caller.ts';
import { jobsOf, openJobsPartition } from '#shared/platform/jobs/stored-jobs.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { removeExportsOf } from './export-files.ts';

/** Jobs of an organization and mode, and their files. */
export async function* erasableJobs(store: Store, scope: Scope): AsyncGenerator<ErasableRows> {
  yield* erasablePartitions(store, 'jobs', [...partitionsOf(jobsOf(scope)), openJobsPartition(scope)]);
  // Yields no rows, but lets the worker check its remaining time.
  for await (const _page of removeExportsOf(scope)) yield { table: 'jobs', keys: [] };
}
