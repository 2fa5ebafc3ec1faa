import type { WorkItem } from '../api/work.ts';
import { useApi } from '../app.tsx';
import { useActorName } from './actor.tsx';
import { lastMoveOf } from './work-actions.ts';

const DONE: Readonly<Record<string, string>> = {
  acknowledged: 'took',
  completed: 'completed',
  failed: 'reported as failed',
  requested: 'requested again',
  cancelled: 'cancelled',
};

/** After a conflict: who moved the actions of a row before, and what they wrote. */
export function useWhoWasFirst() {
  const api = useApi();
  const nameOf = useActorName();
  return async ({ subject, actions }: Pick<WorkItem, 'subject' | 'actions'>): Promise<string | undefined> => {
    // Who it was is a help; the conflict is reported without it too.
    const last = await lastMoveOf(api, subject.id, actions).catch(() => undefined);
    if (!last) return undefined;
    const words = last.reason ? `: “${last.reason}”` : '.';
    return `${nameOf(last.actor)} ${DONE[last.to] ?? 'changed'} these actions before you${words}`;
  };
}
