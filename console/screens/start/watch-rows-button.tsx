import { useRef, useState } from 'react';
import { useApi, useInvalidate } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

/** Creates a watch for each row of a batch. Pressed again it creates those that are missing and no other. */
export function WatchRowsButton({ batchId }: { batchId: string }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(crypto.randomUUID());
  const [isStarting, setStarting] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      await api.screening.createBatchWatches({ params: { id: batchId }, idempotencyKey: key.current });
      toast('The watches are being created.');
      setStarted(true);
      void invalidate(['jobs']);
    } catch (error) {
      toastError(error);
    } finally {
      setStarting(false);
    }
  };
  const blocked = isStarting
    ? 'The watches are being created.'
    : isStarted
      ? 'The watches are being created. Reload the page to create those that are missing later.'
      : null;
  return (
    <Button blocked={blocked} onClick={() => void start()}>
      Watch these rows
    </Button>
  );
}
