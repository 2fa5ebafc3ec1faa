import { useState } from 'react';
import { counted } from '../../domain/list-reasons.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure } from '../../parts/states.tsx';
import { toastError } from '../../parts/toast.tsx';
import { BulkProblems } from './bulk-problems.tsx';
import { type BulkSend, isOpen, type useBulkSend, useCancelBulkSend } from './use-bulk-send.ts';

/** Every row is printed by the service before anything is sent. */
export function BulkCheck({
  check,
  isOld,
  rows,
  blocked,
  onCheck,
}: {
  /** The latest check, if there was one. */
  check: ReturnType<typeof useBulkSend>;
  /** Something changed since. */
  isOld: boolean;
  rows: number;
  blocked: string | null;
  onCheck(): Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  const start = async () => {
    setAsking(true);
    setError(undefined);
    try {
      await onCheck();
    } catch (problem) {
      setError(problem);
    } finally {
      setAsking(false);
    }
  };
  const isRunning = check.data !== undefined && isOpen(check.data);
  return (
    <Card
      title="Check"
      end={
        !isRunning && (
          <Button size="small" blocked={blocked ?? (isAsking ? 'One moment.' : null)} onClick={() => void start()}>
            {check.data ? 'Check again' : `Check ${counted(rows, 'row')}`}
          </Button>
        )
      }
    >
      {error !== undefined && (
        <div className="card-body">
          <Failure error={error} />
        </div>
      )}
      {check.data === undefined && !check.isError && !check.isFetching ? (
        <p className="card-body quiet">
          {blocked ?? 'The service checks and prints every row. Nothing is created or sent.'}
        </p>
      ) : (
        <QueryPart query={check} lines={2}>
          {(bulk) => <Outcome bulk={bulk} isOld={isOld} />}
        </QueryPart>
      )}
    </Card>
  );
}

function Outcome({ bulk, isOld }: { bulk: BulkSend; isOld: boolean }) {
  const cancel = useCancelBulkSend();
  const { done, failed, total, problem, status } = bulk;
  const good = done - failed;
  return (
    <>
      <div className="card-body stack-s" role="status">
        {isOpen(bulk) && (
          <>
            <label className="stack-s">
              Checked {done.toLocaleString('en')} of {counted(total ?? 0, 'row')}
              <progress max={total ?? 1} value={done} />
            </label>
            <div>
              <Button size="small" onClick={() => void cancel(bulk).catch(toastError)}>
                Stop
              </Button>
            </div>
          </>
        )}
        {status === 'cancelled' && <p>The check was stopped. Check again before you send.</p>}
        {status === 'failed' && <p className="text-bad">The check failed. {problem?.detail} Check again.</p>}
        {status === 'completed' && (
          <p className={good === 0 ? 'text-bad' : undefined}>
            {failed === 0
              ? `${counted(good, 'row')} can be sent.`
              : good === 0
                ? 'No row can be sent.'
                : `${counted(good, 'row')} can be sent, ${failed.toLocaleString('en')} cannot. The good ones can be sent without the others.`}
          </p>
        )}
        {isOld && <p className="text-warn">The file or the options have changed since. Check again.</p>}
      </div>
      {failed > 0 && <BulkProblems bulk={bulk} />}
    </>
  );
}
