import * as z from 'zod';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { queueWorker } from '#shared/worker.ts';

/** Every five seconds: what is due and was not seen to by stream or message. */
export const handler = queueWorker('tickDeliveries', z.object({}), (context) =>
  dispatchDue(context),
);
