import { HIGHEST_REVIEW_SCORE, LOWEST_REVIEW_SCORE } from '@assay/watchlist/assurance-reading';
import { useId, useState } from 'react';
import { oneOf, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import type { AssuranceResult } from '../../api/assurance.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { RecallBars, RecallTable } from '../../pictures/recall-bars.tsx';
import { alertsAt, type Known, layOutRecall, perThousand, recallInWords } from '../../pictures/recall-bars-layout.ts';

const KNOWN = [
  ['bare', 'By name alone'],
  ['known', 'With listed facts'],
] as const satisfies readonly (readonly [Known, string])[];

/** What is found and what it costs, at every review score that was counted. */
export function RecallCard({ result, tested }: { result: AssuranceResult; tested: number }) {
  const known = oneOf(['known'] as const, useAddressQuery().facts) ?? 'bare';
  const setQuery = useSetAddressQuery();
  const [reviewScore, setReviewScore] = useState(() =>
    Math.min(HIGHEST_REVIEW_SCORE, Math.max(LOWEST_REVIEW_SCORE, tested)),
  );
  const [isTable, setTable] = useState(false);
  const turn = () => setTable(!isTable);
  useShortcuts('Pictures', [{ keys: 't', label: 'Picture or table', run: turn }]);
  const bars = layOutRecall(result.classes, { known, reviewScore });
  const ofKnown = result.alerts.find((one) => one.known === known);
  const { alerts, flagged } = ofKnown
    ? alertsAt(ofKnown, reviewScore - LOWEST_REVIEW_SCORE)
    : { alerts: 0, flagged: 0 };
  return (
    <Card
      title="What is found, and what it costs"
      end={
        <Button size="small" look="plain" aria-pressed={isTable} shortcut="t" onClick={turn}>
          {isTable ? 'Show picture' : 'Show table'}
        </Button>
      }
    >
      <div className="card-body stack">
        <Tabs
          label="What is known of the customer"
          value={known}
          options={KNOWN}
          onValue={(value) => void setQuery({ facts: value === 'known' ? value : undefined })}
        />
        <ScoreSlider value={reviewScore} tested={tested} words={recallInWords(bars, alerts)} onValue={setReviewScore} />
        <dl className="figures">
          <div>
            <dt>Alerts per 1,000 customers on no list</dt>
            <dd>{perThousand(alerts)}</dd>
          </div>
          <div>
            <dt>Of them with an alert</dt>
            <dd>{perThousand(flagged)}</dd>
          </div>
          <div>
            <dt>Classes below what is expected</dt>
            <dd>{bars.filter(({ status }) => status === 'short').length}</dd>
          </div>
        </dl>
        {isTable ? <RecallTable bars={bars} /> : <RecallBars bars={bars} />}
        {!isTable && (
          <p className="caption">
            Bar: share of the cases that is found. Line on it: 95 % interval. Dashed mark: what is expected. A class is
            below it only if the whole interval is.
          </p>
        )}
      </div>
    </Card>
  );
}

/** Arrow keys move by one, Page Up and Page Down by more, Home and End to the ends: as the browser does. */
function ScoreSlider({
  value,
  tested,
  words,
  onValue,
}: {
  value: number;
  tested: number;
  words: string;
  onValue(value: number): void;
}) {
  const id = useId();
  return (
    <div className="score-slider">
      <label htmlFor={id}>
        Review score <strong className="num">{value}</strong>{' '}
        <span className="quiet">{value === tested ? 'as tested' : `tested with ${tested}`}</span>
      </label>
      <input
        id={id}
        type="range"
        min={LOWEST_REVIEW_SCORE}
        max={HIGHEST_REVIEW_SCORE}
        step={1}
        value={value}
        aria-valuetext={`${value}: ${words}`}
        onChange={(event) => onValue(Number(event.target.value))}
      />
    </div>
  );
}
