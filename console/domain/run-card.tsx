import { Link } from '@tanstack/react-router';
import { pathIn } from '../address.ts';
import type { Api } from '../api/client.ts';
import { useListName } from '../api/lists.ts';
import { useMode } from '../app.tsx';
import { Card } from '../parts/card.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import { Time } from '../parts/time.tsx';
import { RunStatus } from './run-status.tsx';
import { INCOMPLETE, REVIEW_REASONS, SCREENING_ERRORS } from './screening-words.ts';
import { SearchedLists } from './searched-lists.tsx';

type Run = Awaited<ReturnType<Api['screening']['readScreeningRun']>>;

const DECISIONS: Record<string, { word: string; tone: Tone }> = {
  pending: { word: 'To review', tone: 'warn' },
  false_positive: { word: 'Not them', tone: 'ok' },
  confirmed: { word: 'It is them', tone: 'bad' },
};

/** A screening run: what was searched, from which scores on, and its matches. */
export function RunCard({ run }: { run: Run }) {
  const mode = useMode();
  const listName = useListName();
  return (
    <Card
      title={`Screened against ${run.sources.length} ${run.sources.length === 1 ? 'list' : 'lists'}`}
      end={
        <span className="cluster">
          <RunStatus status={run.status} />
          <span className="quiet">
            {run.profile && `${run.profile.key} v${run.profile.version} · `}
            <Time at={run.createdAt} />
          </span>
        </span>
      }
    >
      <div className="card-body">
        <SearchedLists sources={run.sources} policy={run.policy} />
        {run.incompleteReasons.length > 0 && (
          <p className="text-warn">
            Not a clear result. {run.incompleteReasons.map((reason) => INCOMPLETE[reason] ?? reason).join(' ')}
          </p>
        )}
        {run.errorCode && <p className="text-warn">{SCREENING_ERRORS[run.errorCode] ?? run.errorCode}</p>}
      </div>
      {run.matches.length === 0 && <p className="card-body quiet">No matches.</p>}
      {run.notices.some(({ code }) => code === 'risk_source_unread') && (
        <p className="card-body quiet">No published policy reads this result, so no assessment uses it.</p>
      )}
      {run.notices.some(({ code }) => code === 'later_run_recorded') && (
        <p className="card-body quiet">A later run of the same lists decides the facts of the subject.</p>
      )}
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
                {listName(match.source)} · entry {match.sourceEntryId}
              </div>
            </div>
            <span className="cluster">
              {match.reviewReason && <Pill tone="warn">{REVIEW_REASONS[match.reviewReason].short}</Pill>}
              <Pill tone={decision?.tone ?? 'neutral'}>{decision?.word ?? match.decision}</Pill>
              <span className="strong num">{match.score}</span>
            </span>
          </div>
        );
      })}
    </Card>
  );
}
