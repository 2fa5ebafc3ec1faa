import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useApi, useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

const STATUSES: Record<string, { word: string; tone: Tone }> = {
  clear: { word: 'Clear', tone: 'ok' },
  possible_match: { word: 'Possible match', tone: 'warn' },
  match: { word: 'Match', tone: 'bad' },
  incomplete: { word: 'Incomplete', tone: 'alert' },
  error: { word: 'Error', tone: 'bad' },
};
const DECISIONS: Record<string, { word: string; tone: Tone }> = {
  pending: { word: 'To review', tone: 'warn' },
  false_positive: { word: 'Not them', tone: 'ok' },
  confirmed: { word: 'It is them', tone: 'bad' },
};

/** Screening runs of the subject, newest first, with their matches. */
export function ScreeningTab({ subjectId }: { subjectId: string }) {
  const api = useApi();
  const mode = useMode();
  const runs = useInfiniteQuery({
    queryKey: [mode, 'subject', subjectId, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      api.screening.listScreeningRuns({
        query: { riskSubjectId: subjectId, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.nextPage ?? undefined,
  });
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <QueryPart query={runs}>
        {() =>
          items.length === 0 ? (
            <Empty title="Not screened yet">
              <p>Runs that name this subject appear here.</p>
            </Empty>
          ) : (
            items.map((run) => {
              const status = STATUSES[run.status];
              return (
                <Card
                  key={run.id}
                  title={`Screened against ${run.sources.length} ${run.sources.length === 1 ? 'list' : 'lists'}`}
                  end={
                    <span className="cluster">
                      <Pill tone={status?.tone ?? 'neutral'}>{status?.word ?? run.status}</Pill>
                      <span className="quiet">
                        {run.profile && `${run.profile.key} v${run.profile.version} · `}
                        <Time at={run.createdAt} />
                      </span>
                    </span>
                  }
                >
                  {run.matches.length === 0 && <p className="card-body quiet">No matches.</p>}
                  {run.notices.map((notice) =>
                    notice.matchId === undefined ? null : (
                      <p key={notice.matchId + notice.message} className="card-body">
                        {notice.code === 'earlier_match_confirmed'
                          ? 'An earlier match is confirmed and stays in force. '
                          : 'An earlier match is undecided and stays in force. '}
                        <Link to={pathIn(mode, 'matches', notice.matchId)}>Open the earlier match</Link>
                      </p>
                    ),
                  )}
                  {run.matches.map((match) => {
                    const decision = DECISIONS[match.decision];
                    return (
                      <div key={match.id} className="card-row">
                        <div>
                          <Link to={pathIn(mode, 'matches', match.id)}>{match.listedName}</Link>
                          <div className="caption">
                            {match.source} · entry {match.sourceEntryId}
                          </div>
                        </div>
                        <span className="cluster">
                          {match.reviewReason && <Pill tone="warn">No longer listed</Pill>}
                          <Pill tone={decision?.tone ?? 'neutral'}>{decision?.word ?? match.decision}</Pill>
                          <span className="strong num">{match.score}</span>
                        </span>
                      </div>
                    );
                  })}
                </Card>
              );
            })
          )
        }
      </QueryPart>
      <More list={runs} />
    </>
  );
}
