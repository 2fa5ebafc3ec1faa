import { useState } from 'react';
import { useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useApiQuery } from '../../app.tsx';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { ListYear, YearLegend, YearTable } from '../../pictures/list-calendar.tsx';
import { dateInWords } from '../../pictures/list-year-layout.ts';
import { AttestedDay } from './attested-day.tsx';

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, '2026-03-14'.length);
const dayBefore = (date: string) => dayOf(Date.parse(date) - DAY_MS);

/** A text of the address if it is a day. */
const dayIn = (text = '') =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
    ? text
    : undefined;

/** A year of attestations of a list. A day opens what it was, in words. */
export function AttestedYear({ listKey }: { listKey: string }) {
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const [isTable, setTable] = useState(false);
  const [day, until] = [dayIn(query.day), dayIn(query.until)];
  const turn = () => setTable(!isTable);
  useShortcuts('Pictures', [{ keys: 't', label: 'Picture or table', run: turn }]);
  const coverage = useApiQuery(['lists', listKey, 'coverage', until ?? 'latest'], (client, signal) =>
    client.screening.readListCoverage({ params: { key: listKey }, query: until ? { until } : {}, signal }),
  );
  const open = (date: string) => void setQuery({ day: date });
  const from = coverage.data?.from;
  return (
    <Card
      title="Attested days"
      end={
        <span className="cluster">
          {from && (
            <Button size="small" look="plain" onClick={() => void setQuery({ until: dayBefore(from) })}>
              Year before
            </Button>
          )}
          {until && (
            <Button size="small" look="plain" onClick={() => void setQuery({ until: undefined })}>
              Latest year
            </Button>
          )}
          <Button size="small" look="plain" aria-pressed={isTable} shortcut="t" onClick={turn}>
            {isTable ? 'Show picture' : 'Show table'}
          </Button>
        </span>
      }
    >
      <QueryPart query={coverage} lines={6}>
        {({ days, from: first, until: last }) => (
          <div className="card-body stack">
            <p className="caption">
              {dateInWords(first)} to {dateInWords(last)}. Days are UTC, and attested in the night after.
            </p>
            {days.some(({ attested }) => attested) ? (
              <>
                {isTable ? (
                  <YearTable days={days} onOpen={open} />
                ) : (
                  <ListYear days={days} selected={day} onOpen={open} />
                )}
                <YearLegend />
              </>
            ) : (
              <p className="quiet">
                No day of this year has an attestation. The first is made in the night after your organization screens
                someone in this mode, between 01:00 and 02:00 UTC.
              </p>
            )}
          </div>
        )}
      </QueryPart>
      {day && (
        <div className="card-body note">
          <AttestedDay listKey={listKey} date={day} />
        </div>
      )}
    </Card>
  );
}
