import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { pathIn } from '../../address.ts';
import { useIsAdmin } from '../../api/me.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { statementParts } from '../../domain/statement-parts.ts';
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

const FAILURES: Record<NonNullable<Investigation['data']['errorCode']>, string> = {
  consent_withdrawn: 'Failed: the consent to use a language model was withdrawn meanwhile.',
  ai_unavailable: 'Failed: this installation has no language model, or it did not answer.',
  ai_refused: 'Failed: the language model refused to answer.',
  invalid_answer: 'Failed: the language model did not answer in the agreed form.',
  spending_limit: 'Failed: the limit of the day for the language model is used up.',
  uncited_finding: 'Failed: the language model stated something without citing a record.',
  attempts_exhausted: 'Failed: it was tried several times without success.',
};

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
                  <Button onClick={() => setAsking(true)}>Start an investigation</Button>
                </Empty>
              )
            )}
            {!isSearching && <More list={list} />}
          </>
        )}
      </QueryPart>
      {isAsking && <NewInvestigation subjectId={subjectId} onClose={() => setAsking(false)} />}
    </>
  );
}

function NewInvestigation({ subjectId, onClose }: { subjectId: string; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const ai = useApiQuery(['ai'], (client, signal) => client.risk.readInvestigationAiSettings({ signal }));
  const [isAssisted, setAssisted] = useState(false);
  return (
    <ReasonDialog
      title="Start an investigation"
      label="Question"
      button="Start"
      maxLength={1000}
      suggestions={['Why did the score change?', 'Do sources contradict each other?']}
      about={
        ai.data?.aiInvestigations ? (
          <label className="check">
            <input type="checkbox" checked={isAssisted} onChange={(event) => setAssisted(event.target.checked)} />
            <span>
              Ask the language model. Without it, fixed rules look for contradictions, weak evidence, lenient overrides,
              late actions and bursts, whatever the question is.
            </span>
          </label>
        ) : (
          <p className="quiet">
            Fixed rules look for contradictions, weak evidence, lenient overrides, late actions and bursts, whatever the
            question is. An owner can allow a language model in the settings.
          </p>
        )
      }
      onClose={onClose}
      onSubmit={async (question, idempotencyKey) => {
        await api.risk.startInvestigation({
          params: { id: subjectId },
          body: { question, assistance: isAssisted ? 'ai' : 'none' },
          idempotencyKey,
        });
        onClose();
        await invalidate(['records', 'investigations'], ['subject', subjectId]);
      }}
    />
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

function Statement({ subjectId, statement }: { subjectId: string; statement: string }) {
  const mode = useMode();
  return statementParts(statement).map((part, index) => {
    const key = `${index} ${statement}`;
    if ('text' in part) return <Fragment key={key}>{part.text}</Fragment>;
    if ('at' in part) return <Time key={key} at={part.at} style="exact" />;
    return (
      <Link key={key} to={pathIn(mode, 'subjects', subjectId)} search={{ assessment: part.assessmentId }}>
        assessment
      </Link>
    );
  });
}

export function InvestigationCard({ investigation }: { investigation: Investigation }) {
  const { id, data } = useProgress(investigation);
  const mode = useMode();
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
      {data.errorCode && <p className="card-body text-bad">{FAILURES[data.errorCode]}</p>}
      {data.status === 'completed' && (
        <p className="card-body quiet">
          {data.assistance === 'none'
            ? 'Checked by fixed rules, which do not read the question. '
            : 'Answered by a language model; every finding cites records. '}
          {data.summary}
        </p>
      )}
      {data.findings.map(({ key, statement, confidence, evidenceIds, eventIds }) => {
        const review = reviews.items.findLast((one) => one.data.finding === key);
        return (
          <div key={key} className="card-body stack-s note">
            <p>
              <Statement subjectId={data.subjectId} statement={statement} />
            </p>
            <p className="caption">
              Confidence {confidence} · cites{' '}
              <Link to={pathIn(mode, 'subjects', data.subjectId, 'evidence')}>
                {evidenceIds.length === 1 ? '1 receipt' : `${evidenceIds.length} receipts`}
              </Link>{' '}
              and{' '}
              <Link to={pathIn(mode, 'subjects', data.subjectId)}>
                {eventIds.length === 1 ? '1 event' : `${eventIds.length} events`}
              </Link>
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
