import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/states.tsx';

/** When the session has ended, people sign in again over the page, so nothing typed is lost. */
export function SessionGuard() {
  const session = useSession();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => session.onSignedOut(() => setOver(true)), [session]);
  if (!isOver) return null;
  const signIn = async () => {
    setError(undefined);
    try {
      await session.signInAgain();
      setOver(false);
      await client.invalidateQueries();
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Dialog title="Your session has ended">
      <div className="dialog-body">
        <p>Sign in again to go on. What you have typed stays on the page.</p>
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button look="plain" onClick={() => void session.signOut()}>
            Leave
          </Button>
          <Button look="primary" onClick={() => void signIn()}>
            Sign in again
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
