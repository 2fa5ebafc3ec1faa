import { type ReactNode, useState } from 'react';
import type { Overview } from '../../api/subject.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { AssignDialog } from '../../domain/assign-dialog.tsx';
import { wordsOf } from '../../domain/words.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';

/** What can be done with the whole subject: assign it, assess it. */
export function useSubjectActions(
  id: string,
  overview: Overview | undefined,
): { buttons: ReactNode; dialog: ReactNode } {
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<'assign' | 'assess'>();
  const policies = overview?.policies ?? [];
  const whyNotAssess = policies.length === 0 ? 'No policy has assessed this subject yet.' : null;
  const whyNotAssign = overview ? null : 'The subject is loading.';
  const press = (dialog: 'assign' | 'assess', blocked: string | null) =>
    blocked === null ? setOpen(dialog) : toast(blocked);
  useShortcuts('Subject', [
    { keys: 'a', label: 'Assign', run: () => press('assign', whyNotAssign) },
    { keys: 's', label: 'Assess now', run: () => press('assess', whyNotAssess) },
  ]);
  const close = () => setOpen(undefined);
  const refresh = () => invalidate(['subject', id], ['worklist'], ['counts']);
  return {
    buttons: (
      <>
        <Button shortcut="a" blocked={whyNotAssign} onClick={() => setOpen('assign')}>
          Assign
        </Button>
        <Button shortcut="s" blocked={whyNotAssess} onClick={() => setOpen('assess')}>
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

/** Names the policies and what follows: actions are added, none is replaced. */
function AssessDialog({
  id,
  overview,
  onClose,
  onDone,
}: {
  id: string;
  overview: Overview;
  onClose(): void;
  onDone(): Promise<unknown>;
}) {
  const assess = useAssess(id);
  const [policies] = useState(() => overview.policies.map(({ policyKey }) => policyKey));
  const open = [...new Set(overview.actions.map(({ name }) => wordsOf(name)))];
  return (
    <FormDialog
      title={`Assess ${overview.subject.data.externalId} now`}
      button={`Assess with ${policiesInWords(policies.length)}`}
      onClose={onClose}
      onSubmit={async () => {
        await assess(policies);
        onClose();
        await onDone();
      }}
    >
      <ul className="stack-s">
        {policies.map((key) => (
          <li key={key} className="mono">
            {key}
          </li>
        ))}
      </ul>
      <p>Each policy gives a new score and decision from the evidence of today, and can request actions.</p>
      {open.length > 0 && (
        <p className="text-warn">
          Open actions stay open: {open.join(', ')}. If the new assessment requests them too, they are open twice.
        </p>
      )}
    </FormDialog>
  );
}

/** Assesses the subject with each of its policies. One that refuses does not stop the others. */
function useAssess(id: string) {
  const api = useApi();
  return async (policies: readonly string[]) => {
    const failures: string[] = [];
    for (const policyKey of policies)
      await api.risk
        .createAssessment({ params: { id }, body: { policyKey, trigger: 'Assessed in the console' } })
        .catch((error: unknown) => {
          failures.push(`${policyKey}: ${error instanceof Error ? error.message : 'Something failed.'}`);
        });
    const done = policies.length - failures.length;
    if (done > 0) toast(policies.length === 1 ? 'Assessed.' : `Assessed with ${policiesInWords(done)}.`);
    if (failures.length > 0) toast(`Not assessed with ${failures.join(' ')}`, { tone: 'bad' });
  };
}

const policiesInWords = (count: number) => (count === 1 ? '1 policy' : `${count} policies`);
