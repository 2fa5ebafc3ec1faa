import { SCORER_VERSION } from '@assay/watchlist';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { listAssurances, storeAssurance } from '../repository/assurances.ts';
import { resolvePolicy } from '../use-cases/resolve-policy.ts';
import { requireKnownLists } from '../use-cases/unknown-keys.ts';
import type { NewAssurance, ScreeningAssurance, StoredAssurance } from './assurance.ts';
import { presentAssurance } from './present-assurance.ts';

/** Starts a test of the lists and scores that the request or its profile has now. */
export async function startAssurance(
  context: Context,
  { entries, customers, seed, ...requested }: NewAssurance,
): Promise<Change<ScreeningAssurance>> {
  const { caller, now, newId } = context;
  const { sources, reviewScore, matchScore, profile = null } = await resolvePolicy(context, requested);
  await requireKnownLists(context, sources);
  const id = newId();
  const about = { profile, sources, reviewScore, matchScore, entries, customers, seed, scorerVersion: SCORER_VERSION };
  const { job, change } = await startJob(context, { id, kind: 'screening_assurance', input: about });
  const stored: StoredAssurance = {
    id,
    createdBy: job.createdBy,
    createdAt: job.createdAt,
    ...about,
    comparedWith: await latestLike(context, about),
  };
  return {
    ...change,
    writes: [...change.writes, storeAssurance(caller, stored)],
    result: presentAssurance(stored, job, now),
  };
}

/** The newest completed test of the same profile, or of the same lists and scores. */
async function latestLike(
  { store, caller }: Context,
  { profile, sources, reviewScore }: Pick<StoredAssurance, 'profile' | 'sources' | 'reviewScore'>,
): Promise<string | null> {
  const { items } = await listAssurances(store, caller, 0);
  const same = (one: StoredAssurance) =>
    profile
      ? one.profile?.key === profile.key
      : !one.profile &&
        one.reviewScore === reviewScore &&
        String(one.sources.toSorted()) === String(sources.toSorted());
  return items.find((one) => one.ended?.result && same(one))?.id ?? null;
}
