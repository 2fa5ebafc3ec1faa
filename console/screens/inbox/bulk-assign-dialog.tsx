import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import type { WorkItem } from '../../api/work.ts';
import { useApi } from '../../app.tsx';
import { useActorName } from '../../domain/actor.tsx';
import { AssigneeButtons } from '../../domain/assignee-buttons.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { messageOf, onEach, type RowResult, subjectsInWords } from './bulk.ts';

/** Assigns the selected subjects to a member, or to no one, one after another. */
export function BulkAssignDialog({
  items,
  onClose,
  onResults,
}: {
  items: readonly WorkItem[];
  onClose(): void;
  onResults(results: readonly RowResult[]): void;
}) {
  const api = useApi();
  const { data: me } = useMe();
  const nameOf = useActorName();
  const [isSending, setSending] = useState(false);
  const inWords = (userId: string) => nameOf(`user:${userId}`);
  /** After a conflict: to whom another person has assigned the subject. */
  const whyOf = async (error: unknown, { subject }: WorkItem) => {
    if (!isProblem(error) || error.status !== 409) return messageOf(error);
    const now = await api.risk.readSubjectOverview({ params: { id: subject.id } }).catch(() => undefined);
    if (!now) return messageOf(error);
    return now.assignee === null
      ? 'Another person has just changed it: it is assigned to no one.'
      : `Another person has just assigned it to ${inWords(now.assignee)}.`;
  };
  const assign = async (assignee: string | null) => {
    if (isSending) return;
    setSending(true);
    const results = await onEach(
      items,
      ({ subject, revision }) =>
        api.risk.assignSubject({ params: { id: subject.id }, body: { assignee, expectedRevision: revision } }),
      whyOf,
    );
    const count = results.filter(({ why }) => why === undefined).length;
    const to = assignee === null ? 'no one' : assignee === me?.userId ? 'you' : inWords(assignee);
    if (count > 0) toast(`Assigned to ${to}: ${subjectsInWords(count)}.`);
    onResults(results);
  };
  const assigned = items.filter(({ assignee }) => assignee !== null);
  return (
    <Dialog title={`Assign ${subjectsInWords(items.length)}`} onClose={onClose}>
      <div className="dialog-body">
        <p className="mono">{items.map(({ subject }) => subject.externalId).join(', ')}</p>
        {assigned.length > 0 && (
          <p className="text-warn">
            {subjectsInWords(assigned.length)} {assigned.length === 1 ? 'is' : 'are'} assigned now, and will be
            reassigned:{' '}
            {assigned
              .map(({ subject, assignee }) => `${subject.externalId} (${assignee ? inWords(assignee) : ''})`)
              .join(', ')}
            .
          </p>
        )}
        <AssigneeButtons isAssigned={assigned.length > 0} onAssign={(userId) => void assign(userId)} />
        <p role="status" className="quiet">
          {isSending ? 'Assigning…' : ''}
        </p>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
