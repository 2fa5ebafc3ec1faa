import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { endOfRow, placeAt, placeOf, positionAt, positionOf } from '#shared/platform/ids.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { NOTICE_SECONDS, NOTICES_PER_PAGE, UNREAD_AT_MOST } from '../limits.ts';
import { type AddressedNotice, ReadMark, StoredNotice } from '../notice.ts';

/** Fixed, so that an erasure finds the notices of users whom no directory lists. */
const BUCKETS = 16;

const partitionOf = (scope: Scope, bucket: number) => `${scopeKey(scope)}#notices#${bucket}`;

export const noticePartitionsOf = (scope: Scope) =>
  Array.from({ length: BUCKETS }, (_, bucket) => partitionOf(scope, bucket));

/**
 * The notices of a user, at the places of the commits that they are about, and after them the mark up to which they
 * are read. A notice that is written late has an old place, so its row says when it was written: it is unread if the
 * user has read beyond it before. The key `settings` of the digest sorts after the mark.
 */
export const noticeKey = (scope: Scope, userId: string, place: string): Key => ({
  pk: partitionOf(scope, (hash('sha256', userId, 'buffer')[0] ?? 0) % BUCKETS),
  sk: `${userId}#${place}`,
});

/** Sorts after every place, so the latest rows begin with it. */
const MARK = 'read';

const markKey = (scope: Scope, userId: string) => noticeKey(scope, userId, MARK);

/** Written once, whatever the number of runs: the key comes from the event. */
export const putNotice = (scope: Scope, { userId, notice }: AddressedNotice, writtenAt: Date): Write => ({
  table: 'risk',
  put: {
    ...noticeKey(scope, userId, placeOf(notice.id)),
    ...notice,
    writtenAt: writtenAt.toISOString(),
    expiresAtSeconds: Math.floor(Date.parse(notice.createdAt) / 1000) + NOTICE_SECONDS,
  },
  when: 'absent',
});

interface NoticeRow {
  notice: StoredNotice;
  writtenAt: string;
}

const noticeIn = (row: Item): NoticeRow => ({
  notice: StoredNotice.parse(row),
  writtenAt: z.string().parse(row.writtenAt),
});

export interface ReadableNotice {
  notice: StoredNotice;
  isRead: boolean;
}

interface LatestNotices {
  mark: ReadMark | undefined;
  rows: NoticeRow[];
  unread: number;
}

/** DynamoDB removes expired rows up to two days late. */
const oldestPlace = (now: Date) => placeAt(positionAt(addSeconds(now, -NOTICE_SECONDS))).place;

async function readLatest(store: Store, scope: Scope, userId: string, now: Date): Promise<LatestNotices> {
  const { pk, sk: upTo } = markKey(scope, userId);
  const { items } = await store.query('risk', {
    pk,
    from: noticeKey(scope, userId, oldestPlace(now)).sk,
    upTo,
    descending: true,
    limit: UNREAD_AT_MOST + 1,
  });
  const mark = items[0]?.sk === upTo ? ReadMark.parse(items[0]) : undefined;
  const rows = items
    .filter(({ sk }) => sk !== upTo)
    .slice(0, UNREAD_AT_MOST)
    .map(noticeIn);
  return { mark, rows, unread: rows.filter((row) => !isRead(row, mark)).length };
}

const isRead = ({ notice, writtenAt }: NoticeRow, mark: ReadMark | undefined) =>
  mark !== undefined && placeOf(notice.id) <= placeOf(mark.upTo) && writtenAt <= mark.readAt;

/** Kinds of the unread notices that were written within a time, newest first. */
export async function unreadBetween(
  store: Store,
  scope: Scope,
  userId: string,
  { since, until, now }: { since: string; until: string; now: Date },
): Promise<StoredNotice['kind'][]> {
  const { mark, rows } = await readLatest(store, scope, userId, now);
  return rows
    .filter((row) => !isRead(row, mark) && row.writtenAt > since && row.writtenAt <= until)
    .map(({ notice }) => notice.kind);
}

export const countUnread = async (store: Store, scope: Scope, userId: string, now: Date) =>
  (await readLatest(store, scope, userId, now)).unread;

/** A page of notices, newest first. `offset` is the position at which it begins, 0 for the newest. */
export async function listNotices(
  store: Store,
  scope: Scope,
  { userId, offset, now }: { userId: string; offset: number; now: Date },
): Promise<{ items: ReadableNotice[]; nextOffset: number | null; unread: number }> {
  const [latest, older] = await Promise.all([
    readLatest(store, scope, userId, now),
    offset === 0 ? undefined : readFrom(store, scope, { userId, offset, now }),
  ]);
  const rows = older ?? latest.rows;
  const next = rows[NOTICES_PER_PAGE];
  return {
    items: rows.slice(0, NOTICES_PER_PAGE).map((row) => ({ notice: row.notice, isRead: isRead(row, latest.mark) })),
    nextOffset: next ? endOfRow(positionOf(next.notice.id)) : null,
    unread: latest.unread,
  };
}

async function readFrom(
  store: Store,
  scope: Scope,
  { userId, offset, now }: { userId: string; offset: number; now: Date },
): Promise<NoticeRow[]> {
  const [from, upTo] = [oldestPlace(now), placeAt(offset).place];
  // DynamoDB refuses a range that ends before it begins.
  if (upTo < from) return [];
  const { items } = await store.query('risk', {
    pk: markKey(scope, userId).pk,
    from: noticeKey(scope, userId, from).sk,
    upTo: noticeKey(scope, userId, upTo).sk,
    descending: true,
    limit: NOTICES_PER_PAGE + 1,
  });
  return items.map(noticeIn);
}

/** Where a user stands: whether this notice is theirs, and the mark. */
export async function findNoticeAndMark(
  store: Store,
  scope: Scope,
  { userId, id }: { userId: string; id: string },
): Promise<{ isThere: boolean; mark: ReadMark | undefined }> {
  const [row, mark] = await store.getMany([
    { table: 'risk', key: noticeKey(scope, userId, placeOf(id)) },
    { table: 'risk', key: markKey(scope, userId) },
  ]);
  return { isThere: row?.id === id, mark: mark && ReadMark.parse(mark) };
}

/** Loses to a mark that was set meanwhile, so that it never moves back. */
export const putMark = (
  scope: Scope,
  userId: string,
  { before, after }: { before: ReadMark | undefined; after: ReadMark },
): Write => ({
  table: 'risk',
  put: { ...markKey(scope, userId), ...after },
  when: before ? { upTo: before.upTo, readAt: before.readAt } : 'absent',
});
