import { unpack } from '#shared/platform/store/packed.ts';
import type { Rule, State } from './facts.ts';
import { STANDING, WANTED } from './kinds.ts';
import { partsIn, stateFirstPart, stateFurtherPart } from './parts.ts';

interface Listed {
  run: { status: string };
  matches: { match: { id: string } }[];
}

interface Run {
  run: { status: string; matches: { id: string; decision: string }[] };
  proposals?: { matchId: string; status: string }[];
}

/**
 * Every match of a run is in exactly one list of matches, that of its state, with the current status of its run.
 */
export const matchesAstray: Rule = {
  read: ({ row: { kind, organizationId, mode, rest, item }, hasHistory }, state) => {
    const scope = `${organizationId} ${mode}`;
    const packed = item.packed as Uint8Array;
    if (kind === 'screening-runs' && hasHistory) {
      if (Number(item.parts) > 0)
        stateFirstPart(state, 'runs', partsKey(scope, String(item.id)), Number(item.parts), packed);
      else stateMatches(scope, [packed], state);
    }
    // Parts with listed entries have other sort keys.
    if (kind === 'run-parts' && /^\d+$/.test(item.sk))
      stateFurtherPart(state, 'runs', partsKey(scope, rest), Number(item.sk), packed);
    if (kind === 'matches') {
      const { run, matches } = unpack([packed]) as Listed;
      for (const { match } of matches)
        state('matches', `${scope} ${rest.split('#')[0]} ${match.id} ${run.status}`, STANDING);
    }
  },
  judges: {
    runs: (key, facts, state) => {
      const parts = partsIn(facts, key);
      const [organizationId, mode] = key.split(' ');
      if (parts) stateMatches(`${organizationId} ${mode}`, parts, state);
    },
    matches: (key, facts, _state, find) => {
      let [wanted, standing] = [0, 0];
      for (const { kind } of facts)
        if (kind === WANTED) wanted += 1;
        else standing += 1;
      if (standing === 0) find(`is not in the list of its matches: ${key}`);
      if (wanted === 0) find(`is listed as a match in another state: ${key}`);
      if (standing > 1) find(`a match is listed twice: ${key}`);
    },
  },
};

const partsKey = (scope: string, runId: string) => `${scope} ${runId}`;

function stateMatches(scope: string, parts: readonly Uint8Array[], state: State): void {
  const { run, proposals = [] } = unpack(parts) as Run;
  const open = new Set(proposals.filter(({ status }) => status === 'open').map(({ matchId }) => matchId));
  for (const { id, decision } of run.matches) {
    const decided = decision === 'pending' ? 'pending' : 'decided';
    state('matches', `${scope} ${open.has(id) ? 'proposed' : decided} ${id} ${run.status}`, WANTED);
  }
}
