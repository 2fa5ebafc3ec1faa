import { refused } from '@assay/foundation';
import { SCORER_VERSION } from '@assay/watchlist';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { OWN_FILE_FAULTS } from '../limits.ts';
import { listAssurances, storeAssurance } from '../repository/assurances.ts';
import { resolvePolicy } from '../use-cases/resolve-policy.ts';
import { requireKnownLists } from '../use-cases/unknown-keys.ts';
import type { NewAssurance, ScreeningAssurance, StoredAssurance } from './assurance.ts';
import { type OwnFile, requireOwnFile } from './own-file.ts';
import { presentAssurance } from './present-assurance.ts';

/** Starts a test of the lists and scores that the request or its profile has now. */
export async function startAssurance(
  context: Context,
  { entries, customers: composed, seed, negatives: customersOf, own: casesOf, ...requested }: NewAssurance,
): Promise<Change<ScreeningAssurance>> {
  const { caller, now, newId } = context;
  const { sources, reviewScore, matchScore, profile = null } = await resolvePolicy(context, requested);
  await requireKnownLists(context, sources);
  const own = casesOf === undefined ? undefined : await ownCases(context, casesOf, sources);
  const negatives =
    customersOf === 'built_in' ? undefined : (await requireOwnFile(caller, customersOf, 'customers')).file;
  const customers = negatives?.rows ?? composed;
  const id = newId();
  const about = { profile, sources, reviewScore, matchScore, entries, customers, seed, scorerVersion: SCORER_VERSION };
  const { job, change } = await startJob(context, { id, kind: 'screening_assurance', input: about });
  const stored: StoredAssurance = {
    id,
    createdBy: job.createdBy,
    createdAt: job.createdAt,
    ...about,
    comparedWith: await latestLike(context, about),
    ...(own && { own }),
    ...(negatives && { negatives }),
  };
  return {
    ...change,
    writes: [...change.writes, storeAssurance(caller, stored)],
    result: presentAssurance(stored, job, now),
  };
}

/** A case of a list that is not tested could never be found. */
async function ownCases({ caller }: Context, uploadId: string, sources: readonly string[]): Promise<OwnFile> {
  const { file, rows } = await requireOwnFile(caller, uploadId, 'cases');
  const faults = rows.flatMap(({ line, list }) =>
    list === undefined || sources.includes(list)
      ? []
      : [{ path: `line ${line}`, message: '`list` is none of the tested lists.' }],
  );
  if (faults.length > 0)
    throw refused(
      'invalid_cases',
      `${faults.length} rows name a list that is not tested.`,
      faults.slice(0, OWN_FILE_FAULTS),
    );
  return file;
}

/** The newest completed test of the same profile, or of the same lists and scores. */
export async function latestLike(
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
