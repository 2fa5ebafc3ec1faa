import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { replaceWork } from '#shared/risk/repository/work.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';
import { readWork } from '#shared/risk/use-cases/change-work.ts';

/** Assigns a subject to a user, or to none. */
export const handler = endpoint(subjectRoutes.assignSubject, async (context, { params, body }) => {
  const known = await readWork(context, params.id);
  const { subjectId, assignee: from, assignmentRevision: revision } = known;
  if (body.expectedRevision !== revision)
    throw conflict('stale_revision', `The assignment is at revision ${revision}.`, { revision });
  const { assignee } = body;
  if (assignee === from) return { writes: [], events: [], result: { subjectId, assignee, revision } };

  const assignmentRevision = revision + 1;
  const subject = { resource: 'subjects', id: subjectId };
  const details = { from, to: assignee, revision: assignmentRevision };
  return {
    writes: replaceWork(context.caller, known, { work: known.work, assignee, assignmentRevision }, context.now),
    events: [riskEvent('risk.assignment.changed', subject, { subjectId, details })],
    result: { subjectId, assignee, revision: assignmentRevision },
  };
});
