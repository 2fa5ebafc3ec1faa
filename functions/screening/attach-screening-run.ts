import { endpoint } from '#shared/endpoint.ts';
import { runRoutes } from '#shared/screening/routes/runs.ts';
import { hasLargeEntries, withoutEntries } from '#shared/screening/run.ts';
import { attachScreeningRun } from '#shared/screening/use-cases/attach-run.ts';
import { revealEntries } from '#shared/screening/use-cases/reveal-entries.ts';

/** Records the outcome of a run on a risk subject. */
export const handler = endpoint(
  runRoutes.attachScreeningRun,
  async (context, { params, body }) => {
    const change = await attachScreeningRun(context, { runId: params.id, riskSubjectId: body.riskSubjectId });
    const { result: run } = change;
    return { ...change, result: hasLargeEntries(run) ? withoutEntries(run) : run };
  },
  { reveal: revealEntries },
);
