import { ago, COLLEAGUE, HOUR_MS, uuid } from './filled-base.ts';

const KINDS = ['request', 'mentioned', 'assigned', 'answered'] as const;

/** One of each kind; the latest two are unread. */
export const notifications = () => ({
  items: KINDS.map((kind, index) => ({
    id: uuid(40, KINDS.length - index),
    resource: 'notifications',
    data: {
      kind,
      actor: `user:${COLLEAGUE}`,
      resourceId: uuid(30, index),
      matchId: kind === 'request' ? uuid(9, 1) : null,
      createdAt: ago((index + 1) * HOUR_MS),
      subject: { id: uuid(4, index), kind: 'person', externalId: `customer-${1000 + index}` },
      isRead: index > 1,
    },
  })),
  nextOffset: null,
  unread: 2,
});

/** The digest is off. */
export const notificationSettings = (): { emailDigest: string; email: string | null; nextDigestAt: string | null } => ({
  emailDigest: 'off',
  email: 'mia@example.com',
  nextDigestAt: null,
});
