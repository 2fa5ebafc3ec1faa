import { EXPECTED_WORDS, STATUS_WORDS } from '@assay/watchlist/assurance-reading';
import { Pill } from '../parts/pill.tsx';
import { Table } from '../parts/record-table.tsx';
import { GROUP_WORDS, type layOutRecall } from './recall-bars-layout.ts';

type Bars = ReturnType<typeof layOutRecall>;
type Bar = Bars[number];

const at = (share: number) => `${100 * share}%`;

const Status = ({ status }: Pick<Bar, 'status'>) => {
  if (status === 'as_expected') return <span className="quiet">{STATUS_WORDS.as_expected}</span>;
  return (
    <Pill tone={status === 'short' ? 'bad' : 'neutral'} mark={status === 'short' ? 'diamond' : 'ring'}>
      {STATUS_WORDS[status]}
    </Pill>
  );
};

/** A bar for each class: what is found, its interval as a line, and a mark at what is expected. */
export const RecallBars = ({ bars }: { bars: Bars }) => (
  <div className="stack">
    {[...Map.groupBy(bars, ({ group }) => group)].map(([group, ofGroup]) => (
      <div key={group} className="stack-s">
        <h3>{GROUP_WORDS[group]}</h3>
        <ul className="recall">
          {ofGroup.map((bar) => (
            <li key={bar.key}>
              <div>
                {bar.label} <span className="caption">{EXPECTED_WORDS[bar.expected]}</span>
              </div>
              <div className={`recall-bar is-${bar.status}`} aria-hidden="true">
                {bar.recall !== null && (
                  <>
                    <span className="recall-part" style={{ width: at(bar.recall) }} />
                    <span className="recall-range" style={{ left: at(bar.low), width: at(bar.high - bar.low) }} />
                  </>
                )}
                {bar.least !== null && <span className="recall-least" style={{ left: at(bar.least) }} />}
              </div>
              <div className="num">
                <span className="strong">{bar.value}</span> <span className="caption">{bar.detail}</span>
              </div>
              <div>
                <Status status={bar.status} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);

/** The same as a table. */
export const RecallTable = ({ bars }: { bars: Bars }) => (
  <Table
    rows={bars}
    idOf={({ key }) => key}
    columns={[
      { title: 'Class', cell: ({ label }) => label },
      { title: 'Expected', look: 'quiet', cell: ({ expected }) => EXPECTED_WORDS[expected] },
      { title: 'Found', look: 'right num', cell: ({ value }) => value },
      { title: '95 % interval and cases', look: 'quiet num', cell: ({ detail }) => detail },
      { title: 'Result', cell: ({ status }) => <Status status={status} /> },
    ]}
  />
);
