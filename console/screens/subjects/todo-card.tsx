import { useState } from 'react';
import { useApi } from '../../app.tsx';
import { ActionStatusPill } from '../../domain/decision.tsx';
import { type ActionGroup, groupActions, NEXT_MOVE, type OpenAction } from '../../domain/group-actions.ts';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';

const MOVED_AT_ONCE = 20;

/** Open actions of the subject. Equal ones move together. */
export function TodoCard({
  actions,
  more,
  onChanged,
}: {
  actions: readonly OpenAction[];
  more: number;
  onChanged(): void;
}) {
  const api = useApi();
  const [asked, setAsked] = useState<ActionGroup>();
  const groups = groupActions(actions);
  const move = async (group: ActionGroup, reason: string) => {
    const next = NEXT_MOVE[group.status];
    if (!next) return;
    const moved = currentOf(group, actions);
    if (moved.length === 0) throw new Error('These actions have changed. Close this dialog to see them.');
    try {
      for (let at = 0; at < moved.length; at += MOVED_AT_ONCE)
        await api.risk.transitionActions({
          body: {
            status: next.to,
            reason,
            items: moved.slice(at, at + MOVED_AT_ONCE).map(({ id, revision }) => ({ id, expectedRevision: revision })),
          },
        });
    } finally {
      onChanged();
    }
  };
  const press = (group: ActionGroup) => {
    if (group.status === 'acknowledged') setAsked(group);
    else move(group, group.status === 'failed' ? 'Retried in the console.' : 'Taken in the console.').catch(toastError);
  };
  return (
    <Card title="To do" end={<span className="quiet num">{actions.length + more}</span>}>
      {groups.length === 0 && <p className="card-body quiet">No open actions.</p>}
      {groups.map((group) => (
        <div key={group.name + group.status} className="card-row">
          <div>
            <div>
              {wordsOf(group.name)}
              {group.actions.length > 1 && <span className="quiet"> × {group.actions.length}</span>}
            </div>
            <div className="caption">
              {group.policyKeys.map(wordsOf).join(', ')} · since <Time at={group.since} style="age" />
            </div>
          </div>
          <div className="cluster">
            <ActionStatusPill status={group.status} />
            {NEXT_MOVE[group.status] && (
              <Button size="small" onClick={() => press(group)}>
                {NEXT_MOVE[group.status]?.word}
              </Button>
            )}
          </div>
        </div>
      ))}
      {asked && (
        <ReasonDialog
          title={`Complete: ${wordsOf(asked.name)}`}
          label="What was done"
          button="Complete"
          maxLength={1000}
          onClose={() => setAsked(undefined)}
          onSubmit={async (reason) => {
            await move(asked, reason);
            setAsked(undefined);
          }}
        />
      )}
    </Card>
  );
}

/** The actions of the group that still have its status, as they were read last. */
function currentOf({ status, actions }: ActionGroup, newest: readonly OpenAction[]) {
  const ids = new Set(actions.map(({ id }) => id));
  return newest.filter((action) => ids.has(action.id) && action.status === status);
}
