import { signed } from '../domain/words.ts';
import { layOutStrip, type StripFactor } from './match-strip-layout.ts';

/** How the score of a match is made, against the scores for review and match. */
export function MatchStrip({
  factors,
  score,
  reviewScore,
  matchScore,
}: {
  factors: readonly StripFactor[];
  score: number;
  reviewScore: number;
  matchScore: number;
}) {
  const parts = layOutStrip(factors);
  const max = Math.max(100, ...parts.flatMap(({ from, to }) => [from, to]));
  const percent = (value: number) => `${(Math.max(0, value) / max) * 100}%`;
  const words = parts.map(({ label, points }) => `${label} ${signed(points)}`).join(', ');
  return (
    <figure
      className="strip"
      aria-label={`Score ${score}: ${words}. Review from ${reviewScore}, match from ${matchScore}.`}
      role="img"
    >
      <div className="strip-bar">
        {parts
          .filter(({ points }) => points > 0)
          .map(({ code, label, from, points }) => (
            <span
              key={code}
              className="strip-part is-up"
              style={{ left: percent(from), width: percent(points) }}
              title={`${label} ${signed(points)}`}
            >
              <span className="truncate">
                {label} {signed(points)}
              </span>
            </span>
          ))}
      </div>
      {parts.some(({ points }) => points < 0) && (
        <div className="strip-bar is-below">
          {parts
            .filter(({ points }) => points < 0)
            .map(({ code, label, to, points }) => (
              <span
                key={code}
                className="strip-part is-down"
                style={{ left: percent(to), width: percent(-points) }}
                title={`${label} ${signed(points)}`}
              >
                <span className="truncate">
                  {label} {signed(points)}
                </span>
              </span>
            ))}
        </div>
      )}
      <div className="strip-marks">
        <span style={{ left: percent(reviewScore) }}>review {reviewScore}</span>
        <span style={{ left: percent(matchScore) }}>match {matchScore}</span>
      </div>
      {/* Labels that do not fit their part of the bar are left out there. */}
      <div className="caption cluster">
        {parts.map(({ code, label, points }) => (
          <span key={code}>
            {label} {signed(points)}
          </span>
        ))}
      </div>
    </figure>
  );
}
