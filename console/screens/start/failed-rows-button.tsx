import { useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { toastError } from '../../parts/toast.tsx';

type Batch = Awaited<ReturnType<Api['screening']['readScreeningBatch']>>;

/** Screens the rows of a batch that failed again, with its lists and scores, as a batch of their own. */
export function FailedRowsButton({ batch }: { batch: Batch }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const key = useRef(crypto.randomUUID());
  const [isStarting, setStarting] = useState(false);
  const { id, sources, reviewScore, matchScore, pepLookbackMonths } = batch;
  const start = async () => {
    setStarting(true);
    try {
      const body = { failedRowsOf: id, sources, reviewScore, matchScore, pepLookbackMonths };
      const started = await api.screening.createScreeningBatch({ body, idempotencyKey: key.current });
      void invalidate(['batches'], ['jobs']);
      void go('screen', 'batches', started.id);
    } catch (error) {
      toastError(error);
      setStarting(false);
    }
  };
  return (
    <Button blocked={isStarting ? 'The batch is being started.' : null} onClick={() => void start()}>
      Screen the failed rows again
    </Button>
  );
}
