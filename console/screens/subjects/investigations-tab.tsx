import { useEffect, useState } from 'react';
import { useIsAdmin } from '../../api/me.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

type Investigation = RecordOf<'investigations'>;

const STATUSES: Record<string, { word: string; tone: Tone }> = {
  queued: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Running', tone: 'info' },
  completed: { word: 'Completed', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
};

const VERDICTS = [
  ['supported', 'Supported'],
  ['unsupported', 'Not supported'],
  ['inconclusive', 'Inconclusive'],
] as const;
type Verdict = (typeof VERDICTS)[number][0];

const PAGES_SEARCHED = 10;
const POLL_MS = 5_000;
const isOpen = (status: string | undefined) => status === 'queued' || status === 'running';

/** Investigations of the subject among the newest of the organization, which has one list of them. */
function useInvestigationsOf(subjectId: string) {
  const list = useRecords('investigations', { order: 'newest' });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isSearching = hasNextPage && !isFetchNextPageError && (list.data?.pages.length ?? 0) < PAGES_SEARCHED;
  const canLoad = isSearching && !isFetching;
  useEffect(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  const investigations = list.items.filter(({ data }) => data.subjectId === subjectId);
  return { list, investigations, isSearching };
}

/** Questions about the subject, with findings that cite records, and a person's review of each. */
export function InvestigationsTab({ subjectId }: { subjectId: string }) {
  const { list, investigations, isSearching } = useInvestigationsOf(subjectId);
  const [isAsking, setAsking] = useState(false);
  const api = useApi();
  const invalidate = useInvalidate();
  return (
    <>
      <div>
        <Button look="primary" onClick={() => setAsking(true)}>
          Start an investigation
        </Button>
      </div>
      <QueryPart query={list}>
        {() => (
          <>
            {investigations.map((investigation) => (
              <InvestigationCard key={investigation.id} investigation={investigation} />
            ))}
            {isSearching ? (
              <Skeleton lines={2} />
            ) : list.hasNextPage ? (
              <p className="quiet">
                Only the newest {list.items.length} investigations of the organization were searched.
              </p>
            ) : (
              investigations.length === 0 && (
                <Empty title="No investigations of this subject">
                  <p>Ask a question; the answer cites evidence, assessments and events.</p>
                </Empty>
              )
            )}
            {!isSearching && <More list={list} />}
          </>
        )}
      </QueryPart>
      {isAsking && (
        <ReasonDialog
          title="Start an investigation"
          label="Question"
          button="Start"
          maxLength={1000}
          suggestions={['Why did the score change?', 'Do sources contradict each other?']}
          onClose={() => setAsking(false)}
          onSubmit={async (question, idempotencyKey) => {
            await api.risk.startInvestigation({
              params: { id: subjectId },
              body: { question },
              idempotencyKey,
            });
            setAsking(false);
            await invalidate(['records', 'investigations'], ['subject', subjectId]);
          }}
        />
      )}
    </>
  );
}

/** The investigation, read every five seconds until it has finished. */
function useProgress(listed: Investigation): Investigation {
  const invalidate = useInvalidate();
  const isListedOpen = isOpen(listed.data.status);
  const { data: newest } = useApiQuery(
    ['record', 'investigations', listed.id],
    (api, signal) =>
      api.risk.readRecord({
        params: { resource: 'investigations', id: listed.id },
        signal,
      }) as Promise<Investigation>,
    { isOn: isListedOpen, pollMs: POLL_MS },
  );
  const hasFinished = isListedOpen && newest !== undefined && !isOpen(newest.data.status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are outdated once, when it finishes
  useEffect(() => {
    if (hasFinished) void invalidate(['records', 'investigations'], ['subject']);
  }, [hasFinished]);
  return isListedOpen && newest ? newest : listed;
}

export function InvestigationCard({ investigation }: { investigation: Investigation }) {
  const { id, data } = useProgress(investigation);
  const [reviewed, setReviewed] = useState<{ finding: string; verdict: Verdict }>();
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const reviews = useRecords('investigation-reviews', { investigationId: id }, { isOn: data.status === 'completed' });
  const status = STATUSES[data.status];
  return (
    <Card
      title={data.question}
      end={
        <span className="cluster">
          <Pill tone={status?.tone ?? 'neutral'}>{status?.word ?? data.status}</Pill>
          <span className="quiet">
            <Actor actor={data.requestedBy} /> · <Time at={data.createdAt} />
          </span>
        </span>
      }
    >
      {data.errorCode && <p className="card-body text-bad">Failed: {data.errorCode.replaceAll('_', ' ')}.</p>}
      {data.status === 'completed' && data.findings.length === 0 && <p className="card-body quiet">No findings.</p>}
      {data.findings.map(({ key, statement, confidence, evidenceIds, eventIds }) => {
        const review = reviews.items.findLast((one) => one.data.finding === key);
        return (
          <div key={key} className="card-body stack-s note">
            <p>{statement}</p>
            <p className="caption">
              Confidence {confidence} · cites {evidenceIds.length} receipts and {eventIds.length} events
            </p>
            {review ? (
              <p className="quiet">
                {VERDICTS.find(([verdict]) => verdict === review.data.verdict)?.[1]} according to{' '}
                <Actor actor={review.data.reviewedBy} />: {review.data.reason}
              </p>
            ) : (
              <div className="cluster">
                {VERDICTS.map(([verdict, word]) => (
                  <Button
                    key={verdict}
                    size="small"
                    blocked={isAdmin ? null : 'Owners and admins review findings.'}
                    onClick={() => setReviewed({ finding: key, verdict })}
                  >
                    {word}
                  </Button>
                ))}
              </div>
            )}
          </div>
        );
      })}
      {reviewed && (
        <ReasonDialog
          title="Review the finding"
          label="Reason"
          button="Save review"
          maxLength={1000}
          onClose={() => setReviewed(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.risk.reviewInvestigation({
              params: { id },
              body: { ...reviewed, reason },
              idempotencyKey,
            });
            setReviewed(undefined);
            await invalidate(['records', 'investigation-reviews']);
          }}
        />
      )}
    </Card>
  );
}
