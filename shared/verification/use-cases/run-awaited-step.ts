import { serviceCaller } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { commitAs } from '#shared/worker.ts';
import type { AwaitedStep } from '../repository/awaited-steps.ts';
import { resultOf } from '../run.ts';
import { screenSession } from './screen-session.ts';

/** Runs a step of the service. False if the step is no longer awaited, so that it has no result. */
export async function runAwaitedStep(
  context: WorkerContext,
  { organizationId, mode, ...awaited }: AwaitedStep,
): Promise<boolean> {
  const caller = serviceCaller({ organizationId, mode }, 'screening');
  const run = await commitAs(context, caller, (asService) => screenSession(asService, awaited));
  return resultOf(run.data, awaited.stepKey) !== undefined;
}
