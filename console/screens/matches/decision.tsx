import { useRef, useState } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { Actor } from '../../domain/actor.tsx';
import {
  commonReasons,
  type Decision,
  isOneQuestion,
  type OfferedReason,
  untrueReasons,
  whyNotTogether,
} from '../../domain/match-reasons.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { MOVE_FIRST } from '../../parts/use-selection.ts';
import { type Outcome, outcomeInWords, planDecisions, type Target, targetsOf, WORDS, whyTwoPeople } from './bulk.ts';
import { KEYED, keyedReasons, ReasonGroups } from './reason-groups.tsx';
import type { MatchRequests } from './requests.ts';
import { SelectedMatches } from './selected-matches.tsx';
import type { Together } from './use-together.ts';

const REASON_CHARACTERS = 1000;
const DECISIONS = ['false_positive', 'confirmed'] as const;
const PROPOSE: Record<Decision, string> = {
  false_positive: 'Propose: not them',
  confirmed: 'Propose: it is them',
};

/** What the queue does for the decision on one of its matches. */
export interface QueueActions {
  marked: readonly Target[];
  /** The match has left the queue by no act of this person. */
  isLost: boolean;
  requests: MatchRequests;
  onDone(ids: readonly string[]): void;
  onNext(): void;
  onUnmark(id: string): void;
}

/** A reason first, then the decision: two keys. Without a reason neither button is armed. */
export function DecisionPanel({
  detail,
  together,
  marked,
  isLost,
  requests,
  onDone,
  onNext,
  onUnmark,
}: {
  detail: MatchDetail;
  together: Together;
} & QueueActions) {
  const { match, proposal, run } = detail;
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [text, setText] = useState(proposal?.reason ?? '');
  const [armed, setArmed] = useState<Decision | undefined>(proposal?.decision);
  const [error, setError] = useState<unknown>();
  const field = useRef<HTMLTextAreaElement>(null);
  /** A decided match can be decided otherwise; a confirmed one whose listing has ended, also again. */
  const isDecidedAs = (decision: Decision) => match.decision === decision && proposal === null && !match.reviewReason;
  const isDecided = isDecidedAs('confirmed') || isDecidedAs('false_positive');
  const settings = me?.settings;
  const needsTwo = settings?.fourEyes.matches ?? false;
  const fourEyes = { isRequired: needsTwo, userId: me?.userId };
  const open: Target = { id: match.id, proposal };
  const targets = targetsOf(open, marked);
  const { matches } = together;
  const reasons = commonReasons(matches ?? []);
  const keyed = keyedReasons(reasons);
  const untrue = untrueReasons(matches ?? []);

  const choose = (reason: OfferedReason) => {
    setText(reason.text);
    setArmed(reason.decision);
    setError(undefined);
  };
  const whyNoReason = (decision: Decision): string | null => {
    if (text.trim() === '') return 'Choose or write a reason first.';
    if (armed !== undefined && armed !== decision) return 'The reason supports the other decision.';
    if (untrue.has(text.trim()))
      return targets.length > 1
        ? 'The reason does not hold for each selected match.'
        : 'The comparison contradicts the reason.';
    const isOffered = reasons.some((one) => one.text === text.trim());
    return matches && !isOneQuestion(matches) && !isOffered
      ? 'Choose a reason that holds for each selected match. Own words are for one customer and entry.'
      : null;
  };
  const whyNotNow = (decision: Decision): string | null => {
    if (requests.isSending) return 'Sending.';
    if (isLost) return MOVE_FIRST;
    if (isDecidedAs(decision)) return 'This match is decided so already.';
    return matches ? whyNotTogether(matches, decision) : 'The selected matches are loading.';
  };
  const whyNotDecide = (decision: Decision): string | null =>
    whyNotNow(decision) ??
    (isAdmin ? null : 'Owners and admins decide matches. You can propose a decision.') ??
    whyTwoPeople(open, decision, fourEyes) ??
    whyNoReason(decision);
  const whyNotPropose = (decision: Decision): string | null => whyNotNow(decision) ?? whyNoReason(decision);

  const report = (outcome: Outcome | undefined, label: string, held: number) => {
    if (!outcome) return false;
    const isWhole = outcome.done.length === targets.length;
    if (targets.length > 1)
      toast(outcomeInWords(label, outcome, { asked: targets.length, held }), {
        tone: isWhole ? 'normal' : 'bad',
      });
    if (outcome.done.includes(match.id)) onDone(outcome.done);
    else setError(outcome.error);
    return isWhole && targets.length === 1;
  };
  const decide = async (decision: Decision) => {
    const why = whyNotDecide(decision);
    // Only a key gets here although it cannot act: the button says why by itself.
    if (why !== null) {
      if (!requests.isSending) toast(why);
      return;
    }
    setError(undefined);
    const { steps, held } = planDecisions(targets, decision, fourEyes);
    const outcome = await requests.decide(steps, decision, text.trim());
    if (report(outcome, WORDS[decision], held.length)) toast(`${WORDS[decision]}: ${match.listedName}.`);
  };
  const propose = async (decision: Decision) => {
    if (whyNotPropose(decision) !== null) return;
    setError(undefined);
    const steps = targets.map(({ id }) => ({ id }));
    const outcome = await requests.propose(steps, decision, text.trim());
    if (report(outcome, `Proposed “${WORDS[decision]}”`, 0)) toast(`Proposed: ${WORDS[decision]}.`);
  };
  const proposeArmed = () => {
    if (requests.isSending) return;
    if (armed) void propose(armed);
    else toast(whyNotPropose('false_positive') ?? 'Your own words do not say which decision to propose. Use a button.');
  };

  useShortcuts('Match', [
    ...keyed.slice(0, KEYED).map((reason, index) => ({
      keys: String(index + 1),
      label: reason.text,
      run: () => (isLost ? toast(MOVE_FIRST) : choose(reason)),
    })),
    { keys: 'f', label: 'Not them', run: () => void decide('false_positive') },
    { keys: 'c', label: 'It is them', run: () => void decide('confirmed') },
    { keys: 'p', label: 'Propose', run: proposeArmed },
    { keys: 'r', label: 'Own words', run: () => field.current?.focus() },
    { keys: 'n', label: 'Next match', run: onNext },
  ]);

  const blocked = targets.length > 1 && matches ? whyNotTogether(matches, 'false_positive') : null;
  return (
    <div className="stack">
      <h2>Your decision</h2>
      {isDecided && (
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
      {proposal && (
        <div className="notice warn">
          <strong>Proposed: {WORDS[proposal.decision]}</strong>
          <p>
            <Actor actor={proposal.proposedBy} /> · <Time at={proposal.proposedAt} />
          </p>
          <p>{proposal.reason}</p>
        </div>
      )}
      <SelectedMatches together={together} onUnmark={onUnmark} />
      {blocked && <p className="text-warn">{blocked}</p>}
      <ReasonGroups reasons={reasons} chosen={text} onChoose={choose} />
      <div className="field">
        <label htmlFor="own-words">
          Reason <span className="caption">in your own words if none fits</span>
        </label>
        <textarea
          id="own-words"
          ref={field}
          className="input"
          rows={3}
          maxLength={REASON_CHARACTERS}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setArmed(undefined);
          }}
        />
      </div>
      <div className="decide-buttons">
        <Button
          size="wide"
          look={armed === 'confirmed' ? 'default' : 'primary'}
          shortcut="f"
          blocked={whyNotDecide('false_positive')}
          onClick={() => void decide('false_positive')}
        >
          Not them
        </Button>
        <Button
          size="wide"
          look={armed === 'confirmed' ? 'primary' : 'default'}
          shortcut="c"
          blocked={whyNotDecide('confirmed')}
          onClick={() => void decide('confirmed')}
        >
          It is them
        </Button>
        {(!isAdmin || needsTwo) &&
          DECISIONS.map((decision) => (
            <Button
              key={decision}
              size="wide"
              {...(armed === decision && { shortcut: 'p' })}
              blocked={whyNotPropose(decision)}
              onClick={() => void propose(decision)}
            >
              {PROPOSE[decision]}
            </Button>
          ))}
      </div>
      {error !== undefined && <Failure error={error} />}
      <section className="card" aria-label="What follows">
        <div className="card-head">
          <h3>What follows</h3>
        </div>
        <div className="card-body stack-s quiet">
          <p>
            <strong>Not them:</strong> the match is closed. When no open match is left, the run turns clear, its risk
            facts are recorded again, and monitored policies reassess the subject.
          </p>
          <p>
            <strong>It is them:</strong> the fact becomes <code>match</code>, and policies that read it decide
            accordingly.
          </p>
        </div>
      </section>
    </div>
  );
}
