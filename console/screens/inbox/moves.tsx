import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { WorkAction, WorkItem } from '../../api/work.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { AssignDialog } from '../../domain/assign-dialog.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

const UNDO_MS = 5000;
const MOVED_AT_ONCE = 20;

/** What an analyst can do with a row of the inbox. */
export interface WorkMoves {
  take(item: WorkItem): void;
  complete(item: WorkItem): void;
  writeNote(item: WorkItem): void;
  assign(item: WorkItem): void;
  undo(): void;
  /** Subjects whose actions are about to be taken. */
  pending: ReadonlySet<string>;
  dialog: ReactNode;
}

interface Scheduled {
  item: WorkItem;
  timer: ReturnType<typeof setTimeout>;
  dismiss(): void;
}

type DialogKind = 'complete' | 'note' | 'assign';

/** `onDone` is called when the person has finished a dialog about a row. */
export function useWorkMoves(onDone: (kind: DialogKind, item: WorkItem) => void): WorkMoves {
  const api = useApi();
  const invalidate = useInvalidate();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<{ kind: DialogKind; item: WorkItem }>();
  const scheduled = useRef(new Map<string, Scheduled>());

  const refresh = useCallback(() => invalidate(['worklist'], ['counts'], ['subject']), [invalidate]);

  const forget = useCallback((id: string) => {
    const known = scheduled.current.get(id);
    if (!known) return;
    clearTimeout(known.timer);
    known.dismiss();
    scheduled.current.delete(id);
    setPending(new Set(scheduled.current.keys()));
  }, []);

  const send = useCallback(
    async (item: WorkItem) => {
      try {
        const actions = await currentActions(api, item);
        const blocked = whyTakeIsBlocked(actions);
        if (blocked === null) await move(api, actions, 'requested', 'acknowledged', 'Taken in the console.');
        else toast(`Not taken: ${item.subject.externalId}. ${blocked}`, { tone: 'bad' });
      } catch (error) {
        toastError(error);
      } finally {
        forget(item.subject.id);
        await refresh();
      }
    },
    [api, forget, refresh],
  );

  // Leaving the page sends what waits: the person has decided, and only undo takes it back. `send` is the same for as
  // long as the page is open.
  useEffect(() => {
    const waiting = scheduled.current;
    return () => {
      for (const { item, timer } of waiting.values()) {
        clearTimeout(timer);
        void send(item);
      }
    };
  }, [send]);

  const take = (item: WorkItem) => {
    const id = item.subject.id;
    if (scheduled.current.has(id)) return;
    const blocked = whyTakeIsBlocked(item.actions);
    if (blocked !== null) {
      toast(blocked);
      return;
    }
    const dismiss = toast(`Taken: ${item.subject.externalId}.`, {
      action: { label: 'Undo', run: () => forget(id) },
    });
    const timer = setTimeout(() => void send(item), UNDO_MS);
    scheduled.current.set(id, { item, timer, dismiss });
    setPending(new Set(scheduled.current.keys()));
  };

  const undo = () => {
    const last = [...scheduled.current.keys()].at(-1);
    if (last !== undefined) forget(last);
  };

  const close = () => setDialog(undefined);
  return {
    take,
    undo,
    pending,
    complete: (item) => {
      const blocked = whyCompleteIsBlocked(item.actions);
      if (blocked !== null) {
        toast(blocked);
        return;
      }
      forget(item.subject.id);
      setDialog({ kind: 'complete', item });
    },
    writeNote: (item) => setDialog({ kind: 'note', item }),
    assign: (item) => setDialog({ kind: 'assign', item }),
    dialog: dialog && (
      <MoveDialog
        {...dialog}
        onClose={close}
        onDone={() => {
          close();
          onDone(dialog.kind, dialog.item);
          void refresh();
        }}
        onFailed={() => void refresh()}
      />
    ),
  };
}

function MoveDialog({
  kind,
  item,
  onClose,
  onDone,
  onFailed,
}: {
  kind: DialogKind;
  item: WorkItem;
  onClose(): void;
  onDone(): void;
  /** What is shown may be outdated. */
  onFailed(): void;
}) {
  const api = useApi();
  const name = item.subject.externalId;
  const finish = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      onFailed();
      throw error;
    }
    onDone();
  };
  if (kind === 'assign')
    return (
      <AssignDialog
        subject={item.subject}
        revision={item.revision}
        assignee={item.assignee}
        onClose={onClose}
        onDone={onDone}
      />
    );
  if (kind === 'note')
    return (
      <ReasonDialog
        title={`Note on ${name}`}
        label="Note"
        button="Add note"
        maxLength={4000}
        onClose={onClose}
        onSubmit={(text, idempotencyKey) =>
          finish(
            api.risk.createNote({
              params: { id: item.subject.id },
              body: { text },
              idempotencyKey,
            }),
          )
        }
      />
    );
  return (
    <ReasonDialog
      title={`Complete the actions of ${name}`}
      label="What was done"
      button="Complete"
      maxLength={1000}
      onClose={onClose}
      onSubmit={(reason) => finish(complete(api, item, reason))}
    />
  );
}

async function complete(api: Api, item: WorkItem, reason: string) {
  const actions = await currentActions(api, item);
  const blocked = whyCompleteIsBlocked(actions);
  if (blocked !== null) throw new Error(blocked);
  await move(api, actions, 'requested', 'acknowledged', reason);
  const taken = actions.map((action) =>
    action.status === 'requested'
      ? { ...action, status: 'acknowledged' as const, revision: action.revision + 1 }
      : action,
  );
  await move(api, taken, 'acknowledged', 'completed', reason);
}

/** The actions of the row that are still open, as they are now. */
async function currentActions(api: Api, { subject, actions }: WorkItem) {
  const overview = await api.risk.readSubjectOverview({ params: { id: subject.id } });
  const seen = new Set(actions.map(({ id }) => id));
  return overview.actions.filter(({ id }) => seen.has(id));
}

const FINISHED = 'These actions are no longer open.';
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

/** Moves all actions of one status, in groups of 20, each all or nothing. */
async function move(
  api: Api,
  actions: readonly WorkAction[],
  from: string,
  to: 'acknowledged' | 'completed',
  reason: string,
) {
  const moved = actions.filter(({ status }) => status === from);
  for (let at = 0; at < moved.length; at += MOVED_AT_ONCE)
    await api.risk.transitionActions({
      body: {
        status: to,
        reason,
        items: moved.slice(at, at + MOVED_AT_ONCE).map(({ id, revision }) => ({ id, expectedRevision: revision })),
      },
    });
}
