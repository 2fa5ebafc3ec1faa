import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findEvent } from '#shared/platform/store/history.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { readRecord } from '#shared/risk/repository/records.ts';
import { Resource } from '#shared/risk/resource.ts';
import { recordRoutes } from '#shared/risk/routes/records.ts';

export const handler = endpoint(recordRoutes.readRecord, async (context, { params }) => {
  const resource = Resource.parse(params.resource);
  if (resource !== 'events') return readRecord(context, resource, params.id);

  const event = await findEvent(context.store, context.caller, params.id);
  if (!event) throw notFound('record');
  return presentEvent(event);
});
