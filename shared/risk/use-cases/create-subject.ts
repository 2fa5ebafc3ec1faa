import { conflict } from '@assay/foundation';
import type * as z from 'zod';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { riskEvent } from '../event.ts';
import { claimName, nameOf } from '../repository/names.ts';
import { createRecord } from '../repository/records.ts';
import type { NewSubject, SubjectRecord } from '../subject.ts';

/** Creates a subject. Kind and external id identify it and are unique together. */
export function createSubject(
  context: Context,
  { kind, externalId }: NewSubject,
): Change<z.infer<typeof SubjectRecord>> {
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
}
