import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { NoticePage, NoticeQuery, ReadMark, ReadNotices } from '../notice.ts';

export const noticeRoutes = defineRoutes('risk', {
  listNotifications: get('/notifications', 'member', NoticePage, {
    summary: 'List your notifications',
    description:
      'What other people and API keys did that concerns the signed-in user, newest first, up to 50 on a page: an ' +
      'assignment, a mention, a request to you, an answer to your request. A worker writes them within seconds, and they ' +
      'expire after 90 days. Requests to a role and proposals have none: see `listWaitingRequests` and `listProposals`.',
    query: NoticeQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
  markNotificationsRead: post('/notifications/read', 'member', ReadNotices, ReadMark, {
    summary: 'Mark your notifications as read',
    description:
      'Marks the notification `upTo` and all older ones of the signed-in user as read. Returns up to which they are read ' +
      'now: an older `upTo` changes nothing. Stores no event.',
    status: 200,
    problems: missing,
    uses: { tables: { risk: ['BatchGetItem', 'PutItem'] } },
  }),
});
