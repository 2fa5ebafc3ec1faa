import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { listOutcomes } from '#shared/risk/repository/outcomes.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { outcomeRoutes } from '#shared/risk/routes/outcomes.ts';

/** Outcomes of a subject. */
export const handler = endpoint(outcomeRoutes.listOutcomes, async (context, { params, query }) => {
  const { store, caller } = context;
  const [, outcomes] = await allSettledFirstError([
    readSubject(context, params.id),
    listOutcomes(store, caller, params.id, query),
  ]);
  return outcomes;
});
