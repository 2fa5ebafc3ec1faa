import { useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import type { WorkItem } from '../../api/work.ts';
import { useApi } from '../../app.tsx';
import { groupActions } from '../../domain/group-actions.ts';
import { wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { CheckboxSet, TextAreaField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { useWhoWasFirst } from './use-who-was-first.ts';
import { currentActions, FINISHED, moveActions, nextRevision } from './work-actions.ts';

const REASON_CHARACTERS = 1000;
const OUTCOMES = ['Done as requested.', 'Reviewed, no concern.', 'Reviewed, concern confirmed.', 'No longer needed.'];

/** Completes actions of a subject: which ones, with what outcome. */
export function CompleteDialog({
  item,
  onClose,
  onDone,
  onFailed,
}: {
  item: WorkItem;
  onClose(): void;
  /** `isAll` if no open action of the subject is left. */
  onDone(isAll: boolean): void;
  /** What is shown may be outdated. */
  onFailed(): void;
}) {
  const api = useApi();
  const whoWasFirst = useWhoWasFirst();
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
      const actions = await currentActions(api, item.subject.id, wanted);
      const open = actions.filter(({ status }) => status !== 'failed');
      // Some of them may have been finished by another person: nothing is sent, so that words of two people are not mixed.
      if (open.length < wanted.length) throw new Error((await whoWasFirst(item)) ?? FINISHED);
      const requested = open.filter(({ status }) => status === 'requested');
      await moveActions(api, requested, 'acknowledged', text.trim());
      const taken = open.filter(({ status }) => status !== 'requested');
      await moveActions(api, [...taken, ...nextRevision(requested)], 'completed', text.trim());
    } catch (error) {
      onFailed();
      const why = isProblem(error) && error.status === 409 ? await whoWasFirst(item) : undefined;
      throw why ? new Error(why) : error;
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
      <fieldset className="field plain-set">
        <legend>Outcome</legend>
        <div className="cluster">
          {OUTCOMES.map((outcome) => (
            <Button key={outcome} size="small" aria-pressed={text === outcome} onClick={() => setText(outcome)}>
              {outcome.slice(0, -1)}
            </Button>
          ))}
        </div>
      </fieldset>
      <TextAreaField
        label="What was done"
        rows={4}
        required
        maxLength={REASON_CHARACTERS}
        value={text}
        autoFocus
        onText={setText}
      />
    </FormDialog>
  );
}
