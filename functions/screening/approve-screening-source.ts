import { endpoint } from '#shared/endpoint.ts';
import { conflict } from '#shared/platform/problem.ts';
import {
  approve,
  goBack,
  type ListState,
  type ListVersion,
} from '#shared/screening/lists/list-state.ts';
import { readListState, replaceListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';
import { requireListOperator } from '#shared/screening/use-cases/require-list-operator.ts';

/** An operator has looked at a version that was held back, and lets it be searched. */
export const handler = endpoint(
  screeningRoutes.approveScreeningSource,
  async ({ store, now, caller }, { params, body: { versionId } }) => {
    requireListOperator(caller);
    const key = requireListKey(params.key);
    const before = await readListState(store, key);
    const answer = (state: ListState) => presentSource(key, state, now);
    // Whoever says so a second time has been heard.
    if (before.active && before.active.versionId === versionId)
      return { writes: [], events: [], result: answer(before) };
    const isChosen = (one: ListVersion) => !versionId || one.versionId === versionId;
    const held = before.held.findLast(isChosen);
    // One that was searched before may be named too: that is the way back from a bad one.
    const previous = versionId ? before.previous.find(isChosen) : undefined;
    const approved = held && { ...approve(before, held), confirmedAt: now.toISOString() };
    const after = approved ?? (previous && goBack(before, previous));
    if (!after) throw conflict('nothing_to_approve', 'No such version of this list is held back.');
    return { writes: [replaceListState(key, before, after)], events: [], result: answer(after) };
  },
);
