import { endpoint } from '#shared/endpoint.ts';
import { findPeople } from '#shared/identity/index.ts';
import { findDigest } from '#shared/risk/repository/digests.ts';
import { noticeRoutes } from '#shared/risk/routes/notices.ts';

/** Whether the caller gets a digest, and where. */
export const handler = endpoint(noticeRoutes.readNotificationSettings, async ({ store, caller }) => {
  const [digest, [person]] = await Promise.all([
    findDigest(store, caller, caller.id),
    findPeople(store, caller.organizationId, [caller.id]),
  ]);
  return {
    emailDigest: digest?.interval ?? 'off',
    email: person?.email ?? null,
    nextDigestAt: digest?.dueAt ?? null,
  };
});
