import { endpoint } from '#shared/endpoint.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { createScreeningRun } from '#shared/screening/use-cases/create-run.ts';

/** Screens a subject. What keeps it from being screened is said by the run, not by a refusal. */
export const handler = endpoint(screeningRoutes.createScreeningRun, (context, { body }) =>
  createScreeningRun(context, {
    ...body,
    riskSubjectId: body.riskSubjectId ?? null,
    recordsFacts: true,
    sessionId: null,
    isSubjectUnreadable: false,
    trigger: 'api',
  }),
);
