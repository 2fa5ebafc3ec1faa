import { endpoint } from '#shared/endpoint.ts';
import { readOutputs, readWorkflowRun } from '#shared/verification/repository/runs.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** An attempt with the outputs of its steps, for those who may decide on it. */
export const handler = endpoint(verificationRoutes.readRun, async (context, { params }) => {
  const { id: sessionId, runId } = params;
  const { record } = await readWorkflowRun(context, { sessionId, runId });
  if (context.caller.role === 'member') return record;
  const results = Object.entries(record.data.steps);
  const outputs = await readOutputs(
    context,
    runId,
    results.map(([key]) => key),
  );
  const steps = results.map(([key, result]) => [key, { ...result, outputs: outputs.get(key) ?? {} }]);
  return { ...record, data: { ...record.data, steps: Object.fromEntries(steps) } };
});
