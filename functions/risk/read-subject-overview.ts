import { endpoint } from '#shared/endpoint.ts';
import { findPeople } from '#shared/identity/index.ts';
import type { Context } from '#shared/platform/context.ts';
import type { SubjectOverview } from '#shared/risk/overview.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';
import { readOverview } from '#shared/risk/use-cases/read-overview.ts';
import { listingFor, newestRunIds, readRuns } from '#shared/screening/index.ts';

/** What is known of a subject now: latest assessments, open actions, monitoring and screening. */
export const handler = endpoint(
  subjectRoutes.readSubjectOverview,
  async (context, { params }): Promise<SubjectOverview> => {
    const { store, caller } = context;
    const [overview, latestRun] = await Promise.all([
      readOverview(context, params.id),
      findLatestRun(context, params.id),
    ]);
    const { viewers } = overview;
    const people =
      viewers.length > 0
        ? await findPeople(
            store,
            caller.organizationId,
            viewers.map(({ userId }) => userId),
          )
        : [];
    const nameOf = new Map(people.map(({ userId, name, email }) => [userId, name ?? email]));
    return {
      ...overview,
      latestRun,
      viewers: viewers.map(({ userId, until }) => {
        return { userId, name: nameOf.get(userId) ?? null, until };
      }),
    };
  },
);

async function findLatestRun({ store, caller }: Context, riskSubjectId: string): Promise<SubjectOverview['latestRun']> {
  const listing = listingFor(caller, { riskSubjectId });
  const newest = { before: Number.POSITIVE_INFINITY, limit: 1 };
  const ids = await newestRunIds(store, listing, newest);
  const [stored] = ids.length > 0 ? await readRuns(store, caller, ids) : [];
  if (!stored) return null;
  const { id, status, incomplete, topScore, matches, createdAt } = stored.run;
  return {
    id,
    status,
    incomplete,
    topScore,
    matches: matches.length,
    createdAt,
    pending: matches.filter(({ decision }) => decision === 'pending').length,
  };
}
