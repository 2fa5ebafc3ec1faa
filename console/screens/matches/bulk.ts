import { isProblem } from '../../api/problem.ts';
import type { Decision } from '../../domain/match-reasons.ts';

export const WORDS: Record<Decision, string> = {
  false_positive: 'Not them',
  confirmed: 'It is them',
};

/** A match to decide, with its open proposal. */
export interface Target {
  id: string;
  proposal: { id: string; decision: Decision; proposedBy: string } | null;
}

export interface FourEyes {
  isRequired: boolean;
  userId: string | undefined;
}

/** All marked matches if the open one is marked, otherwise the open one. The open one is last. */
export const targetsOf = (open: Target, marked: readonly Target[]): readonly Target[] =>
  marked.some(({ id }) => id === open.id) ? [...marked.filter(({ id }) => id !== open.id), open] : [open];

/** Why this person cannot make the decision where two people are required. */
export function whyTwoPeople(
  { proposal }: Target,
  decision: Decision,
  { isRequired, userId }: FourEyes,
): string | null {
  if (!isRequired) return null;
  if (!proposal) return 'Your organization requires a proposal by one person and a decision by another.';
  if (proposal.decision !== decision)
    return 'The open proposal is for the other decision. Propose this one for another person to decide.';
  return proposal.proposedBy === `user:${userId}` ? 'Another person has to decide your proposal.' : null;
}

export interface Step {
  id: string;
  /** The open proposal that the decision accepts. */
  proposalId?: string;
  /** Decided with others of its group in one request. */
  group?: { groupId: string; except: readonly string[]; others: readonly string[] };
}

export interface JoinedGroup {
  id: string;
  /** All certain matches of the group. */
  certain: readonly string[];
}

/** Certain matches of one group are one request, and the last one. */
export function joinSteps(steps: readonly Step[], group: JoinedGroup | undefined): readonly Step[] {
  const ids = steps.map(({ id }) => id).filter((id) => group?.certain.includes(id));
  const last = ids.at(-1);
  if (!group || last === undefined || ids.length < 2) return steps;
  const except = group.certain.filter((id) => !ids.includes(id));
  return [
    ...steps.filter(({ id }) => !ids.includes(id)),
    { id: last, group: { groupId: group.id, except, others: ids.slice(0, -1) } },
  ];
}

/** One request per match. `held` are matches that need a second person first. */
export function planDecisions(
  targets: readonly Target[],
  decision: Decision,
  fourEyes: FourEyes,
): { steps: readonly Step[]; held: readonly string[] } {
  const isHeld = (target: Target) => whyTwoPeople(target, decision, fourEyes) !== null;
  return {
    steps: targets
      .filter((target) => !isHeld(target))
      .map(({ id, proposal }) => (proposal?.decision === decision ? { id, proposalId: proposal.id } : { id })),
    held: targets.filter(isHeld).map(({ id }) => id),
  };
}

export interface Outcome {
  done: readonly string[];
  /** The first failure, if any. */
  error: unknown;
}

/**
 * A match that is gone, has changed or contradicts the reason does not stop the others; any other failure
 * would repeat.
 */
const isOfOneMatch = (error: unknown) =>
  isProblem(error) && (error.status === 404 || error.status === 409 || error.code === 'reason_contradicted');

/** Sends one request after the other. */
export async function sendAll(
  steps: readonly Step[],
  send: (step: Step) => Promise<unknown>,
  onSent: (id: string) => void,
): Promise<Outcome> {
  const done: string[] = [];
  let first: unknown;
  for (const step of steps)
    try {
      await send(step);
      for (const id of [...(step.group?.others ?? []), step.id]) {
        done.push(id);
        onSent(id);
      }
    } catch (error) {
      first ??= error;
      if (!isOfOneMatch(error)) break;
    }
  return { done, error: first };
}

/** Idempotency keys: the same request has the same key until it succeeds. */
export function createRequestKeys(newKey: () => string = () => crypto.randomUUID()) {
  const keys = new Map<string, string>();
  return async <Result>(
    request: Readonly<Record<string, unknown>>,
    send: (key: string) => Promise<Result>,
  ): Promise<Result> => {
    const name = JSON.stringify(request);
    const key = keys.get(name) ?? newKey();
    keys.set(name, key);
    const result = await send(key);
    keys.delete(name);
    return result;
  };
}

const matches = (count: number) => (count === 1 ? '1 match' : `${count} matches`);

/** What became of several matches. */
export function outcomeInWords(
  label: string,
  { done, error }: Outcome,
  { asked, held }: { asked: number; held: number },
): string {
  const count = done.length === asked ? matches(asked) : `${done.length} of ${matches(asked)}`;
  return [
    `${label}: ${count}.`,
    ...(held > 0 ? [`${matches(held)} ${held === 1 ? 'needs' : 'need'} a second person.`] : []),
    ...(error instanceof Error ? [error.message] : []),
  ].join(' ');
}
