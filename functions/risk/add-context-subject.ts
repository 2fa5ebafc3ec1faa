import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { createMembership, readContext } from '#shared/risk/repository/contexts.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';

export const handler = endpoint(contextRoutes.addContextSubject, async (context, { params, body }) => {
  const [{ id: contextId }, { id: subjectId }] = await allSettledFirstError([
    readContext(context, params.id),
    readSubject(context, body.subjectId),
  ]);
  const membership = {
    id: context.newId(),
    resource: 'context-memberships' as const,
    data: { contextId, subjectId, role: body.role ?? null, createdAt: context.now.toISOString() },
  };
  return {
    writes: createMembership(context.caller, membership),
    events: [recordEvent('risk.context.subject_added', { resource: 'contexts', id: contextId }, { subjectId })],
    result: membership,
  };
});
