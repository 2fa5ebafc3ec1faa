import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/states.tsx';
import { hasUnsentText, watchFields } from '../parts/unsaved.ts';
import { useCalmKeys } from '../parts/use-calm-keys.ts';

/** When the session has ended, the page is covered and people sign in again over it, so nothing typed is lost. */
export function SessionGuard() {
  const session = useSession();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => session.onSignedOut(() => setOver(true)), [session]);
  useEffect(watchFields, []);
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
  return <SessionEnded error={error} onSignIn={() => void signIn()} />;
}

function SessionEnded({ error, onSignIn }: { error: unknown; onSignIn(): void }) {
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const calmKeys = useCalmKeys();
  const again = useRef<HTMLButtonElement>(null);
  // At first and after a question, so that no key leaves the page by accident.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus is gone
  useEffect(() => again.current?.focus(), [isAsking]);
  const leave = () => {
    if (hasUnsentText()) setAsking(true);
    else void session.signOut();
  };
  return (
    <Dialog title="Your session has ended" className="cover">
      <div className="dialog-body" {...calmKeys}>
        <p>
          {isAsking
            ? 'What you have typed on this page has not been sent. If you leave, it is lost.'
            : 'Sign in again to go on. What you have typed stays on the page.'}
        </p>
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          {isAsking ? (
            <Button look="danger" onClick={() => void session.signOut()}>
              Leave and lose it
            </Button>
          ) : (
            <Button look="plain" onClick={leave}>
              Leave
            </Button>
          )}
          <Button ref={again} look="primary" onClick={onSignIn}>
            Sign in again
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
