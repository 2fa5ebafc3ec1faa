import * as z from 'zod';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';

/**
 * Who has recently invited, promoted or enabled a person. Such people may be one person with two accounts, so they do
 * not count as two for a while. In rows of their own: what older code writes about a person does not remove them.
 */
const Sponsor = z.object({ by: z.string(), at: z.iso.datetime() });
type Sponsor = z.infer<typeof Sponsor>;

export const SPONSOR_DAYS = 7;
const SPONSOR_MS = SPONSOR_DAYS * 24 * 60 * 60 * 1000;

export const sponsorsPartition = (organizationId: string) => `${organizationId}#sponsors`;

const USER = 'user:';
const keyOf = (organizationId: string, principal: string): Key => ({
  pk: sponsorsPartition(organizationId),
  sk: principal.startsWith(USER) ? principal.slice(USER.length) : principal,
});

const sponsorsRead = (organizationId: string, principal: string): Read => ({
  table: 'identity',
  key: keyOf(organizationId, principal),
});

const sponsorsIn = (row: Item | undefined, now: Date): Sponsor[] =>
  z
    .array(Sponsor)
    .parse(row?.sponsors ?? [])
    .filter(({ at }) => now.getTime() - Date.parse(at) < SPONSOR_MS);

/**
 * Records who gave a person access or more rights. The recent sponsors of these are sponsors too: otherwise a second
 * account could invite a third one.
 */
export async function addSponsors(
  { store, now }: { store: Store; now: Date },
  organizationId: string,
  { person, sponsors }: { person: string; sponsors: readonly string[] },
): Promise<Write> {
  const [own, ...theirs] = await store.getMany(
    [person, ...sponsors].map((principal) => sponsorsRead(organizationId, principal)),
  );
  const at = now.toISOString();
  const all = [
    ...sponsorsIn(own, now),
    ...theirs.flatMap((row) => sponsorsIn(row, now)),
    ...sponsors.map((by) => ({ by, at })),
  ].filter(({ by }) => by !== person);
  // Of several times the last one counts.
  const latest = new Map(all.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((one) => [one.by, one]));
  const writes = Number(own?.writes ?? 0);
  return {
    table: 'identity',
    put: { ...keyOf(organizationId, person), sponsors: [...latest.values()], writes: writes + 1 },
    when: writes === 0 ? 'absent' : { writes },
  };
}

/** When the later of two people stops to depend on the other one; undefined if neither does. */
export async function dependentUntil(
  { store, now }: { store: Store; now: Date },
  organizationId: string,
  [one, other]: readonly [string, string],
): Promise<Date | undefined> {
  const rows = await store.getMany([sponsorsRead(organizationId, one), sponsorsRead(organizationId, other)]);
  const times = [other, one].flatMap((sponsor, index) =>
    sponsorsIn(rows[index], now)
      .filter(({ by }) => by === sponsor)
      .map(({ at }) => Date.parse(at) + SPONSOR_MS),
  );
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
