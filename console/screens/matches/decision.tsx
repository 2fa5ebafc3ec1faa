import { useRef } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { Actor } from '../../domain/actor.tsx';
import type { Decision } from '../../domain/match-reasons.ts';
import { ProposalNotice } from '../../domain/proposal.tsx';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { TextAreaField } from '../../parts/field.tsx';
import { onModEnter } from '../../parts/mod-enter.ts';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { MOVE_FIRST } from '../../parts/use-selection.ts';
import { WORDS } from './bulk.ts';
import { GroupDecision } from './group.tsx';
import { KEYED, keyedReasons, ReasonGroups } from './reason-groups.tsx';
import { SelectedMatches } from './selected-matches.tsx';
import type { GroupChoice } from './use-group.ts';
import { type QueueActions, useMatchDecision } from './use-match-decision.ts';
import type { Together } from './use-together.ts';

const REASON_CHARACTERS = 1000;
const NO_REASONS = 'The comparison supports no reason. Write one: press R.';
const DECISIONS = ['false_positive', 'confirmed'] as const;
const PROPOSE: Record<Decision, string> = {
  false_positive: 'Propose: not them',
  confirmed: 'Propose: it is them',
};

/** A reason first, then the decision: two keys. Without a reason neither button is armed. */
export function DecisionPanel({
  detail,
  together,
  group,
  isMarked,
  onNext,
  onUnmark,
  ...queue
}: { detail: MatchDetail; together: Together; group: GroupChoice; isMarked: boolean } & QueueActions) {
  const { match, proposal, run } = detail;
  const decision = useMatchDecision(detail, together, queue);
  const { text, reasons, choose } = decision;
  const field = useRef<HTMLTextAreaElement>(null);
  const keyed = keyedReasons(reasons);

  useShortcuts('Match', [
    ...keyed.slice(0, KEYED).map((reason, index) => ({
      keys: String(index + 1),
      label: reason.text,
      run: () => (queue.isLost ? toast(MOVE_FIRST) : choose(reason)),
    })),
    // A key without a reason says so.
    ...Array.from({ length: KEYED }, (_, index) => ({
      keys: String(index + 1),
      label: `Reason ${index + 1}`,
      isHidden: true,
      run: () => toast(keyed.length === 0 ? NO_REASONS : `There is no reason ${index + 1}.`),
    })).slice(keyed.length),
    { keys: 'f', label: 'Not them', run: () => void decision.decide('false_positive') },
    { keys: 'c', label: 'It is them', run: () => void decision.decide('confirmed') },
    { keys: 'p', label: 'Propose', run: decision.proposeArmed },
    { keys: 'r', label: 'Own words', run: () => field.current?.focus() },
    { keys: 'n', label: 'Next match', run: onNext },
  ]);

  return (
    <div className="stack">
      <h2>Your decision</h2>
      {decision.isDecided && (
        <div className="notice">
          <strong>{WORDS[match.decision as Decision]}</strong>
          {run.decisions.map(({ decidedBy, decidedAt, reason }) => (
            <p key={decidedAt}>
              <Actor actor={decidedBy} /> · <Time at={decidedAt} />
              <br />
              <span className="quiet">{reason}</span>
            </p>
          ))}
        </div>
      )}
      {proposal && <ProposalNotice proposal={proposal} title={`Proposed: ${WORDS[proposal.decision]}`} />}
      {isMarked ? (
        <SelectedMatches together={together} onUnmark={onUnmark} />
      ) : (
        <GroupDecision openId={match.id} group={group} />
      )}
      {decision.whyApart && <p className="text-warn">{decision.whyApart}</p>}
      <ReasonGroups reasons={reasons} chosen={text} onChoose={choose} />
      <TextAreaField
        ref={field}
        label={
          <>
            Reason <span className="caption">in your own words if none fits</span>
          </>
        }
        rows={3}
        maxLength={REASON_CHARACTERS}
        value={text}
        onText={decision.write}
        onKeyDown={onModEnter(decision.submit)}
      />
      <DecisionButtons {...decision} />
      {decision.error !== undefined && <Failure error={decision.error} />}
      <Consequences />
    </div>
  );
}

type Choice = ReturnType<typeof useMatchDecision>;

function DecisionButtons({ armed, canPropose, whyNotDecide, whyNotPropose, decide, propose }: Choice) {
  const isDecided = armed !== undefined && (whyNotDecide(armed) === null || !canPropose);
  /** ⌘ Enter in the text field does what the chosen reason is for. */
  const keysOf = (key: string, decision: Decision) => (isDecided && armed === decision ? `${key} mod+Enter` : key);
  return (
    <div className="decide-buttons">
      <Button
        size="wide"
        look={armed === 'confirmed' ? 'default' : 'primary'}
        shortcut={keysOf('f', 'false_positive')}
        blocked={whyNotDecide('false_positive')}
        onClick={() => void decide('false_positive')}
      >
        Not them
      </Button>
      <Button
        size="wide"
        look={armed === 'confirmed' ? 'primary' : 'default'}
        shortcut={keysOf('c', 'confirmed')}
        blocked={whyNotDecide('confirmed')}
        onClick={() => void decide('confirmed')}
      >
        It is them
      </Button>
      {canPropose &&
        DECISIONS.map((decision) => (
          <Button
            key={decision}
            size="wide"
            {...(armed === decision && { shortcut: isDecided ? 'p' : 'p mod+Enter' })}
            blocked={whyNotPropose(decision)}
            onClick={() => void propose(decision)}
          >
            {PROPOSE[decision]}
          </Button>
        ))}
    </div>
  );
}

const Consequences = () => (
  <section className="card" aria-label="What follows">
    <div className="card-head">
      <h3>What follows</h3>
    </div>
    <div className="card-body stack-s quiet">
      <p>
        <strong>Not them:</strong> the match is closed. When no open match is left, the run turns clear, its risk facts
        are recorded again, and monitored policies reassess the subject.
      </p>
      <p>
        <strong>It is them:</strong> the fact becomes <code>match</code>, and policies that read it decide accordingly.
      </p>
    </div>
  </section>
);
