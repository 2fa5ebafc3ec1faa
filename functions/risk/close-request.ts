import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { readRequest } from '#shared/risk/repository/work-requests.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';
import { endWaiting } from '#shared/risk/use-cases/change-request.ts';
import { closed, closeRefusal } from '#shared/risk/work-request.ts';

/** Closes a request that is answered, or withdraws one that is not. */
export const handler = endpoint(requestRoutes.closeRequest, async (context, { params, body }) => {
  const stored = await readRequest(context, params.id);
  const refusal = closeRefusal(stored.request, context.caller);
  if (refusal) throw refusal;
  const result = closed(stored.request, body.reason, context);
  const { subjectId, kind, createdBy: askedBy } = result.data;
  const details = { kind, from: stored.request.data.status, askedBy };
  return {
    writes: await endWaiting(context, stored, result),
    events: [recordEvent('work.closed', result, { subjectId, reason: body.reason, details })],
    result,
  };
});
