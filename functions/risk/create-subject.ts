import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { createRecord } from '#shared/risk/repository/records.ts';
import { claimName } from '#shared/risk/repository/subject-names.ts';
import { riskRoutes } from '#shared/risk/routes.ts';

/** Registers what risk is about. Kind and external id together name it, once. */
export const handler = endpoint(riskRoutes.createSubject, async (context, { body }) => {
  const subject = {
    id: context.newId(),
    resource: 'subjects' as const,
    data: { ...body, createdAt: context.now.toISOString() },
  };

  return {
    writes: [
      createRecord(context, subject, { searchable: body.externalId }),
      claimName(context.caller, body, subject.id),
    ],
    events: [riskEvent('risk.subject.created', subject, { subjectId: subject.id })],
    result: subject,
  };
});
