import { type Definition, nameOf, rungsOf } from '../../domain/policy-sentences.ts';
import { signed } from '../../domain/words.ts';

/** The cases of every factor in the order they are tried, with their points to one scale. */
export function Ladders({ factors }: { factors: Definition['factors'] }) {
  const rungs = factors.flatMap(rungsOf);
  const most = Math.max(1, ...rungs.map(({ points }) => Math.abs(points)));
  return (
    <dl className="ladders">
      {factors.map((factor) => (
        <div key={factor.key} className="ladder">
          <dt>
            {nameOf(factor)}
            {factor.match === 'highest' && factor.cases.length > 1 && (
              <span className="quiet"> · the case with most points counts</span>
            )}
          </dt>
          {rungsOf(factor).map(({ points, condition }, index) => (
            <dd key={condition ?? 'otherwise'}>
              <span className={condition === null ? 'quiet' : ''}>
                {condition === null
                  ? index === 0
                    ? 'always'
                    : 'otherwise'
                  : `${index === 0 || factor.match === 'highest' ? 'when' : 'else when'} ${condition}`}
              </span>
              <span className={points < 0 ? 'ladder-bar is-down' : 'ladder-bar'} aria-hidden="true">
                <span style={{ width: `${Math.round((Math.abs(points) / most) * 100)}%` }} />
              </span>
              <span className="num strong">{signed(points)}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
