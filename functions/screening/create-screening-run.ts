import { endpoint } from '#shared/endpoint.ts';
import { findRun } from '#shared/screening/repository/runs.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { hasLargeEntries, type ScreeningRun, withEntries, withoutEntries } from '#shared/screening/run.ts';
import { createScreeningRun } from '#shared/screening/use-cases/create-run.ts';

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
  {
    // Entries of a run never change, so a replay of the request returns the same ones.
    reveal: async ({ store, caller }, run: ScreeningRun) => {
      if (run.matches.every(({ entry }) => entry)) return run;
      const found = await findRun(store, caller, run.id);
      const entries = found?.stored.run.matches.map(({ entry }) => entry) ?? [];
      return withEntries(run, entries);
    },
  },
);
