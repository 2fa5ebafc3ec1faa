import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { OutcomeDialog } from '../../domain/outcome-dialog.tsx';
import { outcomeWord } from '../../domain/outcome-words.ts';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

type Outcome = Awaited<ReturnType<Api['risk']['listOutcomes']>>['items'][number];
const REASON_CHARACTERS = 2_000;

/** What turned out to be true of the subject, newest first. The quality of policies is measured by it. */
export function OutcomesTab({ subjectId }: { subjectId: string }) {
  const api = useApi();
  const mode = useMode();
  const invalidate = useInvalidate();
  const [isRecording, setRecording] = useState(false);
  const [withdrawn, setWithdrawn] = useState<string>();
  const outcomes = useInfiniteQuery({
    queryKey: [mode, 'subject', subjectId, 'outcomes'],
    queryFn: ({ pageParam, signal }) =>
      api.risk.listOutcomes({
        params: { id: subjectId },
        query: { order: 'newest', ...(pageParam > 0 ? { offset: pageParam } : {}) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset ?? undefined,
  });
  const items = outcomes.data?.pages.flatMap((page) => page.items) ?? [];
  const finish = (words: string) => {
    setRecording(false);
    setWithdrawn(undefined);
    toast(words);
    void invalidate(['subject', subjectId], ['policy-quality']);
  };
  return (
    <Card
      title="Outcomes"
      end={
        <Button size="small" onClick={() => setRecording(true)}>
          Record an outcome
        </Button>
      }
    >
      <QueryPart query={outcomes}>
        {() =>
          items.length === 0 ? (
            <p className="card-body quiet">
              No outcomes yet. Record what turned out to be true, so that the quality of policies can be measured.
            </p>
          ) : (
            items.map((outcome) => (
              <OutcomeItem key={outcome.id} outcome={outcome} onWithdraw={() => setWithdrawn(outcome.id)} />
            ))
          )
        }
      </QueryPart>
      <More list={outcomes} />
      {isRecording && (
        <OutcomeDialog
          subjectId={subjectId}
          onClose={() => setRecording(false)}
          onDone={() => finish('Outcome recorded.')}
        />
      )}
      {withdrawn !== undefined && (
        <ReasonDialog
          title="Withdraw the outcome"
          label="Reason"
          button="Withdraw"
          look="danger"
          maxLength={REASON_CHARACTERS}
          hint="It no longer counts in the quality of policies, also of past days. The outcome itself stays."
          onClose={() => setWithdrawn(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            const params = { id: withdrawn };
            await api.risk.withdrawOutcome({ params, body: { reason }, idempotencyKey }).catch((error: unknown) => {
              // What is shown may be outdated.
              void invalidate(['subject', subjectId]);
              throw error;
            });
            finish('Outcome withdrawn.');
          }}
        />
      )}
    </Card>
  );
}

function OutcomeItem({ outcome: { data }, onWithdraw }: { outcome: Outcome; onWithdraw(): void }) {
  const { label, occurredAt, amount, reference, sampled, withdrawal, recordedBy, recordedAt } = data;
  const facts = [
    ...(amount ? [`${amount.value} ${amount.currency}`] : []),
    ...(reference ? [reference] : []),
    ...(sampled ? ['drawn at random'] : []),
  ];
  return (
    <div className="card-body stack-s note">
      <div className="cluster">
        <strong>{outcomeWord(label)}</strong>
        {!withdrawal && (
          <Button size="small" onClick={onWithdraw}>
            Withdraw…
          </Button>
        )}
      </div>
      <p>
        <Time at={occurredAt} />
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      {withdrawal && (
        <div className="notice warn">
          <p>
            Withdrawn by <Actor actor={withdrawal.withdrawnBy} /> · <Time at={withdrawal.withdrawnAt} />
          </p>
          <p className="pre-wrap">{withdrawal.reason}</p>
        </div>
      )}
      <p className="caption">
        <Actor actor={recordedBy} /> · <Time at={recordedAt} />
      </p>
    </div>
  );
}
