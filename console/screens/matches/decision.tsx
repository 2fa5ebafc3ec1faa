import { useRef, useState } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { Actor } from '../../domain/actor.tsx';
import type { Reason } from '../../domain/compare-entry.ts';
import { useShortcuts } from '../../keys.ts';
import { Button, Key } from '../../parts/button.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import {
  type Decision,
  type Outcome,
  outcomeInWords,
  planDecisions,
  type Target,
  targetsOf,
  WORDS,
  whyTwoPeople,
} from './bulk.ts';
import type { MatchRequests } from './requests.ts';

const REASON_CHARACTERS = 1000;
const DECISIONS = ['false_positive', 'confirmed'] as const;
const PROPOSE: Record<Decision, string> = {
  false_positive: 'Propose: not them',
  confirmed: 'Propose: it is them',
};

/** A reason first, then the decision: two keys. Without a reason neither button is armed. */
export function DecisionPanel({
  detail,
  reasons,
  marked,
  requests,
  onDone,
}: {
  detail: MatchDetail;
  reasons: readonly Reason[];
  marked: readonly Target[];
  requests: MatchRequests;
  onDone(ids: readonly string[]): void;
}) {
  const { match, proposal, run } = detail;
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [text, setText] = useState(proposal?.reason ?? '');
  const [armed, setArmed] = useState<Decision | undefined>(proposal?.decision);
  const [error, setError] = useState<unknown>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isDecided = match.decision !== 'pending' && proposal === null;
  const settings = me?.settings;
  const needsTwo = settings?.fourEyes.matches ?? false;
  const fourEyes = { isRequired: needsTwo, userId: me?.userId };
  const open: Target = { id: match.id, proposal };
  const targets = targetsOf(open, marked);

  const choose = (reason: Reason) => {
    setText(reason.text);
    setArmed(reason.decision);
    setError(undefined);
  };
  const whyNoReason = (decision: Decision): string | null => {
    if (text.trim() === '') return 'Choose or write a reason first.';
    if (armed !== undefined && armed !== decision) return 'The reason supports the other decision.';
    return null;
  };
  const whyNotNow = (): string | null => {
    if (requests.isSending) return 'Sending.';
    return isDecided ? 'This match is decided.' : null;
  };
  const whyNotDecide = (decision: Decision): string | null =>
    whyNotNow() ??
    (isAdmin ? null : 'Owners and admins decide matches. You can propose a decision.') ??
    whyTwoPeople(open, decision, fourEyes) ??
    whyNoReason(decision);
  const whyNotPropose = (decision: Decision): string | null => whyNotNow() ?? whyNoReason(decision);

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
    if (whyNotDecide(decision) !== null) return;
    setError(undefined);
    const { steps, held } = planDecisions(targets, decision, fourEyes);
    const outcome = await requests.decide(steps, decision, text.trim());
    if (report(outcome, WORDS[decision], held.length))
      toast(`${WORDS[decision]}: ${match.listedName}.`);
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
    else
      toast(
        whyNotPropose('false_positive') ??
          'Your own words do not say which decision to propose. Use a button.',
      );
  };

  useShortcuts('Match', [
    ...reasons.slice(0, 9).map((reason, index) => ({
      keys: String(index + 1),
      label: reason.text,
      run: () => choose(reason),
    })),
    { keys: 'f', label: 'Not them', run: () => void decide('false_positive') },
    { keys: 'c', label: 'It is them', run: () => void decide('confirmed') },
    { keys: 'p', label: 'Propose', run: proposeArmed },
    { keys: 'r', label: 'Own words', run: () => field.current?.focus() },
    { keys: 'n', label: 'Next match', run: () => onDone([match.id]) },
  ]);

  const own = settings?.reasons;
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
      <ul className="stack-s" aria-label="Reasons that the comparison supports">
        {reasons.map((reason, index) => (
          <li key={reason.text}>
            <button
              type="button"
              className="reason"
              aria-pressed={text === reason.text}
              onClick={() => choose(reason)}
            >
              {index < 9 && <Key name={String(index + 1)} />}
              <span>{reason.text}</span>
            </button>
          </li>
        ))}
      </ul>
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
      {own && (
        <details>
          <summary className="label">Reasons of your organization</summary>
          <div className="cluster">
            {own.falsePositive.map((reason) => (
              <Button
                key={reason}
                size="small"
                onClick={() => choose({ text: reason, decision: 'false_positive' })}
              >
                {reason}
              </Button>
            ))}
            {own.confirmed.map((reason) => (
              <Button
                key={reason}
                size="small"
                onClick={() => choose({ text: reason, decision: 'confirmed' })}
              >
                {reason}
              </Button>
            ))}
          </div>
        </details>
      )}
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
      {targets.length > 1 && (
        <p className="text-warn">
          {targets.length} selected matches get the same decision and reason.
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
      <section className="card" aria-label="What follows">
        <div className="card-head">
          <h3>What follows</h3>
        </div>
        <div className="card-body stack-s quiet">
          <p>
            <strong>Not them:</strong> the match is closed. When no open match is left, the run
            turns clear, its risk facts are recorded again, and monitored policies reassess the
            subject.
          </p>
          <p>
            <strong>It is them:</strong> the fact becomes <code>match</code>, and policies that read
            it decide accordingly.
          </p>
        </div>
      </section>
    </div>
  );
}
