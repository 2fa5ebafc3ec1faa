import { useRef, useState } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import type { Reason } from '../../domain/compare-entry.ts';
import { useShortcuts } from '../../keys.ts';
import { Button, Key } from '../../parts/button.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

type Decision = 'false_positive' | 'confirmed';
const WORDS: Record<Decision, string> = { false_positive: 'Not them', confirmed: 'It is them' };
const REASON_CHARACTERS = 1000;

/** A reason first, then the decision: two keys. Without a reason neither button is armed. */
export function DecisionPanel({
  detail,
  reasons,
  marked,
  onDecided,
}: {
  detail: MatchDetail;
  reasons: readonly Reason[];
  marked: ReadonlySet<string>;
  onDecided(): void;
}) {
  const { match, proposal, run } = detail;
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [text, setText] = useState(proposal?.reason ?? '');
  const [armed, setArmed] = useState<Decision | undefined>(proposal?.decision);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const keys = useRef(new Map<string, string>());
  const field = useRef<HTMLTextAreaElement>(null);
  const isDecided = match.decision !== 'pending' && proposal === null;
  const settings = me?.settings;
  const needsTwo = settings?.fourEyes.matches ?? false;
  const isOwnProposal = proposal !== null && proposal.proposedBy === `user:${me?.userId}`;

  const choose = (reason: Reason) => {
    setText(reason.text);
    setArmed(reason.decision);
    setError(undefined);
  };
  /** One key per match and decision, kept over retries. */
  const keyFor = (id: string, decision: string) => {
    const name = `${id} ${decision}`;
    const known = keys.current.get(name) ?? crypto.randomUUID();
    keys.current.set(name, known);
    return known;
  };
  const blockedWhy = (decision: Decision): string | null => {
    if (isSending) return 'Sending.';
    if (isDecided) return 'This match is decided.';
    if (!isAdmin) return 'Owners and admins decide matches. You can propose a decision.';
    if (needsTwo && proposal === null)
      return 'Your organization requires a proposal by one person and a decision by another.';
    if (needsTwo && isOwnProposal) return 'Another person has to decide your proposal.';
    if (text.trim() === '') return 'Choose or write a reason first.';
    if (armed !== undefined && armed !== decision) return 'The reason supports the other decision.';
    return null;
  };

  const decide = async (decision: Decision) => {
    if (blockedWhy(decision) !== null) return;
    setSending(true);
    setError(undefined);
    const ids = marked.has(match.id) ? [...marked] : [match.id];
    let done = 0;
    try {
      for (const id of ids) {
        await api.screening.decideScreeningMatch({
          params: { id },
          body: {
            decision,
            reason: text.trim(),
            ...(id === match.id && proposal ? { proposalId: proposal.id } : {}),
          },
          idempotencyKey: keyFor(id, decision),
        });
        done++;
      }
      toast(
        ids.length === 1
          ? `${WORDS[decision]}: ${match.listedName}.`
          : `${WORDS[decision]}: ${ids.length} matches.`,
      );
      onDecided();
    } catch (problem) {
      setError(problem);
      if (ids.length > 1) toast(`${done} of ${ids.length} matches were decided.`, { tone: 'bad' });
    } finally {
      setSending(false);
      await invalidate(['matches'], ['match'], ['counts'], ['subject'], ['worklist']);
    }
  };
  const propose = async () => {
    const decision = armed ?? 'false_positive';
    if (text.trim() === '' || isDecided) return;
    setSending(true);
    setError(undefined);
    try {
      await api.screening.proposeScreeningDecision({
        params: { id: match.id },
        body: { decision, reason: text.trim() },
        idempotencyKey: keyFor(match.id, `propose ${decision} ${text}`),
      });
      toast(`Proposed: ${WORDS[decision]}.`);
      onDecided();
    } catch (problem) {
      setError(problem);
    } finally {
      setSending(false);
      await invalidate(['matches'], ['match'], ['counts']);
    }
  };

  useShortcuts('Match', [
    ...reasons.slice(0, 9).map((reason, index) => ({
      keys: String(index + 1),
      label: reason.text,
      run: () => choose(reason),
    })),
    { keys: 'f', label: 'Not them', run: () => void decide('false_positive') },
    { keys: 'c', label: 'It is them', run: () => void decide('confirmed') },
    { keys: 'p', label: 'Propose', run: () => void propose() },
    { keys: 'r', label: 'Own words', run: () => field.current?.focus() },
    { keys: 'n', label: 'Next match', run: onDecided },
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
          blocked={blockedWhy('false_positive')}
          onClick={() => void decide('false_positive')}
        >
          Not them
        </Button>
        <Button
          size="wide"
          look={armed === 'confirmed' ? 'primary' : 'default'}
          shortcut="c"
          blocked={blockedWhy('confirmed')}
          onClick={() => void decide('confirmed')}
        >
          It is them
        </Button>
        {(!isAdmin || needsTwo) && (
          <Button
            size="wide"
            shortcut="p"
            blocked={
              isDecided
                ? 'This match is decided.'
                : text.trim() === ''
                  ? 'Choose or write a reason first.'
                  : null
            }
            onClick={() => void propose()}
          >
            Propose {armed === undefined ? 'a decision' : `“${WORDS[armed]}”`}
          </Button>
        )}
      </div>
      {marked.size > 1 && marked.has(match.id) && (
        <p className="text-warn">
          {marked.size} selected matches get the same decision and reason.
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
