import { useState } from 'react';
import { usePages } from '../../api/pages.ts';
import type { JourneyPage } from '../../api/subject.ts';
import { Actor, useActorName } from '../../domain/actor.tsx';
import { detailsInWords } from '../../domain/event-details.ts';
import { eventWords } from '../../domain/event-words.ts';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { LANES, type Lane, laneOf } from '../../pictures/story-layout.ts';

/** The history of the subject line by line: who did what, when, and the reason in their words. */
export function LinesCard({ subjectId }: { subjectId: string }) {
  const [category, setCategory] = useState<Lane>();
  const nameOf = useActorName();
  const list = usePages(['subject', subjectId, 'journey', category], (api, { cursor, signal }) => {
    const call = { params: { id: subjectId }, query: { category, before: cursor }, signal };
    // Without `view` the service returns this kind of page.
    return api.risk.readJourney(call) as Promise<JourneyPage>;
  });
  return (
    <Card title="Line by line">
      <Tabs
        className="tabs lines-filter"
        label="Show"
        value={category}
        options={[
          [undefined, 'All'],
          ...LANES.map((lane) => [lane, lane.charAt(0).toUpperCase() + lane.slice(1)] as const),
        ]}
        onValue={setCategory}
      />
      <QueryPart query={list} lines={8}>
        {() => (
          <ol>
            {list.items.map(({ id, data }) => (
              <li key={id} className="line">
                <span className={`lane-mark lane-${laneOf(data.type) ?? 'other'}`} aria-hidden="true" />
                <div>
                  <div>{eventWords(data.type)}</div>
                  <div className="caption">
                    <Actor actor={data.actor} />
                    {detailsInWords(data.type, data.details, nameOf).map((words) => ` · ${words}`)}
                  </div>
                  {data.reason && <div className="quiet pre-wrap">{data.reason}</div>}
                </div>
                <span className="caption">
                  <Time at={data.occurredAt} />
                </span>
              </li>
            ))}
            {list.items.length === 0 && <li className="card-body quiet">Nothing yet.</li>}
          </ol>
        )}
      </QueryPart>
      <More list={list} />
    </Card>
  );
}
