import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { readSubject } from '#shared/risk/index.ts';
import { verificationEvent } from '#shared/verification/event.ts';
import { createSession } from '#shared/verification/repository/sessions.ts';
import { readWorkflow } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { newSession } from '#shared/verification/session.ts';

/**
 * Creates a session with the latest revision of its workflow, and the subject that receives the
 * results.
 */
export const handler = endpoint(verificationRoutes.createSession, async (context, { body }) => {
  const [workflow, subject] = await allSettledFirstError([
    readWorkflow(context, body.workflowId),
    body.riskSubjectId ? readSubject(context, body.riskSubjectId) : null,
  ]);
  const { expiresAt } = body;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= context.now.getTime())
    throw refused('expires_in_past', '`expiresAt` must be in the future.', [
      { path: 'expiresAt', message: 'must be in the future' },
    ]);

  const subjectId = subject?.id ?? null;
  const session = newSession(workflow, {
    id: context.newId(),
    riskSubjectId: subjectId,
    participantKey: body.participantKey ?? null,
    createdAt: context.now.toISOString(),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  });
  return {
    writes: [createSession(context.caller, session)],
    events: [verificationEvent('verification.session.created', session, { subjectId })],
    result: session,
  };
});
