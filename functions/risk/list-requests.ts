import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { listRequests } from '#shared/risk/repository/work-requests.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';

/** Requests about a subject. */
export const handler = endpoint(requestRoutes.listRequests, async (context, { params, query }) => {
  const { store, caller } = context;
  const [, requests] = await allSettledFirstError([
    readSubject(context, params.id),
    listRequests(store, caller, params.id, query),
  ]);
  return requests;
});
