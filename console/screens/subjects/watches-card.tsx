import { useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useListName } from '../../api/lists.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { RunStatus } from '../../domain/run-status.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';

type Watch = Awaited<ReturnType<Api['screening']['readScreeningWatch']>>;

const POLL_MS = 5_000;

/** The watches of a subject: their results, and the list versions that these hold for. Nothing while there is none. */
export function WatchesCard({ subjectId }: { subjectId: string }) {
  const watches = useApiQuery(
    ['subject', subjectId, 'watches'],
    (api, signal) => api.screening.listScreeningWatches({ query: { riskSubjectId: subjectId }, signal }),
    { pollMs: POLL_MS, pollWhile: ({ items }) => items.some(({ status }) => status === 'pending') },
  );
  const items = watches.data?.items ?? [];
  return items.map((watch) => <WatchCard key={watch.id} watch={watch} subjectId={subjectId} />);
}

function WatchCard({ watch, subjectId }: { watch: Watch; subjectId: string }) {
  const [isStopping, setStopping] = useState(false);
  const listName = useListName();
  const { status, result, verified, profile, problem } = watch;
  return (
    <Card
      title="Watched"
      end={
        <span className="cluster">
          {status === 'pending' ? <span className="quiet">Waits to be screened</span> : null}
          {result && <RunStatus status={result.status} />}
          <RunNow id={watch.id} subjectId={subjectId} isPending={status === 'pending'} />
          <Button onClick={() => setStopping(true)}>Stop…</Button>
        </span>
      }
    >
      <div className="card-body">
        <p>
          Screened again whenever a list changes
          {profile && `, by the profile ${profile.key} version ${profile.version}`}.
        </p>
        {problem && <p className="text-warn">It cannot be screened: {problem.detail}</p>}
        {verified && (
          <p className="quiet">
            Last verified <Time at={verified.at} /> against{' '}
            {verified.listVersions
              .map(({ list, publishedAt }) => `${listName(list)}${publishedAt ? ` of ${publishedAt}` : ''}`)
              .join(', ')}
            .
          </p>
        )}
      </div>
      {isStopping && <StopDialog id={watch.id} subjectId={subjectId} onClose={() => setStopping(false)} />}
    </Card>
  );
}

function RunNow({ id, subjectId, isPending }: { id: string; subjectId: string; isPending: boolean }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(crypto.randomUUID());
  const run = async () => {
    try {
      await api.screening.runScreeningWatch({ params: { id }, idempotencyKey: key.current });
      key.current = crypto.randomUUID();
      void invalidate(['subject', subjectId]);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Button blocked={isPending ? 'It waits to be screened.' : null} onClick={() => void run()}>
      Screen now
    </Button>
  );
}

function StopDialog({ id, subjectId, onClose }: { id: string; subjectId: string; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const stop = async () => {
    await api.screening.deleteScreeningWatch({ params: { id } });
    void invalidate(['subject', subjectId]);
    onClose();
  };
  return (
    <FormDialog title="Stop the watch" button="Stop the watch" look="danger" onClose={onClose} onSubmit={stop}>
      <p>
        The subject is no longer screened when a list changes, and the customer data of the watch is erased. Runs,
        matches and evidence stay.
      </p>
    </FormDialog>
  );
}
