import { unpack } from '#shared/platform/store/packed.ts';
import type { AuditedState, StoredRow } from './stored-state.ts';

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
export function matchesAstray({ rows, records }: AuditedState): string[] {
  const parts = new Map(
    rows
      .filter(({ kind }) => kind === 'run-parts')
      .map(({ item }) => [`${item.pk} ${item.sk}`, item.packed as Uint8Array]),
  );
  const wanted = records.filter(({ kind }) => kind === 'screening-runs').flatMap((row) => statesIn(row, parts));
  const standing = rows.filter(({ kind }) => kind === 'matches').flatMap(listedIn);
  const [missing, stray] = [
    new Set(wanted).difference(new Set(standing)),
    new Set(standing).difference(new Set(wanted)),
  ];
  return [
    ...[...missing].map((one) => `is not in the list of its matches: ${one}`),
    ...[...stray].map((one) => `is listed as a match in another state: ${one}`),
    ...(standing.length > new Set(standing).size ? ['a match is listed twice'] : []),
  ];
}

function statesIn(row: StoredRow, parts: ReadonlyMap<string, Uint8Array>): string[] {
  const { organizationId, mode, item } = row;
  const pk = `${organizationId}#${mode}#run-parts#${item.id}`;
  const rest = Array.from({ length: Number(item.parts) }, (_, part) => parts.get(`${pk} ${part}`));
  const packed = [item.packed as Uint8Array, ...rest].filter((one) => one !== undefined);
  const { run, proposals = [] } = unpack(packed) as Run;
  const open = new Set(proposals.filter(({ status }) => status === 'open').map(({ matchId }) => matchId));
  return run.matches.map(({ id, decision }) => {
    const decided = decision === 'pending' ? 'pending' : 'decided';
    return `${organizationId} ${mode} ${open.has(id) ? 'proposed' : decided} ${id} ${run.status}`;
  });
}

function listedIn({ organizationId, mode, rest, item }: StoredRow): string[] {
  const [state] = rest.split('#');
  const { run, matches } = unpack([item.packed as Uint8Array]) as Listed;
  return matches.map(({ match }) => `${organizationId} ${mode} ${state} ${match.id} ${run.status}`);
}
