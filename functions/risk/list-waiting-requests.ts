import { endpoint } from '#shared/endpoint.ts';
import { findWork } from '#shared/risk/repository/work.ts';
import { listWaitingRequests } from '#shared/risk/repository/work-requests.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';

/** Requests that wait for the caller, with the subjects that they are about. */
export const handler = endpoint(requestRoutes.listWaitingRequests, async ({ store, caller }, { query }) => {
  const { items, nextOffset } = await listWaitingRequests(store, caller, query);
  const ids = [...new Set(items.map(({ data }) => data.subjectId))];
  // The work of a subject exists since its first request, and knows its name.
  const works = new Map((await findWork(store, caller, ids)).map((work) => [work?.subjectId, work]));
  return {
    items: items.flatMap((request) => {
      const work = works.get(request.data.subjectId);
      if (!work) return [];
      const { subjectId: id, kind, externalId } = work;
      return [{ request, subject: { id, kind, externalId } }];
    }),
    nextOffset,
  };
});
