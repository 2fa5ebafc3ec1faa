import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';

const DigestInterval = z.enum(['daily', 'weekly']);
export type DigestInterval = z.infer<typeof DigestInterval>;

const emailDigest = z
  .enum(['off', ...DigestInterval.options])
  .describe(
    '`daily`: every day at 06:00 UTC. `weekly`: on Mondays at 06:00 UTC. `off`: none, the default. No email is sent while ' +
      'nothing is new.',
  );

export const NotificationSettingsUpdate = z
  .strictObject({ emailDigest })
  .meta({ id: 'NotificationSettingsUpdate', examples: [{ emailDigest: 'daily' }] });

export const NotificationSettings = z
  .object({
    emailDigest,
    email: z.string().nullable().describe('Where the digest is sent: the address that your token last stated.'),
    nextDigestAt: Timestamp.nullable().describe('When the next digest is due; null if it is off.'),
  })
  .meta({
    id: 'NotificationSettings',
    examples: [{ emailDigest: 'daily', email: 'ada@example.com', nextDigestAt: '2026-03-15T06:00:00.000Z' }],
  });

export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** A user whose digest is on. It is due at `dueAt`, and covers what is newer than `since`. */
export const DueDigest = z.object({
  ...ScopeParts,
  userId: z.string(),
  interval: DigestInterval,
  since: z.string(),
  /** Where the console of the user is: links of the email begin with it. */
  origin: z.string(),
  dueAt: z.string(),
  /** Whether a worker has begun to send it. */
  isBegun: z.boolean().optional(),
});
export type DueDigest = z.infer<typeof DueDigest>;

const DIGEST_HOUR = 6;
const MONDAY = 1;
const DAYS: Record<DigestInterval, number> = { daily: 1, weekly: 7 };

/** What falls due within this time is announced by the digest. */
export const horizonSeconds = (interval: DigestInterval) => DAYS[interval] * 24 * 60 * 60;

/** The first moment after `now` at which a digest is due. */
export function nextDigestAt(interval: DigestInterval, now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  while (next <= now || (interval === 'weekly' && next.getUTCDay() !== MONDAY)) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}
