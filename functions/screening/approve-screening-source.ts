import { endpoint } from '#shared/endpoint.ts';
import { conflict } from '#shared/platform/problem.ts';
import { activate, type ListState } from '#shared/screening/lists/list-state.ts';
import { readListState, replaceListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

/** An operator has looked at a version that was held back, and lets it be searched. */
export const handler = endpoint(
  screeningRoutes.approveScreeningSource,
  async ({ store, now }, { params, body: { versionId } }) => {
    const key = requireListKey(params.key);
    const before = await readListState(store, key);
    const answer = (state: ListState) => presentSource(key, state, now);
    // Whoever says so a second time has been heard.
    if (before.active && before.active.versionId === versionId)
      return { writes: [], events: [], result: answer(before) };
    // One that was searched before may be named too: that is the way back from a bad one.
    const choice = versionId ? [...before.held, ...before.previous] : before.held;
    const version = choice.findLast((one) => !versionId || one.versionId === versionId);
    if (!version)
      throw conflict('nothing_to_approve', 'No such version of this list is held back.');
    const { state } = activate(before, version);
    const after = { ...state, confirmedAt: now.toISOString() };
    return { writes: [replaceListState(key, before, after)], events: [], result: answer(after) };
  },
);
