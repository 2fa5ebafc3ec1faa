import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { CheckRecord } from '#shared/verification/check.ts';
import { verificationEvent } from '#shared/verification/event.ts';
import { CHECKS_PER_SESSION } from '#shared/verification/limits.ts';
import { createCheck } from '#shared/verification/repository/checks.ts';
import { readSession, replaceSession } from '#shared/verification/repository/sessions.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** Records a check in its session. It becomes evidence only when it is imported. */
export const handler = endpoint(verificationRoutes.createCheck, async (context, { params, body }) => {
  const session = await readSession(context, params.id);
  const { id: sessionId, data } = session.record;

  if (data.checks.length >= CHECKS_PER_SESSION)
    throw conflict('too_many_checks', `A session has at most ${CHECKS_PER_SESSION} checks.`);
  if (Date.parse(body.observedAt) > context.now.getTime())
    throw refused('observed_in_future', '`observedAt` must not be in the future.', [
      { path: 'observedAt', message: 'must not be in the future' },
    ]);

  const { kind, status, flags } = body;
  const check: CheckRecord = {
    id: context.newId(),
    resource: 'checks',
    data: {
      sessionId,
      kind,
      status,
      outcome: body.outcome ?? null,
      flags,
      observedAt: new Date(body.observedAt).toISOString(),
      providerRef: body.providerRef ?? null,
      participantKey: body.participantKey ?? null,
      screening: null,
      createdAt: context.now.toISOString(),
    },
  };
  const checks = [...data.checks, { id: check.id, kind, status }];
  return {
    writes: [
      ...createCheck(context.caller, check),
      replaceSession(context.caller, session, { ...session.record, data: { ...data, checks } }),
    ],
    events: [verificationEvent('verification.check.created', check, { subjectId: data.riskSubjectId })],
    result: check,
  };
});
