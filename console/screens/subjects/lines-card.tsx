import { useMemo, useState } from 'react';
import { usePages } from '../../api/pages.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import type { JourneyPage, Overview } from '../../api/subject.ts';
import { useAssessment } from '../../api/work.ts';
import { useActorName, useApiKeyNames } from '../../domain/actor.tsx';
import { type KnownReceipt, lineInWords } from '../../domain/line-words.ts';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { LANES, type Lane, laneOf } from '../../pictures/story-layout.ts';

/** The history of the subject line by line: who did what, when, and the reason in their words. */
export function LinesCard({
  subjectId,
  assessment,
  actions,
}: {
  subjectId: string;
  /** The one that the page shows: its receipts and actions are known. */
  assessment: RecordOf<'assessments'> | undefined;
  actions: Overview['actions'];
}) {
  const [category, setCategory] = useState<Lane>();
  const list = usePages(['subject', subjectId, 'journey', category], (api, { cursor, signal }) => {
    const call = { params: { id: subjectId }, query: { category, before: cursor }, signal };
    // Without `view` the service returns this kind of page.
    return api.risk.readJourney(call) as Promise<JourneyPage>;
  });
  const keyNames = useApiKeyNames(list.items.map(({ data }) => data.actor));
  const nameOf = useActorName(keyNames);
  const known = { nameOf, ...useKnown(subjectId, assessment, actions, category === 'evidence') };
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
            {list.items.map(({ id, data }) => {
              const { sentence, isWithActor, details } = lineInWords(data, known);
              const caption = [...(isWithActor ? [] : [nameOf(data.actor)]), ...details].join(' · ');
              return (
                <li key={id} className="line">
                  <span className={`lane-mark lane-${laneOf(data.type) ?? 'other'}`} aria-hidden="true" />
                  <div>
                    <div>{sentence}</div>
                    {caption && <div className="caption">{caption}</div>}
                    {data.reason && <div className="quiet pre-wrap">{data.reason}</div>}
                  </div>
                  <span className="caption">
                    <Time at={data.occurredAt} />
                  </span>
                </li>
              );
            })}
            {list.items.length === 0 && <li className="card-body quiet">Nothing yet.</li>}
          </ol>
        )}
      </QueryPart>
      <More list={list} />
    </Card>
  );
}

/**
 * Receipts and names of actions for the sentences: those of the assessment that is shown and of the one before it, which
 * are loaded anyway. All receipts are read when the person looks at evidence alone.
 */
function useKnown(
  subjectId: string,
  assessment: RecordOf<'assessments'> | undefined,
  open: Overview['actions'],
  needsAll: boolean,
) {
  const { data: previous } = useAssessment(assessment?.data.previousAssessmentId ?? undefined);
  const { items } = useRecords('evidence', { subjectId, order: 'newest' }, { isOn: needsAll });
  return useMemo(() => {
    const assessed = [assessment, previous].filter((one) => one !== undefined);
    const receipts = new Map<string, KnownReceipt>();
    for (const { id, data } of items) receipts.set(id, { ...data, id });
    for (const { data } of assessed) for (const receipt of data.evidence) receipts.set(receipt.id, receipt);
    const actions = new Map(open.map(({ id, name }) => [id, name]));
    for (const { data } of assessed)
      data.actionIds.forEach((id, index) => {
        const name = data.actions[index]?.name;
        if (name) actions.set(id, name);
      });
    return { receipts: [...receipts.values()], actions };
  }, [assessment, previous, items, open]);
}
