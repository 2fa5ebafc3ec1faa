import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type Collection, keyIn, listCollection, oneRecord, partitionsOf } from '#shared/platform/store/collection.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { proposalsIn, readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { ProfileProposal, ScreeningProfile } from '../profile.ts';

/**
 * Profiles of an organization and mode: the latest version by key and, for lists, in order of creation; every version; and
 * the proposals about a key. People change profiles too rarely to exceed a partition.
 */
const profilesOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-profiles`,
  shards: shardPlanOf('records'),
});

const headsOf = (scope: Scope) => `${scopeKey(scope)}#profile-heads`;
const versionsOf = (scope: Scope) => `${scopeKey(scope)}#profile-versions`;
const proposalsOf = (scope: Scope) => `${scopeKey(scope)}#profile-proposals`;

/** All partitions of the profiles of an organization and mode. */
export const profilePartitionsOf = (scope: Scope): string[] => [
  headsOf(scope),
  versionsOf(scope),
  proposalsOf(scope),
  ...partitionsOf(profilesOf(scope)),
];

const headKey = (scope: Scope, key: string): Key => ({ pk: headsOf(scope), sk: key });

const versionKey = (scope: Scope, key: string, version: number): Key => ({
  pk: versionsOf(scope),
  sk: `${key}#${String(version).padStart(9, '0')}`,
});

const profileIn = ({ data }: Item): ScreeningProfile => ScreeningProfile.parse(data);

async function findAt(store: Store, key: Key): Promise<ScreeningProfile | undefined> {
  const [row] = await store.getMany([{ table: 'screening', key }]);
  return row && profileIn(row);
}

/** The latest version. */
export const findStoredProfile = (store: Store, scope: Scope, key: string) => findAt(store, headKey(scope, key));

export const findProfileVersion = (store: Store, scope: Scope, key: string, version: number) =>
  findAt(store, versionKey(scope, key, version));

/** The next version of a key, on condition that no other has been saved meanwhile. */
export function saveProfileVersion(scope: Scope, id: string, data: ScreeningProfile): Write[] {
  const { key, version } = data;
  const when = version === 1 ? ('absent' as const) : { id, version: version - 1 };
  const row = { id, version, data };
  return [
    { table: 'screening', put: { ...headKey(scope, key), ...row }, when },
    { table: 'screening', put: { ...keyIn(profilesOf(scope), id), ...row }, when },
    { table: 'screening', put: { ...versionKey(scope, key, version), ...row }, when: 'absent' },
  ];
}

export const listStoredProfiles = (
  store: Store,
  scope: Scope,
  { offset, limit }: { offset: number; limit: number },
): Promise<Page<ScreeningProfile>> =>
  listCollection(store, profilesOf(scope), { offset, limit, expand: oneRecord(profileIn) });

/** Keys in alphabetical order, up to a number of them. */
export async function profileKeys(store: Store, scope: Scope, limit: number): Promise<string[]> {
  const { items } = await store.query('screening', { pk: headsOf(scope), limit });
  return items.map(({ sk }) => sk);
}

/** Proposals about one key in one row. The profile need not exist yet. */
export const readProfileProposals = (store: Store, scope: Scope, key: string) =>
  readStoredProposals<ProfileProposal>(
    store,
    { table: 'screening', key: { pk: proposalsOf(scope), sk: key } },
    ProfileProposal,
  );

/** Of the proposals of all keys, in their order, those that are wanted. */
export async function profileProposals(
  store: Store,
  scope: Scope,
  { limit, isWanted }: { limit: number; isWanted: (proposal: ProfileProposal) => boolean },
): Promise<ProfileProposal[]> {
  const wanted: ProfileProposal[] = [];
  for await (const rows of rowsOf(store, 'screening', proposalsOf(scope))) {
    wanted.push(...rows.flatMap((row) => z.array(ProfileProposal).parse(proposalsIn(row)).filter(isWanted)));
    if (wanted.length >= limit) break;
  }
  return wanted.slice(0, limit);
}
