import { type ReactNode, useState } from 'react';
import type { Overview } from '../../api/subject.ts';
import { useInvalidate } from '../../app.tsx';
import { usePersonName } from '../../domain/actor.tsx';
import { AssessDialog } from '../../domain/assess-dialog.tsx';
import { AssignDialog } from '../../domain/assign-dialog.tsx';
import { CompleteDialog } from '../../domain/complete-dialog.tsx';
import { EvidencePackDialog } from '../../domain/evidence-pack-dialog.tsx';
import { NoteDialog } from '../../domain/note-dialog.tsx';
import { whyCompleteIsBlocked } from '../../domain/work-actions.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toast.tsx';

type Opened = 'assign' | 'assess' | 'note' | 'complete' | 'pack';

/** What can be done with the whole subject, from each of its tabs. */
export function useSubjectActions(
  id: string,
  overview: Overview | undefined,
): { buttons: ReactNode; dialog: ReactNode; assess(): void } {
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<Opened>();
  const whyNot = overview ? null : 'The subject is loading.';
  const assignee = usePersonName(overview?.assignee ?? null);
  const whyNotComplete = overview ? whyCompleteIsBlocked(overview.actions) : whyNot;
  const press = (dialog: Opened, blocked: string | null) => (blocked === null ? setOpen(dialog) : toast(blocked));
  useShortcuts('Subject', [
    { keys: 'a', label: 'Assign', run: () => press('assign', whyNot) },
    { keys: 's', label: 'Assess now', run: () => press('assess', whyNot) },
    { keys: 'd', label: 'Complete', run: () => press('complete', whyNotComplete) },
    { keys: 'w', label: 'Write a note', run: () => press('note', whyNot) },
  ]);
  const close = () => setOpen(undefined);
  const refresh = () => invalidate(['subject', id], ['worklist'], ['counts'], ['records', 'subjects']);
  const done = () => {
    close();
    void refresh();
  };
  return {
    assess: () => setOpen('assess'),
    buttons: (
      <>
        {overview && <span className="caption truncate">{assignee ? `Assigned to ${assignee}` : 'Unassigned'}</span>}
        <Button shortcut="a" blocked={whyNot} onClick={() => setOpen('assign')}>
          Assign
        </Button>
        <Button shortcut="s" blocked={whyNot} onClick={() => setOpen('assess')}>
          Assess now
        </Button>
        <Button shortcut="d" blocked={whyNotComplete} onClick={() => setOpen('complete')}>
          Complete
        </Button>
        <Button shortcut="w" blocked={whyNot} onClick={() => setOpen('note')}>
          Note
        </Button>
        <Button blocked={whyNot} onClick={() => setOpen('pack')}>
          Evidence pack
        </Button>
      </>
    ),
    dialog: overview && open && (
      <>
        {open === 'assign' && (
          <AssignDialog
            subject={{ id, externalId: overview.subject.data.externalId }}
            revision={overview.revision}
            assignee={overview.assignee}
            onClose={close}
            onDone={done}
          />
        )}
        {open === 'complete' && (
          <CompleteDialog
            item={{
              subject: { id, kind: overview.subject.data.kind, externalId: overview.subject.data.externalId },
              actions: overview.actions,
              more: overview.moreActions,
            }}
            onClose={close}
            onDone={done}
            onFailed={() => void refresh()}
          />
        )}
        {open === 'note' && (
          <NoteDialog
            subjectId={id}
            title={`Note on ${overview.subject.data.externalId}`}
            onClose={close}
            onDone={done}
            onFailed={() => void refresh()}
          />
        )}
        {open === 'pack' && (
          <EvidencePackDialog subjectId={id} name={overview.subject.data.externalId} onClose={close} />
        )}
        {open === 'assess' && <AssessDialog id={id} overview={overview} onClose={close} onDone={refresh} />}
      </>
    ),
  };
}
