import * as z from 'zod';
import { ListKey, lists } from './list.ts';
import { isSwitchedOff } from './list-files.ts';
import { isOfThisBuilder, KEPT_VERSIONS, type ListState } from './list-state.ts';

/** What the index of all sanctions lists is kept under, beside those of each. */
export const JOINT = 'joint';

/** One version of one list, as it stands in an index with others. */
const Member = z.object({ key: ListKey, versionId: z.uuid() });
export type Member = z.infer<typeof Member>;

/** An index of several lists, one after the other: what it holds, and where each begins. */
export const JointIndex = z.object({
  versionId: z.uuid(),
  members: z.array(Member.extend({ stretch: z.object({ from: z.number(), to: z.number() }) })),
});
export type JointIndex = z.infer<typeof JointIndex>;

/**
 * Where the index of all sanctions lists stands. It only makes them quicker to search: each list is still
 * published, checked and taken back by itself, and one of which it holds another version is searched by its own index.
 */
export const JointState = z.object({
  revision: z.number(),
  active: JointIndex.nullable(),
  /** What was searched before and may still be open somewhere, the latest first. */
  previous: z.array(z.uuid()),
});
export type JointState = z.infer<typeof JointState>;

export const NOT_JOINED: JointState = { revision: 0, active: null, previous: [] };

/** Of one list an index of its own is as good. */
const FEWEST_MEMBERS = 2;

/** What is to be searched together now; undefined as long as a list is still to be built again. */
function membersOf(states: ReadonlyMap<ListKey, ListState>): Member[] | undefined {
  const members: Member[] = [];
  for (const [key, { active }] of states) {
    if (lists[key].listKind !== 'sanctions' || isSwitchedOff(key) || !active) continue;
    if (!isOfThisBuilder(active)) return undefined;
    members.push({ key, versionId: active.versionId });
  }
  return members.length < FEWEST_MEMBERS ? undefined : members;
}

/** The lists as they stand, and the index that several of them share. */
export interface ListsToSearch {
  states: ReadonlyMap<ListKey, ListState>;
  joint: JointState;
}

/** What is to be joined; undefined where nothing is, or not yet. */
export function membersToJoin({ states, joint }: ListsToSearch): Member[] | undefined {
  const members = membersOf(states);
  const joined = joint.active?.members ?? [];
  const isJoined = ({ key, versionId }: Member) =>
    joined.some((one) => one.key === key && one.versionId === versionId);
  return members?.length === joined.length && members.every(isJoined) ? undefined : members;
}

/** Searched from now on; and what is of no use any more. */
export function replaceJoint({ active, previous, revision }: JointState, next: JointIndex) {
  const earlier = [...(active ? [active.versionId] : []), ...previous];
  return {
    state: { revision, active: next, previous: earlier.slice(0, KEPT_VERSIONS - 1) },
    dropped: earlier.slice(KEPT_VERSIONS - 1).map((versionId) => ({ versionId })),
  };
}

/** What of the joint index is asked for and still what is to be searched. */
export function membersFor(
  { active }: JointState,
  searchedVersion: (key: ListKey) => string | undefined,
): JointIndex | undefined {
  if (!active) return undefined;
  const isAsked = ({ key, versionId }: Member) => searchedVersion(key) === versionId;
  const members = active.members.filter(isAsked);
  return members.length < FEWEST_MEMBERS ? undefined : { ...active, members };
}
