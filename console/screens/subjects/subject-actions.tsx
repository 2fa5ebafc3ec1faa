import { type ReactNode, useState } from 'react';
import type { Overview } from '../../api/subject.ts';
import { useInvalidate } from '../../app.tsx';
import { AssessDialog } from '../../domain/assess-dialog.tsx';
import { AssignDialog } from '../../domain/assign-dialog.tsx';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toast.tsx';

/** What can be done with the whole subject: assign it, assess it. */
export function useSubjectActions(
  id: string,
  overview: Overview | undefined,
): { buttons: ReactNode; dialog: ReactNode; assess(): void } {
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<'assign' | 'assess'>();
  const whyNot = overview ? null : 'The subject is loading.';
  const press = (dialog: 'assign' | 'assess', blocked: string | null) =>
    blocked === null ? setOpen(dialog) : toast(blocked);
  useShortcuts('Subject', [
    { keys: 'a', label: 'Assign', run: () => press('assign', whyNot) },
    { keys: 's', label: 'Assess now', run: () => press('assess', whyNot) },
  ]);
  const close = () => setOpen(undefined);
  const refresh = () => invalidate(['subject', id], ['worklist'], ['counts']);
  return {
    assess: () => setOpen('assess'),
    buttons: (
      <>
        <Button shortcut="a" blocked={whyNot} onClick={() => setOpen('assign')}>
          Assign
        </Button>
        <Button shortcut="s" blocked={whyNot} onClick={() => setOpen('assess')}>
          Assess now
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
            onDone={() => {
              close();
              void refresh();
            }}
          />
        )}
        {open === 'assess' && <AssessDialog id={id} overview={overview} onClose={close} onDone={refresh} />}
      </>
    ),
  };
}
