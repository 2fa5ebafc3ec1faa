import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';

const about = {
  subjectId: z.null().describe('The event is about no risk subject.'),
  resourceId: z.uuid().describe('The organization.'),
};

/** Sent to the webhooks of both modes: a deletion concerns the organization as a whole. */
export const organizationNotifications = {
  'organization.deletion.requested': z.object({
    ...about,
    erasesAt: Timestamp.describe('The deletion can be revoked until then.'),
  }),
  'organization.deletion.revoked': z.object(about),
};
