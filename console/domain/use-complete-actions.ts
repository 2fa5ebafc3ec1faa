import { isProblem } from '../api/problem.ts';
import type { WorkAction, WorkItem } from '../api/work.ts';
import { useApi } from '../app.tsx';
import { useWhoWasFirst } from './use-who-was-first.ts';
import { currentActions, FINISHED, moveActions, nextRevision } from './work-actions.ts';

/** Completes open actions of one subject. A conflict is explained by who was first. */
export function useCompleteActions() {
  const api = useApi();
  const whoWasFirst = useWhoWasFirst();
  return async (
    item: Pick<WorkItem, 'subject' | 'actions'>,
    wanted: readonly Pick<WorkAction, 'id'>[],
    reason: string,
  ): Promise<void> => {
    try {
      const actions = await currentActions(api, item.subject.id, wanted);
      const open = actions.filter(({ status }) => status !== 'failed');
      // Some of them may have been finished by another person: nothing is sent, so that words of two people are not mixed.
      if (open.length < wanted.length) throw new Error((await whoWasFirst(item)) ?? FINISHED);
      const requested = open.filter(({ status }) => status === 'requested');
      await moveActions(api, requested, 'acknowledged', reason);
      const taken = open.filter(({ status }) => status !== 'requested');
      await moveActions(api, [...taken, ...nextRevision(requested)], 'completed', reason);
    } catch (error) {
      const why = isProblem(error) && error.status === 409 ? await whoWasFirst(item) : undefined;
      throw why ? new Error(why) : error;
    }
  };
}
