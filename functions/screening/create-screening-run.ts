import { endpoint } from '#shared/endpoint.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { hasLargeEntries, withoutEntries } from '#shared/screening/run.ts';
import { createScreeningRun } from '#shared/screening/use-cases/create-run.ts';
import { revealEntries } from '#shared/screening/use-cases/reveal-entries.ts';

/** Screens a subject. Failures are reported by the run, not as a problem response. */
export const handler = endpoint(
  runRoutes.createScreeningRun,
  async (context, { body }) => {
    const change = await createScreeningRun(context, {
      ...body,
      riskSubjectId: body.riskSubjectId ?? null,
      recordsFacts: true,
      sessionId: null,
      isSubjectUnreadable: false,
      trigger: 'api',
    });
    const { result: run } = change;
    return { ...change, result: hasLargeEntries(run) ? withoutEntries(run) : run };
  },
  { reveal: revealEntries },
);
