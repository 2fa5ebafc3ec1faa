import { serviceCaller } from '#shared/platform/caller.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import type { AwaitedStep } from '../repository/awaited-steps.ts';
import { resultOf } from '../run.ts';
import { screenSession } from './screen-session.ts';

/** Takes a step that is the service's. False when nobody waits for it any more, so that nothing came of it. */
export async function takeAwaitedStep(
  context: WorkerContext,
  { organizationId, mode, ...awaited }: AwaitedStep,
): Promise<boolean> {
  const caller = serviceCaller({ organizationId, mode }, 'screening');
  const run = await commitAs(context, caller, (asService) => screenSession(asService, awaited));
  return resultOf(run.data, awaited.stepKey) !== undefined;
}
