import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findEvent } from '#shared/platform/store/history.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { readRecord } from '#shared/risk/repository/records.ts';
import { Resource } from '#shared/risk/resource.ts';
import { recordRoutes } from '#shared/risk/routes/records.ts';
import { assertReadable } from '#shared/risk/use-cases/assert-readable.ts';
import { markInForce } from '#shared/risk/use-cases/mark-in-force.ts';

export const handler = endpoint(recordRoutes.readRecord, async (context, { params }) => {
  const resource = Resource.parse(params.resource);
  assertReadable(context.caller, resource);
  if (resource !== 'events') {
    const record = await readRecord(context, resource, params.id);
    return (await markInForce(context, [record]))[0] ?? record;
  }

  const event = await findEvent(context.store, context.caller, params.id);
  if (!event) throw notFound('record');
  return presentEvent(event);
});
