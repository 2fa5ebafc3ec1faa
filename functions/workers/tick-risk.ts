import * as z from 'zod';
import { TIES } from '#shared/platform/ids.ts';
import { checkOldestDue, tickRisk } from '#shared/risk/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** A tick. With a shard, the worker checks monitored policies of that shard only. */
const Tick = z.object({ shard: z.int().min(0).lt(TIES).optional() });

/**
 * Runs every five seconds: due work of the risk module that neither stream nor message delivered.
 */
export const handler = queueWorker('tickRisk', Tick, (context, { shard }) =>
  shard === undefined ? tickRisk(context) : checkOldestDue(context, { shard }),
);
