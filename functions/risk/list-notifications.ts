import { endpoint } from '#shared/endpoint.ts';
import type { NoticePage } from '#shared/risk/notice.ts';
import { listNotices } from '#shared/risk/repository/notices.ts';
import { findSubjects } from '#shared/risk/repository/subjects.ts';
import { noticeRoutes } from '#shared/risk/routes/notices.ts';

/** Notices of the caller, with the subjects that they are about. */
export const handler = endpoint(noticeRoutes.listNotifications, async (context, { query }): Promise<NoticePage> => {
  const { store, caller, now } = context;
  const page = await listNotices(store, caller, { userId: caller.id, now, ...query });
  const subjects = await findSubjects(
    context,
    page.items.map(({ notice }) => notice.subjectId),
  );
  return {
    ...page,
    items: page.items.flatMap(({ notice: { id, subjectId, ...parts }, isRead }) => {
      const subject = subjects.get(subjectId);
      if (!subject) return [];
      const { kind, externalId } = subject.data;
      const data = { ...parts, subject: { id: subjectId, kind, externalId }, isRead };
      return [{ id, resource: 'notifications' as const, data }];
    }),
  };
});
