import { useState } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useInvalidate } from '../../app.tsx';
import {
  commonReasons,
  type Decision,
  isOneQuestion,
  type OfferedReason,
  untrueReasons,
  whyNotTogether,
} from '../../domain/match-reasons.ts';
import { useAsking } from '../../parts/asking.ts';
import { toast } from '../../parts/toast.tsx';
import { MOVE_FIRST } from '../../parts/use-selection.ts';
import {
  joinSteps,
  type Outcome,
  outcomeInWords,
  planDecisions,
  type Target,
  targetsOf,
  WORDS,
  whyTwoPeople,
} from './bulk.ts';
import type { MatchRequests } from './requests.ts';
import { joinedGroup } from './use-group.ts';
import type { Together } from './use-together.ts';

const OWN_WORDS = 'Your own words do not say which decision they are for. Press Esc, then F or C, or use a button.';

/** Listed names can end with a full stop. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

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

/** The reason that a person gives, what they can do with it, and why not. */
export function useMatchDecision(
  detail: MatchDetail,
  together: Together,
  { marked, isLost, requests, onDone }: Pick<QueueActions, 'marked' | 'isLost' | 'requests' | 'onDone'>,
) {
  const { match, proposal } = detail;
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  // Empty also for a proposal: who decides it gives a reason of their own.
  const [text, setText] = useState('');
  const [armed, setArmed] = useState<Decision>();
  const [error, setError] = useState<unknown>();
  const invalidate = useInvalidate();
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
  const { explain } = useAsking();
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
    // The rule was switched on after this page was loaded: then there is a button to propose.
    if (isProblem(outcome.error, 'second_person_required')) void invalidate(['me']);
    return isWhole && targets.length === 1;
  };
  const decide = async (decision: Decision) => {
    const why = whyNotDecide(decision);
    // Only a key gets here although it cannot act: the button says why by itself.
    if (why !== null) {
      if (!requests.isSending) toast(explain(why));
      return;
    }
    setError(undefined);
    const { steps, held } = planDecisions(targets, decision, fourEyes);
    const outcome = await requests.decide(joinSteps(steps, joinedGroup(detail)), decision, text.trim());
    if (report(outcome, WORDS[decision], held.length)) toast(sentence(`${WORDS[decision]}: ${match.listedName}`));
  };
  const propose = async (decision: Decision) => {
    if (whyNotPropose(decision) !== null) return;
    setError(undefined);
    const steps = targets.map(({ id }) => ({ id }));
    const outcome = await requests.propose(steps, decision, text.trim());
    if (report(outcome, `Proposed “${WORDS[decision]}”`, 0)) toast(`Proposed: ${WORDS[decision]}.`);
  };
  const canPropose = !isAdmin || needsTwo;
  const proposeArmed = () => {
    if (requests.isSending) return;
    const why = armed ? whyNotPropose(armed) : (whyNotPropose('false_positive') ?? OWN_WORDS);
    if (why !== null) toast(why);
    else if (armed) void propose(armed);
  };
  /** From the text field: what the chosen reason is for. Own words are for either decision, so they do not say. */
  const submit = () => {
    if (requests.isSending) return;
    if (!armed) toast(text.trim() === '' ? 'Choose or write a reason first.' : OWN_WORDS);
    else if (whyNotDecide(armed) !== null && canPropose) proposeArmed();
    else void decide(armed);
  };

  return {
    text,
    armed,
    error,
    reasons,
    isDecided,
    /** A member proposes; with the two-person rule everyone can. */
    canPropose,
    /** Why the selected matches cannot be decided together. */
    whyApart: targets.length > 1 && matches ? whyNotTogether(matches, 'false_positive') : null,
    choose,
    write: (own: string) => {
      setText(own);
      setArmed(undefined);
    },
    whyNotDecide,
    whyNotPropose,
    decide,
    propose,
    proposeArmed,
    submit,
  };
}
