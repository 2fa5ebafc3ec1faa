import * as z from 'zod';
import { ListKey, lists } from './list.ts';
import { isSwitchedOff } from './list-files.ts';
import type { ListId } from './list-id.ts';
import { isOfThisBuilder, KEPT_VERSIONS, type ListState } from './list-state.ts';

/** The key of the joint index of all sanctions lists, beside the keys of the lists. */
export const JOINT = 'joint';

/** One list version that is part of the joint index. */
const Member = z.object({ key: ListKey, versionId: z.uuid() });
export type Member = z.infer<typeof Member>;

/** The joint index of several lists, one after the other: its members, and where each begins. */
export const JointIndex = z.object({
  versionId: z.uuid(),
  members: z.array(Member.extend({ stretch: z.object({ from: z.number(), to: z.number() }) })),
});
export type JointIndex = z.infer<typeof JointIndex>;

/**
 * The state of the joint index. It only makes searches faster: each list is still published,
 * checked and rolled back by itself, and a list whose active version is not in the joint index is
 * searched by its own index.
 */
export const JointState = z.object({
  revision: z.number(),
  active: JointIndex.nullable(),
  /** Earlier joint indexes that warm functions may still have open, latest first. */
  previous: z.array(z.uuid()),
});
export type JointState = z.infer<typeof JointState>;

export const NOT_JOINED: JointState = { revision: 0, active: null, previous: [] };

/** A joint index of a single list has no advantage. */
const FEWEST_MEMBERS = 2;

/** The versions to join; undefined while a list still has to be reindexed. */
function membersOf(states: ReadonlyMap<ListKey, ListState>): Member[] | undefined {
  const members: Member[] = [];
  for (const [key, { active }] of states) {
    if (lists[key].listKind !== 'sanctions' || isSwitchedOff(key) || !active) continue;
    if (!isOfThisBuilder(active)) return undefined;
    members.push({ key, versionId: active.versionId });
  }
  return members.length < FEWEST_MEMBERS ? undefined : members;
}

/** The states of the lists, and the joint index. */
export interface ListsToSearch<Id extends ListId = ListKey> {
  states: ReadonlyMap<Id, ListState>;
  joint: JointState;
}

/** The versions to join; undefined if the joint index is up to date or cannot be built yet. */
export function membersToJoin({ states, joint }: ListsToSearch): Member[] | undefined {
  const members = membersOf(states);
  const joined = joint.active?.members ?? [];
  const isJoined = ({ key, versionId }: Member) => joined.some((one) => one.key === key && one.versionId === versionId);
  return members?.length === joined.length && members.every(isJoined) ? undefined : members;
}

/** Activates a new joint index; also returns the indexes to remove. */
export function replaceJoint({ active, previous, revision }: JointState, next: JointIndex) {
  const earlier = [...(active ? [active.versionId] : []), ...previous];
  return {
    state: { revision, active: next, previous: earlier.slice(0, KEPT_VERSIONS - 1) },
    dropped: earlier.slice(KEPT_VERSIONS - 1).map((versionId) => ({ versionId })),
  };
}

/** The members of the joint index that are requested and whose version is still active. */
export function membersFor(
  { active }: JointState,
  searchedVersion: (key: ListKey) => string | undefined,
): JointIndex | undefined {
  if (!active) return undefined;
  const isAsked = ({ key, versionId }: Member) => searchedVersion(key) === versionId;
  const members = active.members.filter(isAsked);
  return members.length < FEWEST_MEMBERS ? undefined : { ...active, members };
}
