import * as z from 'zod';
import { principalOf } from '#shared/platform/caller.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { UNREAD_AT_MOST } from './limits.ts';
import { NOTE_ADDED } from './note.ts';
import { SubjectKind } from './subject.ts';
import { isRequestRole } from './work-request.ts';

/**
 * A message to one user about what another did: `/notifications` of the API. The code says notice, because a
 * notification is also what webhooks receive.
 */
const NoticeKind = z
  .enum(['assigned', 'mentioned', 'request', 'answered'])
  .describe(
    '`assigned`: the subject was assigned to you. `mentioned`: a note mentions you. `request`: a request was made to ' +
      'you. `answered`: a request of yours was answered.',
  );

/** What a row knows. Names and texts stay where they are, and are read there. */
const NoticeParts = {
  kind: NoticeKind,
  actor: z.string().describe('Who did it: `user:<id>`, `api_key:<id>` or `service:<name>`.'),
  resourceId: z.uuid().describe('Id of the subject, note or request.'),
  matchId: z.uuid().nullable().describe('The screening match that a request is about, or null.'),
  createdAt: Timestamp,
};

export const StoredNotice = z.object({ id: z.uuid(), subjectId: z.uuid(), ...NoticeParts });
export type StoredNotice = z.infer<typeof StoredNotice>;

const Notice = recordOf(
  'notifications',
  z.object({
    ...NoticeParts,
    subject: z.object({ id: z.uuid(), kind: SubjectKind, externalId: z.string() }),
    isRead: z.boolean(),
  }),
).meta({ id: 'Notice' });

export const unreadCount = z
  .int()
  .min(0)
  .max(UNREAD_AT_MOST)
  .describe(`Notifications that are not read, among the latest ${UNREAD_AT_MOST}.`);

export const NoticePage = pageOf(Notice)
  .extend({ unread: unreadCount })
  .meta({
    id: 'NoticePage',
    examples: [
      {
        items: [
          {
            id: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
            resource: 'notifications',
            data: {
              kind: 'mentioned',
              actor: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
              resourceId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
              matchId: null,
              createdAt: '2026-03-14T09:26:53.589Z',
              subject: { id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00', kind: 'person', externalId: 'customer-42' },
              isRead: false,
            },
          },
        ],
        nextOffset: null,
        unread: 1,
      },
    ],
  });
export type NoticePage = z.infer<typeof NoticePage>;

export const NoticeQuery = z.strictObject({ offset: Offset });

export const ReadNotices = z
  .strictObject({ upTo: RecordId.describe('Id of the latest notification that the user has seen.') })
  .meta({ id: 'ReadNotices', examples: [{ upTo: '019ced2c-9000-7000-8000-5d3c2b1a0f00' }] });

/** Up to which notice a user has read, and when. */
export const ReadMark = z.object({ upTo: z.uuid(), readAt: Timestamp }).meta({
  id: 'ReadMark',
  examples: [{ upTo: '019ced2c-9000-7000-8000-5d3c2b1a0f00', readAt: '2026-03-14T09:30:00.000Z' }],
});
export type ReadMark = z.infer<typeof ReadMark>;

export interface AddressedNotice {
  userId: string;
  notice: StoredNotice;
}

/**
 * The notices of one commit: at most one for each user, and none for the user who made it. A request to a role has
 * none: every holder of the role finds it among what waits for them.
 */
export function noticesOf(events: readonly RecordedEvent[]): AddressedNotice[] {
  const byUser = new Map<string, AddressedNotice>();
  for (const event of events)
    for (const addressed of noticesIn(event))
      if (!byUser.has(addressed.userId)) byUser.set(addressed.userId, addressed);
  return [...byUser.values()];
}

function noticesIn({ id, type, resourceId, subjectId, actor, details, occurredAt }: RecordedEvent): AddressedNotice[] {
  const found = addresseesOf(type, details ?? {});
  if (!found || !subjectId) return [];
  const matchId = typeof details?.matchId === 'string' ? details.matchId : null;
  return found.userIds
    .filter((userId) => actor !== principalOf({ kind: 'user', id: userId }))
    .map((userId) => ({
      userId,
      notice: { id, kind: found.kind, actor, subjectId, resourceId, matchId, createdAt: occurredAt },
    }));
}

interface Addressees {
  kind: StoredNotice['kind'];
  userIds: string[];
}

function addresseesOf(type: string, details: Record<string, unknown>): Addressees | undefined {
  const { to, mentions, askedBy } = details;
  if (type === 'risk.assignment.changed') return { kind: 'assigned', userIds: texts([to]) };
  if (type === NOTE_ADDED) return { kind: 'mentioned', userIds: texts(mentions) };
  if (type === 'work.requested')
    return { kind: 'request', userIds: texts([to]).filter((addressee) => !isRequestRole(addressee)) };
  if (type === 'work.answered')
    return {
      kind: 'answered',
      userIds: texts([askedBy]).flatMap((asker) => (asker.startsWith(USER) ? [asker.slice(USER.length)] : [])),
    };
  return undefined;
}

const USER = 'user:';

const texts = (values: unknown) =>
  Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
