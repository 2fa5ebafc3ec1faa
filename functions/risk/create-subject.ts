import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { claimName, nameOf } from '#shared/risk/repository/names.ts';
import { createRecord } from '#shared/risk/repository/records.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';

/** Creates a subject. Kind and external id identify it and are unique together. */
export const handler = endpoint(subjectRoutes.createSubject, async (context, { body }) => {
  const { kind, externalId } = body;
  const subject = {
    id: context.newId(),
    resource: 'subjects' as const,
    data: { kind, externalId, createdAt: context.now.toISOString() },
  };

  const name = nameOf(kind, externalId);
  return {
    writes: [
      createRecord(context, subject, { searchable: externalId }),
      claimName(context.caller, { kind: 'subjects', name, id: subject.id }, (existingId) =>
        conflict('subject_exists', `A ${kind} with this external id already exists.`, {
          existingId,
        }),
      ),
    ],
    events: [riskEvent('risk.subject.created', subject, { subjectId: subject.id })],
    result: subject,
  };
});
