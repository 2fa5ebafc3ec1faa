import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { findNoticeAndMark, putMark } from '#shared/risk/repository/notices.ts';
import { noticeRoutes } from '#shared/risk/routes/notices.ts';

/** Marks the notices of the caller up to one as read. */
export const handler = endpoint(noticeRoutes.markNotificationsRead, async (context, { body: { upTo } }) => {
  const { store, caller, now } = context;
  const { isThere, mark } = await findNoticeAndMark(store, caller, { userId: caller.id, id: upTo });
  if (!isThere) throw notFound('notification');
  // The same notice again is not a step back: one that was written late may be older and unread.
  if (mark && placeOf(upTo) < placeOf(mark.upTo)) return { writes: [], events: [], result: mark };
  const after = { upTo, readAt: now.toISOString() };
  return { writes: [putMark(caller, caller.id, { before: mark, after })], events: [], result: after };
});
