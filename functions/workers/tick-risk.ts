import * as z from 'zod';
import { TIES } from '#shared/platform/ids.ts';
import { checkTen } from '#shared/risk/use-cases/tick-monitoring.ts';
import { tickRisk } from '#shared/risk/use-cases/tick-risk.ts';
import { queueWorker } from '#shared/worker.ts';

/** A tick, or with a shard a worker that helps it with the monitored subjects of that shard. */
const Tick = z.object({ shard: z.int().min(0).lt(TIES).optional() });

/** Every five seconds: what is due in the risk module and was not seen to by stream or message. */
export const handler = queueWorker('tickRisk', Tick, (context, { shard }) =>
  shard === undefined ? tickRisk(context) : checkTen(context, { shard }),
);
