import { useState } from 'react';
import type { WorkItem } from '../../api/work.ts';
import { OutcomeFields } from '../../domain/outcome-fields.tsx';
import { useCompleteActions } from '../../domain/use-complete-actions.ts';
import { wordsOf } from '../../domain/words.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import {
  actionsNamed,
  completableNames,
  completedInWords,
  isEmptiedBy,
  messageOf,
  onEach,
  type RowResult,
  subjectsInWords,
} from './bulk.ts';

/**
 * Completes the actions of one name of the selected subjects, with one outcome. What will be completed is listed
 * before. It stays open with the subjects that failed, and with what was typed.
 */
export function BulkCompleteDialog({
  items,
  onClose,
  onResults,
}: {
  items: readonly WorkItem[];
  onClose(): void;
  /** `finished` are the ids of subjects that no longer have open actions. */
  onResults(results: readonly RowResult[], finished: readonly string[]): void;
}) {
  const completeActions = useCompleteActions();
  // As they were when the dialog was opened: what is listed must not change under the person.
  const [rows, setRows] = useState<readonly RowResult[]>(() => items.map((item) => ({ item, why: undefined })));
  const names = completableNames(items);
  const [name, setName] = useState(names[0] ?? '');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const targets = rows.filter(({ item }) => actionsNamed(item, name).length > 0);
  const others = rows.filter(({ item }) => actionsNamed(item, name).length === 0);
  const complete = async () => {
    const results = await onEach(
      targets.map(({ item }) => item),
      (item) => completeActions(item, actionsNamed(item, name), text.trim()),
      messageOf,
    );
    const done = results.filter(({ why }) => why === undefined).map(({ item }) => item);
    if (done.length > 0) toast(`Completed: ${wordsOf(name)}, ${subjectsInWords(done.length)}.`);
    onResults(
      results,
      done.filter((item) => isEmptiedBy(item, name)).map(({ subject }) => subject.id),
    );
    const failed = results.filter(({ why }) => why !== undefined);
    if (failed.length === 0) return onClose();
    setTried(true);
    setRows(failed);
    throw new Error(`Not completed: ${subjectsInWords(failed.length)}. The reasons are in the list.`);
  };
  const blocked =
    targets.length === 0
      ? 'None of the selected subjects has an open action of this name.'
      : text.trim() === ''
        ? 'Choose an outcome or write what was done.'
        : null;
  return (
    <FormDialog
      title={`Complete an action of ${subjectsInWords(items.length)}`}
      button={`Complete for ${subjectsInWords(targets.length)}${isTried ? ' again' : ''}`}
      blocked={blocked}
      onClose={onClose}
      onSubmit={complete}
    >
      <label className="field">
        <span>Action</span>
        <select className="input" value={name} disabled={isTried} onChange={(event) => setName(event.target.value)}>
          {names.map((one) => (
            <option key={one} value={one}>
              {wordsOf(one)}
            </option>
          ))}
        </select>
      </label>
      <section className="bulk-list" aria-label="What will be completed">
        <ul>
          {targets.map(({ item, why }) => (
            <li key={item.subject.id}>
              <span className="mono strong">{item.subject.externalId}</span> · {completedInWords(item, name)}
              {why !== undefined && <span className="text-bad"> · {why}</span>}
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <p className="quiet">
            Without this action, and left as they are: {others.map(({ item }) => item.subject.externalId).join(', ')}.
          </p>
        )}
      </section>
      <OutcomeFields text={text} onText={setText} />
    </FormDialog>
  );
}
