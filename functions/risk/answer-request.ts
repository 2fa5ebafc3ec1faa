import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { readRequest } from '#shared/risk/repository/work-requests.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';
import { endWaiting } from '#shared/risk/use-cases/change-request.ts';
import { answered, answerRefusal } from '#shared/risk/work-request.ts';

/** Answers a request, which then no longer waits. */
export const handler = endpoint(requestRoutes.answerRequest, async (context, { params, body }) => {
  const stored = await readRequest(context, params.id);
  const refusal = answerRefusal(stored.request, context.caller);
  if (refusal) throw refusal;
  const result = answered(stored.request, body.text, context);
  const { subjectId, kind, createdBy: askedBy } = result.data;
  return {
    writes: await endWaiting(context, stored, result),
    events: [riskEvent('work.answered', result, { subjectId, details: { kind, text: body.text, askedBy } })],
    result,
  };
});
