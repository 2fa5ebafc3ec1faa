import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findPeople } from '#shared/identity/index.ts';
import type { Change } from '#shared/platform/change.ts';
import { type NotificationSettings, nextDigestAt } from '#shared/risk/notification-settings.ts';
import { findDigest, putDigest, removeDigest } from '#shared/risk/repository/digests.ts';
import { noticeRoutes } from '#shared/risk/routes/notices.ts';

/** Switches the digest of the caller on or off. What happened before is not new. */
export const handler = endpoint(
  noticeRoutes.updateNotificationSettings,
  async ({ store, caller, now, client }, { body: { emailDigest } }): Promise<Change<NotificationSettings>> => {
    const { id: userId, organizationId, mode } = caller;
    const [before, [person]] = await Promise.all([
      findDigest(store, caller, userId),
      findPeople(store, organizationId, [userId]),
    ]);
    const email = person?.email ?? null;
    if (emailDigest === 'off')
      return {
        writes: before ? [removeDigest(caller, userId)] : [],
        events: [],
        result: { emailDigest, email, nextDigestAt: null },
      };
    if (email === null)
      throw conflict(
        'email_unknown',
        'Your email address is not known. `GET /me` stores the one that your token states.',
      );
    if (before?.interval === emailDigest)
      return { writes: [], events: [], result: { emailDigest, email, nextDigestAt: before.dueAt } };
    const dueAt = nextDigestAt(emailDigest, now).toISOString();
    const since = before?.since ?? now.toISOString();
    const digest = { organizationId, mode, userId, interval: emailDigest, since, origin: client?.origin ?? '', dueAt };
    return { writes: [putDigest(digest)], events: [], result: { emailDigest, email, nextDigestAt: dueAt } };
  },
);
