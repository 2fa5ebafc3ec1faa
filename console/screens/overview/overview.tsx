import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { type Overview as Figures, useOverview } from '../../api/overview.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { longDuration } from '../../parts/duration.ts';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { WhenSeen } from '../../parts/when-seen.tsx';
import { DayColumns, shortDay } from '../../pictures/day-columns.tsx';
import { sumOf } from '../../pictures/day-columns-layout.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { People } from './people.tsx';
import { Reviews } from './reviews.tsx';
import { DECISION_ROWS, percent, sinceYesterday, subjects } from './words.ts';

const SPANS = [7, 30, 90] as const;

/** How the work stands: what is open and late, who has it, how long it takes, and what changed. */
export function Overview() {
  const [days, setDays] = useState<(typeof SPANS)[number]>(30);
  const overview = useOverview(days);
  return (
    <>
      <TopBar
        title="Overview"
        end={
          <fieldset className="segmented" aria-label="Days">
            {SPANS.map((span) => (
              <button key={span} type="button" aria-pressed={span === days} onClick={() => setDays(span)}>
                {span} days
              </button>
            ))}
          </fieldset>
        }
      />
      <div className="page stack">
        <QueryPart query={overview} lines={10}>
          {(figures) => <Parts figures={figures} />}
        </QueryPart>
      </div>
    </>
  );
}

function Parts({ figures }: { figures: Figures }) {
  return (
    <>
      <Waiting figures={figures} />
      <div className="overview-columns">
        <OpenWork figures={figures} />
        <SinceYesterday figures={figures} />
      </div>
      <Flow figures={figures} />
      <div className="overview-columns">
        <Times figures={figures} />
        <HitRates figures={figures} />
      </div>
      {figures.people && <People people={figures.people} />}
      <Lists lists={figures.lists} />
      {/* Loaded when it is seen, because it reads up to ten pages. */}
      <WhenSeen height={1}>
        <Reviews />
      </WhenSeen>
    </>
  );
}

const To = ({
  path,
  search = {},
  children,
}: {
  path: string;
  search?: Record<string, string>;
  children: ReactNode;
}) => (
  <Link to={`/${useMode()}/${path}`} search={search} preload="intent">
    {children}
  </Link>
);

/** What waits for this person, in one line each. */
function Waiting({ figures: { waiting, overdue } }: { figures: Figures }) {
  const lines = [
    ...(overdue.total > 0
      ? [
          <To key="late" path="inbox" search={{ late: 'true' }}>
            {subjects(overdue.total)} overdue
          </To>,
        ]
      : []),
    ...(waiting.proposals > 0
      ? [
          <To key="proposals" path="proposals">
            {waiting.proposals === 1 ? '1 proposal waits' : `${waiting.proposals} proposals wait`} for your decision
          </To>,
        ]
      : []),
    ...(waiting.requests > 0
      ? [
          <To key="requests" path="inbox">
            {waiting.requests === 1 ? '1 request waits' : `${waiting.requests} requests wait`} for your answer
          </To>,
        ]
      : []),
  ];
  if (lines.length === 0)
    return (
      <p className="quiet">
        Nothing is overdue and nothing waits for you. <To path="inbox">Go to the inbox</To>
      </p>
    );
  return (
    <ul className="overview-waiting">
      {lines.map((line) => (
        <li key={line.key}>{line}</li>
      ))}
    </ul>
  );
}

function OpenWork({ figures: { open, overdue } }: { figures: Figures }) {
  return (
    <Card title="Open work" end={<span className="figure-s num">{open.total}</span>}>
      {open.total === 0 ? (
        <Empty title="No subject has open actions">
          <To path="subjects">Look at the subjects</To>
        </Empty>
      ) : (
        <Table
          rows={DECISION_ROWS.filter(({ decision }) => open[decision] > 0)}
          idOf={({ decision }) => decision}
          columns={[
            {
              title: 'Decision',
              cell: ({ decision, label }) => (
                <To path="inbox" search={{ decision }}>
                  {label}
                </To>
              ),
            },
            { title: 'Open', look: 'right num', cell: ({ decision }) => open[decision] },
            {
              title: 'Overdue',
              look: 'right num',
              cell: ({ decision }) =>
                overdue[decision] === 0 ? (
                  0
                ) : (
                  <To path="inbox" search={{ decision, late: 'true' }}>
                    {overdue[decision]}
                  </To>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function SinceYesterday({ figures }: { figures: Figures }) {
  const lines = sinceYesterday(figures.sinceYesterday);
  return (
    <Card title="Since yesterday">
      <div className="card-body">
        {lines.length === 0 ? (
          <p className="quiet">
            Nothing changed. <To path="events">The event log</To> has everything before.
          </p>
        ) : (
          <ul className="sentences">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Flow({ figures: { days } }: { figures: Figures }) {
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <Card
      title="Opened and closed"
      end={
        <span className="quiet overview-legend">
          <span className="swatch is-opened" /> {sumOf(days, 'opened')} opened
          <span className="swatch is-closed" /> {sumOf(days, 'closed')} closed
        </span>
      }
    >
      <div className="card-body">
        <DayColumns days={days} />
        {first && last && (
          <p className="quiet">
            Subjects by day (UTC), {shortDay(first.day)} to {shortDay(last.day)}.
          </p>
        )}
      </div>
    </Card>
  );
}

function Times({ figures: { timeToTake, timeToDecision } }: { figures: Figures }) {
  return (
    <Card title="How long it takes">
      <dl className="card-body overview-times">
        <Percentiles title="Until a person takes a subject" of={timeToTake} />
        <Percentiles title="Until nothing of it is open" of={timeToDecision} />
      </dl>
    </Card>
  );
}

function Percentiles({ title, of: { count, p50Seconds, p90Seconds } }: { title: string; of: Figures['timeToTake'] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {p50Seconds === null || p90Seconds === null ? (
          <span className="quiet">No subject in these days</span>
        ) : (
          <>
            <span className="figure-s">{longDuration(p50Seconds)}</span> for half of {subjects(count)}, at most{' '}
            {longDuration(p90Seconds)} for nine of ten
          </>
        )}
      </dd>
    </div>
  );
}

function HitRates({ figures: { matchHitRate, screeningHitRate } }: { figures: Figures }) {
  return (
    <Card title="Hit rates">
      <dl className="card-body overview-times">
        <div>
          <dt>Decided matches that are the person</dt>
          <dd>
            {matchHitRate === null ? (
              <span className="quiet">
                None decided in these days. <To path="matches">See the matches</To>
              </span>
            ) : (
              <span className="figure-s">{percent(matchHitRate)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>Screenings that find a match</dt>
          <dd>
            {screeningHitRate === null ? (
              <span className="quiet">No screening in these days</span>
            ) : (
              <span className="figure-s">{percent(screeningHitRate)}</span>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Lists({ lists }: { lists: Figures['lists'] }) {
  if (lists.length === 0)
    return (
      <Card title="Screening lists">
        <Empty title="No list is switched on">
          <To path="lists">Go to the lists</To>
        </Empty>
      </Card>
    );
  return (
    <Card title="Screening lists">
      <Table
        rows={lists}
        idOf={({ key }) => key}
        columns={[
          { title: 'List', cell: ({ key, name }) => <To path={`lists/${key}`}>{name}</To> },
          {
            title: 'State',
            cell: ({ stale, held }) => [stale ? 'Stale' : 'Current', ...(held > 0 ? [`${held} held`] : [])].join(', '),
          },
          {
            title: 'Confirmed',
            cell: ({ confirmedAt }) => (confirmedAt ? <Time at={confirmedAt} /> : 'Never'),
          },
          { title: 'Days with a gap', look: 'right num', cell: ({ gaps }) => gaps },
        ]}
      />
    </Card>
  );
}
