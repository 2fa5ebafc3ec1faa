import * as z from 'zod';
import { dispatchDue } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Every five seconds: processes due events and deliveries that stream and queue have missed. */
export const handler = queueWorker('tickDeliveries', z.object({}), (context) => dispatchDue(context));
