import * as z from 'zod';
import { tickRisk } from '#shared/risk/use-cases/tick-risk.ts';
import { queueWorker } from '#shared/worker.ts';

/** Every five seconds: what is due in the risk module and was not seen to by stream or message. */
export const handler = queueWorker('tickRisk', z.object({}), (context) => tickRisk(context));
