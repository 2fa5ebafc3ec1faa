import type { Mode } from '#shared/platform/caller.ts';
import type { Email } from '#shared/platform/mail.ts';
import { greeting, plainEmail } from '#shared/platform/plain-email.ts';
import type { DueDigest, StoredNotice } from '#shared/risk/index.ts';

/** How many wait for the user, and how many of them have done so since the digest before. */
export interface WaitingCount {
  waiting: number;
  fresh: number;
}

/** What a digest tells: numbers only. Nothing of a customer leaves the service by email. */
export interface DigestCounts {
  notices: Record<StoredNotice['kind'], number>;
  requests: WaitingCount;
  proposals: WaitingCount;
  late: WaitingCount;
  dueSoon: WaitingCount;
  lists: WaitingCount;
}

const waitingOf = ({ requests, proposals, late, dueSoon, lists }: DigestCounts) => [
  requests,
  proposals,
  late,
  dueSoon,
  lists,
];

export const hasNews = (counts: DigestCounts) =>
  Object.values(counts.notices).some((count) => count > 0) || waitingOf(counts).some(({ fresh }) => fresh > 0);

export function digestEmail(
  { name, email }: { name: string | null; email: string },
  { interval, mode, origin }: Pick<DueDigest, 'interval' | 'mode' | 'origin'>,
  counts: DigestCounts,
): Email {
  const subject = `${mode === 'test' ? '[Test] ' : ''}Assay: ${PERIOD[interval]} digest of your notifications`;
  const to = (place: string) => `${origin}/console/${mode}/${place}`;
  return plainEmail(email, subject, [
    greeting(name),
    `New since your last digest, and what waits for you in ${MODES[mode]}:`,
    ...linesOf(counts, interval).map(({ text, place }) => ({ text, url: to(place) })),
    { text: 'Change or switch off this digest', url: to('notifications') },
  ]);
}

const PERIOD: Record<DueDigest['interval'], string> = { daily: 'daily', weekly: 'weekly' };
const MODES: Record<Mode, string> = { test: 'test mode', live: 'live mode' };
const SOON: Record<DueDigest['interval'], string> = { daily: 'within a day', weekly: 'within a week' };

interface Line {
  text: string;
  place: string;
}

function linesOf({ notices, ...counts }: DigestCounts, interval: DueDigest['interval']): Line[] {
  const { assigned, mentioned, request, answered } = notices;
  const { requests, proposals, late, dueSoon, lists } = counts;
  const news = [
    [assigned, 'new assignment', 'new assignments'],
    [mentioned, 'new mention', 'new mentions'],
    [request, 'new request to you', 'new requests to you'],
    [answered, 'new answer to your requests', 'new answers to your requests'],
  ] as const;
  const waiting = [
    [requests, 'request waits for you', 'requests wait for you', 'inbox?waitsFor=me'],
    [proposals, 'proposal waits for you', 'proposals wait for you', 'proposals'],
    [late, 'subject assigned to you is late', 'subjects assigned to you are late', 'inbox?assignee=me&late=true'],
    [
      dueSoon,
      `subject assigned to you is due ${SOON[interval]}`,
      `subjects assigned to you are due ${SOON[interval]}`,
      'inbox?assignee=me',
    ],
    [lists, 'list version waits for approval', 'list versions wait for approval', 'lists'],
  ] as const;
  return [
    ...news.flatMap(([count, one, many]) =>
      count > 0 ? [{ text: `${count} ${count === 1 ? one : many}`, place: 'notifications' }] : [],
    ),
    ...waiting.flatMap(([{ waiting: count, fresh }, one, many, place]) =>
      count > 0 ? [{ text: `${count} ${count === 1 ? one : many}${fresh > 0 ? ` (${fresh} new)` : ''}`, place }] : [],
    ),
  ];
}
