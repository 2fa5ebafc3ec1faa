import type { ReviewedMatch } from '../../domain/match-reasons.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import type { Together } from './use-together.ts';

/** The matches that get the same decision and reason, with what speaks for each of them. */
export function SelectedMatches({
  together: { matches, error, asked },
  onUnmark,
}: {
  together: Together;
  onUnmark(id: string): void;
}) {
  if (asked < 2) return null;
  return (
    <section className="card" aria-label="Selected matches">
      <div className="card-head">
        <h3>{asked} matches get this decision</h3>
      </div>
      {matches ? (
        <ul className="selected-matches">
          {matches.map((match) => (
            <SelectedMatch key={match.id} match={match} onUnmark={onUnmark} />
          ))}
        </ul>
      ) : error ? (
        <div className="card-body">
          <Failure error={error} />
        </div>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  );
}

const SelectedMatch = ({
  match: { id, listedName, externalId, score, matchScore, agreeing, isClearedBefore },
  onUnmark,
}: {
  match: ReviewedMatch;
  onUnmark(id: string): void;
}) => (
  <li className="card-body stack-s note">
    <div className="between">
      <span className="strong truncate">{listedName}</span>
      <span className={score >= matchScore ? 'strong num text-bad' : 'strong num'}>{score}</span>
    </div>
    <p className="quiet">
      {externalId ?? 'no subject'} · {agreeing.length > 0 ? agreeing.join(' · ') : 'nothing compared agrees'}
    </p>
    <div className="between">
      <span className="caption">{isClearedBefore ? 'Cleared before, unchanged' : ''}</span>
      <Button size="small" look="plain" onClick={() => onUnmark(id)}>
        Remove<span className="visually-hidden"> {listedName} from the selection</span>
      </Button>
    </div>
  </li>
);
