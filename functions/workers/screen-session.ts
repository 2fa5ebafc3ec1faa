import * as z from 'zod';
import type { Caller } from '#shared/platform/caller.ts';
import { screenSession } from '#shared/verification/use-cases/screen-session.ts';
import { commitAs, streamWorker } from '#shared/worker.ts';

const AwaitingRun = z.object({
  organizationId: z.string(),
  mode: z.enum(['test', 'live']),
  id: z.uuid(),
  awaitedStep: z.string(),
  data: z.object({ sessionId: z.uuid() }),
});

/** From the stream: attempts whose screening is the service's turn. */
export const handler = streamWorker('screenSession', async (context, rows) => {
  for (const row of rows) {
    const { organizationId, mode, id, awaitedStep, data } = AwaitingRun.parse(row);
    const caller: Caller = {
      ...{ organizationId, mode, kind: 'service', id: 'screening', role: 'client' },
    };
    const awaited = { sessionId: data.sessionId, runId: id, stepKey: awaitedStep };
    await commitAs(context, caller, (asService) => screenSession(asService, awaited));
  }
});
