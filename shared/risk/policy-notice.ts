import * as z from 'zod';

/** Says something about a policy version that is used, and makes nothing out of date. */
export const PolicyNotices = z
  .array(z.enum(['newer_policy_version']))
  .optional()
  .describe('`newer_policy_version`: a version with a higher number is in force. Absent if there is nothing to say.');

/** For the answer about something that uses a version, while another one may be in force. */
export const noticesOf = (version: number | undefined, inForce: number | undefined) =>
  version !== undefined && inForce !== undefined && version < inForce
    ? { notices: ['newer_policy_version' as const] }
    : {};
