import * as z from 'zod';
import { ActionStatus, actionsIn, canMove } from '#shared/risk/index.ts';
import { inOrder, type Rule } from './facts.ts';

const Move = z.object({ from: ActionStatus, to: ActionStatus, revision: z.number() });

const [ACTION, ILLEGIBLE, MOVE] = ['a', 'b', 'c'];

/** An action's history is a valid path through the state table that ends in the action's status. */
export const actionsOffPath: Rule = {
  read: ({ row, events, hasHistory }, state) => {
    if (hasHistory && row.kind === 'actions')
      for (const { value } of actionsIn(row.item))
        state('actions', value.id, ACTION, value.data.status, value.data.revision);
    for (const { type, resourceId, details } of events.filter(({ type }) => type === 'risk.action.transitioned')) {
      const { data: move } = Move.safeParse(details);
      if (!move) state('actions', resourceId, ILLEGIBLE, type);
      else state('actions', resourceId, MOVE, inOrder(move.revision), move.from, move.to);
    }
  },
  judges: {
    actions: (id, facts, _state, find) => {
      const stored: [string, number][] = [];
      let [at, reached, isPath]: [string, number, boolean] = ['requested', 1, true];
      for (const { kind, values } of facts) {
        if (kind === ACTION) stored.push([values[0] ?? '', Number(values[1])]);
        else if (stored.length === 0) return;
        else if (kind === ILLEGIBLE) isPath = false;
        else {
          const [revision, from, to] = [Number(values[0]), values[1] ?? '', values[2] ?? ''];
          if (from !== at || revision !== reached + 1 || !canMove(from as ActionStatus, to as ActionStatus))
            isPath = false;
          [at, reached] = [to, revision];
        }
      }
      for (const [status, revision] of stored)
        if (!isPath || at !== status || reached !== revision) find(`is where its history does not lead: actions ${id}`);
    },
  },
};
