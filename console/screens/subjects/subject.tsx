import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { pathIn, useAddressQuery, usePathParam, useSetAddressQuery } from '../../address.ts';
import { serverNow } from '../../api/clock.ts';
import { type Overview, useOverview, useStory } from '../../api/subject.ts';
import { useAssessment } from '../../api/work.ts';
import { isNotFound, useInvalidate, useMode } from '../../app.tsx';
import { eventWords } from '../../domain/event-words.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { shown, wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { CopyText, Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { clockOf, dayOf, useZone } from '../../parts/time.tsx';
import { WhenSeen } from '../../parts/when-seen.tsx';
import { StoryPicture } from '../../pictures/story.tsx';
import { laneOf } from '../../pictures/story-layout.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { ChangesCard } from './changes-card.tsx';
import { ContextsTab } from './contexts-tab.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { InvestigationsTab } from './investigations-tab.tsx';
import { LinesCard } from './lines-card.tsx';
import { MonitoringTab } from './monitoring-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { OutcomesTab } from './outcomes-tab.tsx';
import { Override } from './override.tsx';
import { PolicyCards } from './policy-cards.tsx';
import { usePresence, Viewers } from './presence.tsx';
import { RequestsCard } from './requests-card.tsx';
import { ScreeningTab } from './screening-tab.tsx';
import { StoryTable } from './story-table.tsx';
import { useSubjectActions } from './subject-actions.tsx';
import { TodoCard } from './todo-card.tsx';
import { VerificationTab } from './verification-tab.tsx';
import { WhyCard } from './why-card.tsx';

const TABS = [
  ['story', 'Story'],
  ['evidence', 'Evidence'],
  ['screening', 'Screening'],
  ['verification', 'Verification'],
  ['investigations', 'Investigations'],
  ['contexts', 'Contexts'],
  ['monitoring', 'Monitoring'],
  ['notes', 'Notes'],
  ['outcomes', 'Outcomes'],
] as const;

/** Everything about one subject: why its scores are what they are, and what people did. */
export function Subject() {
  const id = usePathParam('id');
  const tab = usePathParam('tab') || 'story';
  const mode = useMode();
  const overview = useOverview(id);
  usePresence(id);
  const actions = useSubjectActions(id, overview.data);
  const name = overview.data?.subject.data.externalId ?? '…';
  return (
    <>
      <TopBar
        title={name}
        isId
        crumbs={
          <>
            <Link to={pathIn(mode, 'subjects')}>Subjects</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          <>
            <CopyText text={location.href} label="Copy link" />
            {actions.buttons}
          </>
        }
      />
      <div className="page stack">
        <nav className="tabs" aria-label="Parts of the subject">
          {TABS.map(([key, label]) => (
            <Link
              key={key}
              to={key === 'story' ? pathIn(mode, 'subjects', id) : pathIn(mode, 'subjects', id, key)}
              activeOptions={{ exact: true }}
              aria-current={tab === key ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        {isNotFound(overview.error) ? (
          <Empty title="There is no subject with this id in this mode">
            <NextStep to={['subjects']}>All subjects</NextStep>
          </Empty>
        ) : tab === 'story' ? (
          <QueryPart query={overview} lines={10}>
            {(data) => <Story id={id} overview={data} onAssess={actions.assess} />}
          </QueryPart>
        ) : (
          <Tab tab={tab} id={id} />
        )}
      </div>
      {actions.dialog}
    </>
  );
}

function Tab({ tab, id }: { tab: string; id: string }) {
  if (tab === 'evidence') return <EvidenceTab subjectId={id} />;
  if (tab === 'screening') return <ScreeningTab subjectId={id} />;
  if (tab === 'verification') return <VerificationTab subjectId={id} />;
  if (tab === 'contexts') return <ContextsTab subjectId={id} />;
  if (tab === 'investigations') return <InvestigationsTab subjectId={id} />;
  if (tab === 'monitoring') return <MonitoringTab subjectId={id} />;
  if (tab === 'outcomes') return <OutcomesTab subjectId={id} />;
  if (tab === 'notes') return <NotesTab subjectId={id} />;
  return (
    <Empty title="The subject has no page at this address">
      <NextStep to={['subjects', id]}>Go to its story</NextStep>
    </Empty>
  );
}

function Story({ id, overview, onAssess }: { id: string; overview: Overview; onAssess(): void }) {
  const invalidate = useInvalidate();
  const [isTable, setTable] = useState(false);
  const story = useStory(id);
  const chosen = useAddressQuery().assessment;
  const setQuery = useSetAddressQuery();
  const setChosen = (assessment: string) => void setQuery({ assessment });
  const selected = chosen ?? overview.policies[0]?.assessment.id;
  const assessment = useAssessment(selected);
  const refresh = () => void invalidate(['subject', id], ['worklist'], ['counts']);
  const picture = useMemo(
    () =>
      story.data && {
        events: story.data.events.flatMap(([at, type, eventId]) => {
          const lane = laneOf(type);
          return lane ? [{ id: eventId, at, lane, words: eventWords(type) }] : [];
        }),
        scores: story.data.scores.map(([at, policyKey, score, band, , assessmentId]) => ({
          at,
          policyKey,
          score,
          band,
          assessmentId,
        })),
        now: serverNow(),
        bands: new Map(overview.policies.map(({ policyKey, bands }) => [policyKey, bands])),
      },
    [story.data, overview.policies],
  );
  return (
    <>
      <Viewers viewers={overview.viewers} />
      <PolicyCards overview={overview} selected={selected} onSelect={setChosen} />
      <Card
        title="Story so far"
        end={<AssessmentPicker overview={story.data?.scores ?? []} selected={selected} onSelect={setChosen} />}
      >
        <div className="card-body">
          {picture ? (
            isTable ? (
              <StoryTable story={picture} selected={selected} onSelect={setChosen} />
            ) : (
              <StoryPicture story={picture} selected={selected} onSelect={setChosen} />
            )
          ) : story.isError ? (
            <Failure error={story.error} retry={() => void story.refetch()} />
          ) : (
            <Skeleton lines={5} />
          )}
        </div>
      </Card>
      <div className="columns">
        <div className="stack">
          {selected === undefined ? (
            <Empty title="Not assessed yet">
              <p>An assessment gives a score and a decision from the evidence that there is.</p>
              <Button look="primary" onClick={onAssess}>
                Assess with a policy…
              </Button>
            </Empty>
          ) : (
            <QueryPart query={assessment} lines={8}>
              {(record) => (
                <>
                  <WhyCard
                    assessment={record}
                    isTable={isTable}
                    onTurn={() => setTable(!isTable)}
                    override={overview.policies.find((one) => one.assessment.id === record.id)?.state.override}
                  />
                  <Override assessment={record} policies={overview.policies} onDone={refresh} />
                  <ChangesCard assessment={record} />
                  <WhenSeen height={240}>
                    <EvidenceCard assessment={record} />
                  </WhenSeen>
                </>
              )}
            </QueryPart>
          )}
        </div>
        <div className="stack">
          <TodoCard actions={overview.actions} more={overview.moreActions} onChanged={refresh} />
          <RequestsCard overview={overview} />
          <WhenSeen height={240}>
            <LinesCard subjectId={id} assessment={assessment.data} actions={overview.actions} />
          </WhenSeen>
        </div>
      </div>
    </>
  );
}

/** The assessments as a list, for those who do not use a pointer. */
function AssessmentPicker({
  overview,
  selected,
  onSelect,
}: {
  overview: readonly (readonly [string, string, number | null, string | null, string, string])[];
  selected: string | undefined;
  onSelect(id: string): void;
}) {
  const zone = useZone();
  if (overview.length < 2) return null;
  return (
    <label className="cluster">
      <span className="label">Assessment</span>
      <select className="input" value={selected} onChange={(event) => onSelect(event.target.value)}>
        {overview.toReversed().map(([at, policyKey, score, , , id]) => (
          <option key={id} value={id}>
            {wordsOf(policyKey)} · {score === null ? '–' : shown(score)} · {dayOf(at, zone)}, {clockOf(at, zone)}
          </option>
        ))}
      </select>
    </label>
  );
}
