import { conflict } from '@assay/foundation';
import * as z from 'zod';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { presentProgress } from '#shared/platform/jobs/job.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { WATCHES } from '../limits.ts';
import { type OpenBatch, openBatch } from '../uploaded/open-batch.ts';
import { findProfile, resolvePolicy } from '../use-cases/resolve-policy.ts';
import { requireKnownLists } from '../use-cases/unknown-keys.ts';
import type { BatchWatches } from './batch-watches-shape.ts';
import { scopeFor, tooManyWatches } from './change-watch.ts';

/** What each watch of the batch has: the lists and scores of the batch, or its profile. */
const BatchOrder = z.object({
  profileKey: z.string().nullable(),
  sources: z.array(z.string()).nullable(),
  reviewScore: z.int().nullable(),
  matchScore: z.int().nullable(),
  pepLookbackMonths: z.int().nullable(),
});
export type BatchOrder = z.infer<typeof BatchOrder>;

export const BatchWatchesInput = z.object({
  batchId: z.uuid(),
  order: BatchOrder,
  /** Watches of the mode when the job was asked for. */
  countBefore: z.int(),
});

/** The keys of the watches are made here: the worker of jobs may not ask KMS for them. */
export async function startBatchWatches(context: Context, batchId: string): Promise<Change<BatchWatches>> {
  const batch = await openBatch(context, batchId);
  if (!batch.upload.ended)
    throw conflict('batch_running', 'The batch has not ended. Cancel it, or wait until it ends.');
  const order = await orderOf(context, batch);
  const { sources } = await resolvePolicy(context, requestOf(order));
  await requireKnownLists(context, sources);
  const scope = await scopeFor(context);
  if (scope.state.count >= WATCHES) throw tooManyWatches();
  const { job, change } = await startJob(context, {
    id: context.newId(),
    kind: 'batch_watches',
    input: { batchId, order, countBefore: scope.state.count },
  });
  return {
    ...change,
    writes: [...scope.writes, ...change.writes],
    result: { ...presentProgress(job, context.now), batchId },
  };
}

/** A profile means its latest version from now on; one without lists takes those of the batch. */
async function orderOf(
  { store, caller }: Context,
  { upload, profile }: Pick<OpenBatch, 'upload' | 'profile'>,
): Promise<BatchOrder> {
  const { sources, reviewScore, matchScore, pepLookbackMonths } = upload;
  if (!profile) return { profileKey: null, sources, reviewScore, matchScore, pepLookbackMonths };
  const latest = await findProfile(store, caller, profile.key);
  const hasLists = latest?.sources != null && latest.sources.length > 0;
  return {
    profileKey: profile.key,
    sources: hasLists ? null : sources,
    reviewScore: null,
    matchScore: null,
    pepLookbackMonths: null,
  };
}

const requestOf = ({ profileKey, sources, reviewScore, matchScore, pepLookbackMonths }: BatchOrder) => ({
  profileKey,
  pepLookbackMonths,
  ...(sources && { sources }),
  ...(reviewScore !== null && { reviewScore }),
  ...(matchScore !== null && { matchScore }),
});
