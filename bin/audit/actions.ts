import * as z from 'zod';
import { type Action, ActionStatus, actionsIn, canMove } from '#shared/risk/index.ts';
import type { AuditedState } from './stored-state.ts';

const Move = z.object({ from: ActionStatus, to: ActionStatus, revision: z.number() });

/** An action's history is a valid path through the state table that ends in the action's status. */
export function actionsOffPath({ records, events }: AuditedState): string[] {
  const moves = Map.groupBy(
    events.filter(({ type }) => type === 'risk.action.transitioned'),
    ({ resourceId }) => resourceId,
  );
  return records
    .filter(({ kind }) => kind === 'actions')
    .flatMap(({ item }) => actionsIn(item))
    .filter(({ value: { id, data } }) => {
      const told = Move.array().safeParse((moves.get(id) ?? []).map(({ details }) => details));
      return !told.success || !isPath(told.data, data);
    })
    .map(({ value }) => `is where its history does not lead: actions ${value.id}`);
}

function isPath(moves: z.infer<typeof Move>[], { status, revision }: Action): boolean {
  let [at, reached]: [ActionStatus, number] = ['requested', 1];
  for (const move of moves.toSorted((a, b) => a.revision - b.revision)) {
    if (move.from !== at || move.revision !== reached + 1 || !canMove(at, move.to)) return false;
    [at, reached] = [move.to, move.revision];
  }
  return at === status && reached === revision;
}
