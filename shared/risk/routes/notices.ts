import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, put } from '#shared/platform/http/route.ts';
import { NoticePage, NoticeQuery, ReadMark, ReadNotices } from '../notice.ts';
import { NotificationSettings, NotificationSettingsUpdate } from '../notification-settings.ts';

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
  readNotificationSettings: get('/notifications/settings', 'member', NotificationSettings, {
    summary: 'Read your notification settings',
    description: 'Whether the signed-in user gets an email digest of notifications in this mode, and where.',
    uses: { tables: { risk: ['BatchGetItem'], identity: ['BatchGetItem'] } },
  }),
  updateNotificationSettings: put(
    '/notifications/settings',
    'member',
    NotificationSettingsUpdate,
    NotificationSettings,
    {
      summary: 'Update your notification settings',
      description:
        'Switches the email digest of the signed-in user on or off, for this mode. A digest counts what is new since the ' +
        'one before and what waits for the user, with links to the console; it names no subject and quotes no text. It is ' +
        'sent by stages that have a sender address for email. Stores no event.',
      idempotency: 'optional',
      problems: {
        email_unknown: [409, 'Your email address is not known. `GET /me` stores the one that your token states.'],
      },
      uses: { tables: { risk: ['BatchGetItem', 'PutItem', 'DeleteItem'], identity: ['BatchGetItem'] } },
    },
  ),
});
