import { useState } from 'react';
import type { WorkItem } from '../api/work.ts';
import { CheckboxSet } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toast.tsx';
import { groupActions } from './group-actions.ts';
import { OutcomeFields } from './outcome-fields.tsx';
import { useCompleteActions } from './use-complete-actions.ts';
import { wordsOf } from './words.ts';

/** Completes actions of a subject: which ones, with what outcome. */
export function CompleteDialog({
  item,
  onClose,
  onDone,
  onFailed,
}: {
  item: Pick<WorkItem, 'subject' | 'actions' | 'more'>;
  onClose(): void;
  /** `isAll` if no open action of the subject is left. */
  onDone(isAll: boolean): void;
  /** What is shown may be outdated. */
  onFailed(): void;
}) {
  const completeActions = useCompleteActions();
  // As they were when the dialog was opened: what is ticked must not change under the person.
  const [groups] = useState(() => groupActions(item.actions.filter(({ status }) => status !== 'failed')));
  const names = [...new Set(groups.map(({ name }) => name))];
  const [chosen, setChosen] = useState<readonly string[]>(names);
  const [text, setText] = useState('');
  const { externalId } = item.subject;
  const countOf = (name: string) =>
    groups.filter((group) => group.name === name).reduce((sum, { actions }) => sum + actions.length, 0);
  const complete = async () => {
    const wanted = groups.filter(({ name }) => chosen.includes(name)).flatMap(({ actions }) => actions);
    try {
      await completeActions(item, wanted, text.trim());
    } catch (error) {
      onFailed();
      throw error;
    }
    toast(`Completed: ${externalId}, ${chosen.map(wordsOf).join(', ')}.`);
    onDone(
      chosen.length === names.length && item.more === 0 && item.actions.every(({ status }) => status !== 'failed'),
    );
  };
  const blocked =
    chosen.length === 0 ? 'Choose an action.' : text.trim() === '' ? 'Choose an outcome or write what was done.' : null;
  return (
    <FormDialog
      title={`Complete the actions of ${externalId}`}
      button="Complete"
      blocked={blocked}
      onClose={onClose}
      onSubmit={complete}
    >
      <CheckboxSet legend="Actions" values={names} chosen={chosen} onChosen={setChosen}>
        {(name) => (countOf(name) > 1 ? `${wordsOf(name)} × ${countOf(name)}` : wordsOf(name))}
      </CheckboxSet>
      {item.more > 0 && <p className="caption">{item.more} more open actions are on the page of the subject.</p>}
      <OutcomeFields text={text} onText={setText} />
    </FormDialog>
  );
}
