import * as z from 'zod';
import type { Caller } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { bestEffort } from './best-effort.ts';

/**
 * The people of an organization as their tokens describe them, so that `user:<id>` in histories has a name
 * with any issuer. One row per person, written at most once a day.
 */
export const Person = z.object({
  userId: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.string(),
  lastSeenAt: z.iso.datetime(),
});
export type Person = z.infer<typeof Person>;

/** More people than any screen shows, and few enough for one response. */
const DIRECTORY_PEOPLE = 1_000;

export const directoryPartition = (organizationId: string) => `${organizationId}#directory`;

const keyOf = (organizationId: string, userId: string): Key => ({
  pk: directoryPartition(organizationId),
  sk: userId,
});

export const personRead = (organizationId: string, userId: string): Read => ({
  table: 'identity',
  key: keyOf(organizationId, userId),
});

export const personFrom = (item: Item | undefined) => item && Person.parse(item);

const dayOf = (instant: string) => instant.slice(0, 10);

/** The row to write, or undefined if the person was seen today already. */
export function sighting(
  known: Person | undefined,
  { id, role, profile }: Pick<Caller, 'id' | 'role' | 'profile'>,
  now: Date,
): Person | undefined {
  const lastSeenAt = now.toISOString();
  if (known && dayOf(known.lastSeenAt) >= dayOf(lastSeenAt)) return undefined;
  return {
    userId: id,
    // A token without these claims does not erase what an earlier token stated.
    email: profile?.email ?? known?.email ?? null,
    name: profile?.name ?? known?.name ?? null,
    role,
    lastSeenAt,
  };
}

/** Not part of any transaction; never fails the request. Of concurrent requests one writes. */
export async function noteSighting(
  store: Store,
  caller: Caller,
  known: Person | undefined,
  now: Date,
): Promise<void> {
  const person = sighting(known, caller, now);
  if (!person) return;
  const write: Write = {
    table: 'identity',
    put: { ...keyOf(caller.organizationId, caller.id), ...person },
    when: known ? { lastSeenAt: known.lastSeenAt } : 'absent',
  };
  await bestEffort(store.writeOne(write));
}

export async function listPeople(
  store: Store,
  organizationId: string,
): Promise<{ items: Person[]; more: boolean }> {
  const { items, more } = await store.query('identity', {
    pk: directoryPartition(organizationId),
    limit: DIRECTORY_PEOPLE,
  });
  return { items: items.map((item) => Person.parse(item)), more };
}

/** Those of the given people who are in the directory, in one round trip. */
export async function findPeople(
  store: Store,
  organizationId: string,
  userIds: readonly string[],
): Promise<Person[]> {
  const rows = await store.getMany(userIds.map((id) => personRead(organizationId, id)));
  return rows.flatMap((row) => personFrom(row) ?? []);
}
