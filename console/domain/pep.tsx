import type { MatchDetail } from '../api/matches.ts';
import { Pill } from '../parts/pill.tsx';
import { countryName } from './country.ts';

type Pep = NonNullable<MatchDetail['match']['pep']>;

const STANDINGS: Record<Pep['standing'], string> = {
  pep: 'Holds a public function',
  former_pep: 'Held a public function',
  family_member: 'Related to a person with a public function',
  none: 'No public function in the look-back period',
};

/** Public functions over time, and relatives. */
export const PepDetails = ({ pep }: { pep: Pep }) => (
  <section className="card" aria-label="Public functions">
    <div className="card-head">
      <h3>{STANDINGS[pep.standing]}</h3>
      {pep.lastHeldUntil && <span className="quiet">until {pep.lastHeldUntil}</span>}
    </div>
    <Positions positions={pep.positions} />
    {pep.relatedPeps.map(({ entryId, name, relation, positions }) => (
      <div key={entryId} className="note">
        <p className="card-body">
          {relation.replaceAll('_', ' ')} of <span className="strong">{name}</span>
        </p>
        <Positions positions={positions} />
      </div>
    ))}
  </section>
);

const Positions = ({ positions }: { positions: Pep['positions'] }) => (
  <ul>
    {positions.map(({ title, country, startDate, endDate, current, roster }) => (
      <li key={title + startDate + roster} className="card-row">
        <span>
          {title}
          {country && <span className="quiet"> · {countryName(country)}</span>}
        </span>
        <span className="cluster">
          <span className="quiet num">
            {startDate ?? '?'} – {current ? 'today' : (endDate ?? '?')}
          </span>
          {current && <Pill tone="warn">Current</Pill>}
        </span>
      </li>
    ))}
  </ul>
);
