import * as z from 'zod';

/** The webhook payloads of this module. */
export const webhookNotifications = {
  'webhook.disabled': z.object({
    subjectId: z.null().describe('Always null: a webhook has no subject.'),
    resourceId: z.uuid().describe('The webhook that was disabled.'),
  }),
  'webhook.ping': z.object({
    subjectId: z.null().describe('Always null: a ping has no subject.'),
    resourceId: z.uuid().describe('The webhook that was pinged.'),
  }),
};
