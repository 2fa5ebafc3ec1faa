import { useState } from 'react';
import { useOverview } from '../api/subject.ts';
import { useApi, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/states.tsx';
import { usePersonName } from './actor.tsx';
import { AssigneeButtons } from './assignee-buttons.tsx';

/** Assigns a subject to a member, or to no one. */
export function AssignDialog({
  subject,
  revision,
  assignee,
  onClose,
  onDone,
}: {
  subject: { id: string; externalId: string };
  revision: number;
  assignee: string | null;
  onClose(): void;
  onDone(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const { data: overview } = useOverview(subject.id);
  const known = overview && overview.revision > revision ? overview : { assignee, revision };
  const name = usePersonName(known.assignee);
  const assign = async (to: string | null) => {
    if (isSending) return;
    setSending(true);
    setError(undefined);
    try {
      await api.risk.assignSubject({
        params: { id: subject.id },
        body: { assignee: to, expectedRevision: known.revision },
      });
      onDone();
    } catch (problem) {
      setError(problem);
      setSending(false);
      await invalidate(['worklist'], ['subject', subject.id]);
    }
  };
  return (
    <Dialog title={`Assign ${subject.externalId}`} onClose={onClose}>
      <div className="dialog-body">
        {known.assignee !== null && <p className="quiet">Assigned now: {name}.</p>}
        <AssigneeButtons isAssigned={known.assignee !== null} onAssign={(userId) => void assign(userId)} />
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
