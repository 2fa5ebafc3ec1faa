import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
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

export function useWorkMoves(): WorkMoves {
  const api = useApi();
  const invalidate = useInvalidate();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<{ kind: 'complete' | 'note' | 'assign'; item: WorkItem }>();
  const scheduled = useRef(new Map<string, Scheduled>());

  const refresh = useCallback(
    () => invalidate(['worklist'], ['counts'], ['subject']),
    [invalidate],
  );

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
        await move(api, item.actions, 'requested', 'acknowledged', 'Taken in the console.');
      } catch (error) {
        toastError(error);
      } finally {
        forget(item.subject.id);
        await refresh();
      }
    },
    [api, forget, refresh],
  );

  // Leaving the page sends what waits: the person has decided, and only undo takes it back. A new
  // `send` does not mean that the page is left.
  const latestSend = useRef(send);
  latestSend.current = send;
  useEffect(() => {
    const waiting = scheduled.current;
    return () => {
      for (const { item, timer } of waiting.values()) {
        clearTimeout(timer);
        void latestSend.current(item);
      }
    };
  }, []);

  const take = (item: WorkItem) => {
    const id = item.subject.id;
    if (scheduled.current.has(id)) return;
    if (!item.actions.some(({ status }) => status === 'requested')) return;
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
  const shown = useMemo(() => dialog, [dialog]);
  return {
    take,
    undo,
    pending,
    complete: (item) => {
      forget(item.subject.id);
      setDialog({ kind: 'complete', item });
    },
    writeNote: (item) => setDialog({ kind: 'note', item }),
    assign: (item) => setDialog({ kind: 'assign', item }),
    dialog: shown && (
      <MoveDialog
        kind={shown.kind}
        item={shown.item}
        onClose={close}
        onDone={() => {
          close();
          void refresh();
        }}
      />
    ),
  };
}

function MoveDialog({
  kind,
  item,
  onClose,
  onDone,
}: {
  kind: 'complete' | 'note' | 'assign';
  item: WorkItem;
  onClose(): void;
  onDone(): void;
}) {
  const api = useApi();
  const name = item.subject.externalId;
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
        onSubmit={async (text, idempotencyKey) => {
          await api.risk.createNote({
            params: { id: item.subject.id },
            body: { text },
            idempotencyKey,
          });
          onDone();
        }}
      />
    );
  return (
    <ReasonDialog
      title={`Complete the actions of ${name}`}
      label="What was done"
      button="Complete"
      maxLength={1000}
      onClose={onClose}
      onSubmit={async (reason) => {
        const actions = await currentActions(api, item);
        await move(api, actions, 'requested', 'acknowledged', reason);
        const taken = actions.map((action) =>
          action.status === 'requested'
            ? { ...action, status: 'acknowledged' as const, revision: action.revision + 1 }
            : action,
        );
        await move(api, taken, 'acknowledged', 'completed', reason);
        onDone();
      }}
    />
  );
}

/** The actions of the row as they are now: a move that failed half-way has changed some of them. */
async function currentActions(api: Api, { subject, actions }: WorkItem) {
  const overview = await api.risk.readSubjectOverview({ params: { id: subject.id } });
  const current = new Map(overview.actions.map((action) => [action.id, action]));
  return actions.map((action) => ({ ...action, ...current.get(action.id) }));
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
        items: moved
          .slice(at, at + MOVED_AT_ONCE)
          .map(({ id, revision }) => ({ id, expectedRevision: revision })),
      },
    });
}
