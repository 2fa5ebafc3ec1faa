import type { Caller } from '#shared/platform/caller.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { bestEffort } from './best-effort.ts';
import { Person, sighting, UserRole } from './person.ts';

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

/** A concurrent change of the row wins over the write, or makes its use case run again. */
export const putPerson = (organizationId: string, known: Person | undefined, person: Person): Write => ({
  table: 'identity',
  put: { ...keyOf(organizationId, person.userId), ...person },
  when: known ? { lastSeenAt: known.lastSeenAt, changedAt: known.changedAt } : 'absent',
});

/** Not part of a transaction. False if the person was invited again meanwhile. */
export const noteInvitationSent = (store: Store, organizationId: string, { userId, invitedAt }: Person, now: Date) =>
  store.writeOne({
    table: 'identity',
    update: keyOf(organizationId, userId),
    set: { invitationSentAt: now.toISOString() },
    when: { invitedAt },
  });

/** Not part of any transaction; never fails the request. Of concurrent requests one writes. */
export async function noteSighting(store: Store, caller: Caller, known: Person | undefined, now: Date): Promise<void> {
  const person = sighting(known, { ...caller, role: UserRole.parse(caller.role) }, now);
  if (person) await bestEffort(store.writeOne(putPerson(caller.organizationId, known, person)));
}

export async function listPeople(store: Store, organizationId: string): Promise<{ people: Person[]; more: boolean }> {
  const { items, more } = await store.query('identity', {
    pk: directoryPartition(organizationId),
    limit: DIRECTORY_PEOPLE,
  });
  return { people: items.map((item) => Person.parse(item)), more };
}

/** Those of the given people who are in the directory, in one round trip. */
export async function findPeople(store: Store, organizationId: string, userIds: readonly string[]): Promise<Person[]> {
  const rows = await store.getMany(userIds.map((id) => personRead(organizationId, id)));
  return rows.flatMap((row) => personFrom(row) ?? []);
}
