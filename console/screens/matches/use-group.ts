import { useState } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { chosenIn, decidableWith, type GroupMember, isCertain } from '../../domain/match-group.ts';
import type { JoinedGroup, Target } from './bulk.ts';

/** The matches of one party, and which of them the next decision is for. */
export interface GroupChoice {
  members: readonly GroupMember[];
  chosen: readonly GroupMember[];
  toggle(id: string): void;
}

export function useGroup({ match, members }: MatchDetail): GroupChoice {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const decidable = decidableWith(match.id, members ?? []);
  return {
    members: decidable,
    chosen: chosenIn(match.id, decidable, changed),
    toggle: (id) =>
      setChanged((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
  };
}

export const targetIn = ({ match, proposal }: GroupMember): Target => ({ id: match.id, proposal });

/** The certain matches of the group, which one request decides. */
export function joinedGroup({ match, members }: MatchDetail): JoinedGroup | undefined {
  const certain = (members ?? []).filter(isCertain).map((one) => one.match.id);
  return match.group && certain.includes(match.id) ? { id: match.group.id, certain } : undefined;
}
