import { type Assessment, useAssessment, useAssessmentState, type WorkItem } from '../../api/work.ts';
import { usePersonName } from '../../domain/actor.tsx';
import { useAppliedOverride } from '../../domain/applied-override.ts';
import { decidedBy, decidingSteps } from '../../domain/decided-by.ts';
import { ActionStatusPill, DecisionPill } from '../../domain/decision.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { groupActions } from '../../domain/group-actions.ts';
import { AskButtons, type Asking } from '../../domain/use-asking.tsx';
import { shown, wordsOf } from '../../domain/words.ts';
import { whyCompleteIsBlocked, whyTakeIsBlocked } from '../../domain/work-actions.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { WaterfallPicture } from '../../pictures/waterfall.tsx';
import type { WorkMoves } from './moves.tsx';
import { PanelRequests } from './waiting.tsx';

/** Why the selected subject is here, and what can be done about it. */
export function WorkPanel({
  item,
  moves,
  isSelecting,
  asking,
  onOpen,
}: {
  item: WorkItem;
  moves: WorkMoves;
  /** The keys act on the selected subjects, not on this one. */
  isSelecting: boolean;
  asking: Asking;
  onOpen(): void;
}) {
  const worst = item.assessments[0];
  const assessment = useAssessment(worst?.id);
  const groups = groupActions(item.actions);
  const keyOf = (shortcut: string) => (isSelecting ? {} : { shortcut });
  return (
    <div className="stack">
      <div className="between">
        <h2 className="mono title truncate">{item.subject.externalId}</h2>
        <DecisionPill decision={item.effectiveDecision} />
      </div>
      {item.overrides?.map(({ id, policyKey, decision, until }) => (
        <p key={id} className="quiet">
          Override of {wordsOf(policyKey)}: {decisionWord(decision)}, ends <Time at={until} />. Without overrides the
          decision is {decisionWord(item.decision)}.
        </p>
      ))}
      {worst && (
        <p className="quiet cluster">
          <span>{wordsOf(item.subject.kind)}</span>
          <span>
            {wordsOf(worst.policyKey)} v{worst.version}
          </span>
          <span>
            assessed <Time at={worst.evaluatedAt} />
          </span>
        </p>
      )}
      {worst && (
        <section className="card" aria-label="Score">
          <div className="card-head">
            <h3>{worst.score === null ? 'No score' : `Why ${shown(worst.score)}`}</h3>
            <span className="quiet">{worst.band}</span>
          </div>
          <div className="card-body">
            {assessment.data ? (
              <Why assessment={assessment.data} />
            ) : assessment.isError ? (
              <Failure error={assessment.error} retry={() => void assessment.refetch()} />
            ) : (
              <Skeleton lines={6} />
            )}
          </div>
        </section>
      )}
      <section className="card" aria-label="To do">
        <div className="card-head">
          <h3>To do</h3>
          <span className="quiet num">
            {item.assignee && <Assignee userId={item.assignee} />}
            {item.actions.length + item.more}
          </span>
        </div>
        {groups.map((group) => (
          <div key={group.name + group.status} className="card-row">
            <span>
              {wordsOf(group.name)}
              {group.actions.length > 1 && <span className="quiet"> × {group.actions.length}</span>}
            </span>
            <span className="cluster">
              <ActionStatusPill status={group.status} />
              <span className="quiet">
                <Time at={group.since} style="age" />
              </span>
            </span>
          </div>
        ))}
      </section>
      <PanelRequests item={item} />
      <div className="cluster">
        <Button
          look="primary"
          {...keyOf('e')}
          blocked={whyTakeIsBlocked(item.actions)}
          onClick={() => moves.take(item)}
        >
          Take
        </Button>
        <Button {...keyOf('d')} blocked={whyCompleteIsBlocked(item.actions)} onClick={() => moves.complete(item)}>
          Complete
        </Button>
        <AskButtons target={item} asking={asking} />
        <Button shortcut="Enter" onClick={onOpen}>
          Open the story
        </Button>
      </div>
    </div>
  );
}

/** The score, what decided otherwise, and the override that applies now. */
function Why({ assessment: { id, data } }: { assessment: Assessment }) {
  const state = useAssessmentState(id, data.subjectId);
  const override = useAppliedOverride(state.data?.override);
  const decided = { ...data, definition: data.policy.definition };
  return (
    <div className="stack-s">
      <p className="strong">{decidedBy(decided)}</p>
      <WaterfallPicture {...decided} deciding={decidingSteps(decided, override)} />
    </div>
  );
}

const Assignee = ({ userId }: { userId: string }) => <>Assigned to {personIn(usePersonName(userId))} · </>;

/** In the middle of a sentence. */
const personIn = (name: string) => (name === 'You' ? 'you' : name);
