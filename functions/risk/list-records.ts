import { endpoint } from '#shared/endpoint.ts';
import { invalid } from '#shared/platform/problem.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { listRecords } from '#shared/risk/repository/records.ts';
import { LIST_FILTERS, Resource } from '#shared/risk/resource.ts';
import { recordRoutes } from '#shared/risk/routes/records.ts';

/** A page of any kind of record, narrowed by the parameters that kind knows. */
export const handler = endpoint(recordRoutes.listRecords, async (context, { params, query }) => {
  const resource = Resource.parse(params.resource);
  const { offset, ...filters } = query;
  const given = Object.keys(filters).filter((name) => name in filters);
  const unknown = given.filter((name) => !LIST_FILTERS[resource].some((known) => known === name));
  if (unknown.length > 0)
    throw invalid(
      'invalid_query',
      `The list of ${resource} cannot be narrowed like this.`,
      unknown.map((path) => ({ path, message: `is not supported for ${resource}` })),
    );

  if (resource !== 'events') {
    const aboutId = filters.subjectId ?? filters.investigationId;
    return listRecords(context, resource, { offset, aboutId, search: filters.search });
  }
  const { resourceId, subjectId } = filters;
  const history = { offset, resourceId, subjectId };
  const page = await listHistory(context.store, context.caller, history);
  return { ...page, items: page.items.map(presentEvent) };
});
