import { OUTCOME_WORDS } from '@assay/watchlist/assurance-reading';
import type { Assurance, AssuranceSummary } from '../api/assurance.ts';
import type { Mark, Tone } from '../parts/pill.tsx';

type Tested = Pick<Assurance, 'profile' | 'sources' | 'reviewScore'>;

/** What was tested, in a few words. */
export const testedInWords = ({ profile, sources, reviewScore }: Tested) =>
  `${profile ? `${profile.key} v${profile.version}` : sources.join(', ')} · review from ${reviewScore}`;

type State = Pick<Assurance, 'status' | 'done' | 'total'> & { outcome: AssuranceSummary['outcome'] };

interface StateWords {
  tone: Tone;
  mark: Mark;
  word: string;
}

const OUTCOMES: Record<NonNullable<State['outcome']>, StateWords> = {
  passed: { tone: 'ok', mark: 'dot', word: OUTCOME_WORDS.passed },
  limited: { tone: 'warn', mark: 'square', word: OUTCOME_WORDS.limited },
  failed: { tone: 'bad', mark: 'diamond', word: OUTCOME_WORDS.failed },
};

const STATUSES: Record<State['status'], StateWords> = {
  queued: { tone: 'neutral', mark: 'ring', word: 'Waiting to begin' },
  running: { tone: 'info', mark: 'ring', word: 'Running' },
  completed: { tone: 'neutral', mark: 'dot', word: 'Completed' },
  failed: { tone: 'bad', mark: 'diamond', word: 'The test did not complete' },
  cancelled: { tone: 'neutral', mark: 'ring', word: 'Cancelled, without a result' },
};

/** The outcome of a test, or how far it is. */
export function stateOf({ status, done, total, outcome }: State): StateWords {
  if (outcome) return OUTCOMES[outcome];
  const words = STATUSES[status];
  if (status !== 'running' || !total) return words;
  return { ...words, word: `Running: ${Math.floor((100 * done) / total)} %` };
}

type Due = 'none' | 'repeated' | 'due' | 'overdue';

/**
 * Whether a test has to be repeated. One that was repeated since, with the same profile or the same lists and score, has
 * not.
 */
export function dueOf(test: AssuranceSummary, tests: readonly AssuranceSummary[], now: number): Due {
  if (test.nextDueAt === null) return 'none';
  const newer = tests.filter(({ createdAt }) => createdAt > test.createdAt);
  const isRepeated = newer.some((one) => one.outcome !== null && isLike(one, test));
  if (isRepeated) return 'repeated';
  return Date.parse(test.nextDueAt) <= now ? 'overdue' : 'due';
}

const isLike = (one: Tested, other: Tested) =>
  one.profile || other.profile
    ? one.profile?.key === other.profile?.key
    : one.reviewScore === other.reviewScore && String(one.sources.toSorted()) === String(other.sources.toSorted());
