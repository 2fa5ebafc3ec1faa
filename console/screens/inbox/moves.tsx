import { type ReactNode, useCallback, useState } from 'react';
import type { WorkItem } from '../../api/work.ts';
import { useInvalidate } from '../../app.tsx';
import { AssignDialog } from '../../domain/assign-dialog.tsx';
import { CompleteDialog } from '../../domain/complete-dialog.tsx';
import { NoteDialog } from '../../domain/note-dialog.tsx';
import { whyCompleteIsBlocked } from '../../domain/work-actions.ts';
import { toast } from '../../parts/toast.tsx';
import type { RowResult } from './bulk.ts';
import { useTake } from './use-take.ts';

/** What an analyst can do with a row of the inbox. */
export interface WorkMoves {
  take(item: WorkItem): void;
  complete(item: WorkItem): void;
  writeNote(item: WorkItem): void;
  assign(item: WorkItem): void;
  undo(): void;
  /** Takes each of them, and says what became of each. */
  takeAll(items: readonly WorkItem[]): Promise<RowResult[]>;
  refresh(): Promise<unknown>;
  /** Rows that are shown as they will be, by the id of their subject. */
  shown: ReadonlyMap<string, (item: WorkItem) => WorkItem>;
  dialog: ReactNode;
}

type DialogKind = 'complete' | 'note' | 'assign';

/** `onDone` is called when the person has finished a dialog about a row. */
export function useWorkMoves(
  onDone: (kind: DialogKind, item: WorkItem, { isAll }: { isAll: boolean }) => void,
): WorkMoves {
  const invalidate = useInvalidate();
  const [dialog, setDialog] = useState<{ kind: DialogKind; item: WorkItem }>();
  const refresh = useCallback(() => invalidate(['worklist'], ['counts'], ['subject']), [invalidate]);
  const { shown, take, takeAll, undo } = useTake(refresh);

  const close = () => setDialog(undefined);
  const finish = (isAll: boolean) => {
    if (!dialog) return;
    close();
    onDone(dialog.kind, dialog.item, { isAll });
    void refresh();
  };
  return {
    take,
    takeAll,
    refresh,
    undo,
    shown,
    complete: (item) => {
      const blocked = whyCompleteIsBlocked(item.actions);
      if (blocked === null) setDialog({ kind: 'complete', item });
      else toast(blocked);
    },
    writeNote: (item) => setDialog({ kind: 'note', item }),
    assign: (item) => setDialog({ kind: 'assign', item }),
    dialog:
      dialog?.kind === 'complete' ? (
        <CompleteDialog item={dialog.item} onClose={close} onDone={finish} onFailed={() => void refresh()} />
      ) : dialog?.kind === 'assign' ? (
        <AssignDialog
          subject={dialog.item.subject}
          revision={dialog.item.revision}
          assignee={dialog.item.assignee}
          onClose={close}
          onDone={() => finish(false)}
        />
      ) : (
        dialog && (
          <NoteDialog
            subjectId={dialog.item.subject.id}
            title={`Note on ${dialog.item.subject.externalId}`}
            onClose={close}
            onDone={() => finish(false)}
            onFailed={() => void refresh()}
          />
        )
      ),
  };
}
