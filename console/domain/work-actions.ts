import type { Api } from '../api/client.ts';
import type { WorkAction, WorkItem } from '../api/work.ts';

/** What the service moves in one request. */
const MOVED_AT_ONCE = 20;

type Moved = Pick<WorkAction, 'id' | 'revision'>;
type Status = 'acknowledged' | 'completed' | 'failed' | 'requested';

/** Moves actions in groups of 20, each all or nothing. */
export async function moveActions(api: Api, actions: readonly Moved[], status: Status, reason: string) {
  for (let at = 0; at < actions.length; at += MOVED_AT_ONCE)
    await api.risk.transitionActions({
      body: {
        status,
        reason,
        items: actions.slice(at, at + MOVED_AT_ONCE).map(({ id, revision }) => ({ id, expectedRevision: revision })),
      },
    });
}

/** The actions after a move. */
export const nextRevision = (actions: readonly Moved[]): Moved[] =>
  actions.map(({ id, revision }) => ({ id, revision: revision + 1 }));

/** Those of the given actions that are still open, as they are now. */
export async function currentActions(api: Api, subjectId: string, actions: readonly { id: string }[]) {
  const overview = await api.risk.readSubjectOverview({ params: { id: subjectId } });
  const seen = new Set(actions.map(({ id }) => id));
  return overview.actions.filter(({ id }) => seen.has(id));
}

export const FINISHED = 'These actions are no longer open.';
const FAILED = 'All actions have failed. Open the subject to retry them.';

export function whyTakeIsBlocked(actions: readonly WorkAction[]): string | null {
  const has = (wanted: string) => actions.some(({ status }) => status === wanted);
  if (has('requested')) return null;
  if (has('acknowledged'))
    return has('failed') ? 'All actions are taken or have failed.' : 'All actions are taken already.';
  return actions.length === 0 ? FINISHED : FAILED;
}

export function whyCompleteIsBlocked(actions: readonly WorkAction[]): string | null {
  if (actions.some(({ status }) => status !== 'failed')) return null;
  return actions.length === 0 ? FINISHED : FAILED;
}

/** The row as it is once a person has taken it, for the time until the service has said so. */
export const asTakenBy = (item: WorkItem, userId: string | undefined): WorkItem => ({
  ...item,
  assignee: item.assignee ?? userId ?? null,
  actions: item.actions.map((action) =>
    action.status === 'requested' ? { ...action, status: 'acknowledged' as const } : action,
  ),
});

/** The row as it was before it was taken. */
export const asReleased = (item: WorkItem, before: WorkItem): WorkItem => ({
  ...item,
  assignee: before.assignee,
  actions: before.actions,
});

/** What was done to an action last, and by whom. */
export interface LastMove {
  actor: string;
  to: string;
  reason: string | null;
  occurredAt: string;
}

/** The last move of one of the actions, from the history of the subject. */
export async function lastMoveOf(
  api: Api,
  subjectId: string,
  actions: readonly { id: string }[],
): Promise<LastMove | undefined> {
  const ids = new Set(actions.map(({ id }) => id));
  const page = await api.risk.readJourney({ params: { id: subjectId }, query: { category: 'actions' } });
  if (!('items' in page)) return undefined;
  const moves = page.items
    .map(({ data }) => data)
    .filter(({ type, resourceId }) => type === 'risk.action.transitioned' && ids.has(resourceId))
    .toSorted((one, other) => (one.occurredAt < other.occurredAt ? 1 : -1));
  const [last] = moves;
  return (
    last && {
      actor: last.actor,
      to: String(last.details?.to ?? ''),
      reason: last.reason,
      occurredAt: last.occurredAt,
    }
  );
}
