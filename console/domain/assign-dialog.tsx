import { useState } from 'react';
import { useMe } from '../api/me.ts';
import { useApi } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/states.tsx';
import { useDirectory } from './actor.tsx';

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
  const { data: me } = useMe();
  const directory = useDirectory();
  const [error, setError] = useState<unknown>();
  const assign = async (to: string | null) => {
    setError(undefined);
    try {
      await api.risk.assignSubject({
        params: { id: subject.id },
        body: { assignee: to, expectedRevision: revision },
      });
      onDone();
    } catch (problem) {
      setError(problem);
    }
  };
  const others = directory.filter(({ userId }) => userId !== me?.userId);
  return (
    <Dialog title={`Assign ${subject.externalId}`} onClose={onClose}>
      <div className="dialog-body">
        <div className="stack-s">
          {me?.userId && (
            <Button size="wide" look="primary" onClick={() => void assign(me.userId)}>
              Assign to me
            </Button>
          )}
          {others.map(({ userId, name, email }) => (
            <Button key={userId} size="wide" onClick={() => void assign(userId)}>
              {name ?? email ?? userId}
            </Button>
          ))}
          {assignee !== null && (
            <Button size="wide" onClick={() => void assign(null)}>
              Assign to no one
            </Button>
          )}
        </div>
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
