import { ago, HOUR_MS, ME, uuid } from './filled-base.ts';

/** A backtest of 4,100 assessments, and one that is running. */
export const backtest = (changes: object = {}) => ({
  id: uuid(45, 1),
  status: 'completed',
  total: 4_100,
  done: 4_100,
  failed: 0,
  createdBy: `user:${ME}`,
  createdAt: ago(HOUR_MS),
  startedAt: ago(HOUR_MS),
  estimatedEndAt: null,
  endedAt: ago(HOUR_MS / 2),
  policyVersionId: uuid(5, 3),
  version: 3,
  definitionHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00.000Z', until: '2026-03-14T09:26:53.589Z' },
  evidence: 'as_known',
  limit: 10_000,
  matrix: [
    { before: 'none', after: 'none', cases: 3_000 },
    { before: 'none', after: 'review', cases: 80 },
    { before: 'review', after: 'review', cases: 900 },
    { before: 'review', after: 'restrict', cases: 20 },
    { before: 'restrict', after: 'review', cases: 100 },
  ],
  bands: [
    { before: 'low', after: 'low', cases: 3_000 },
    { before: 'low', after: 'elevated', cases: 80 },
    { before: 'elevated', after: 'elevated', cases: 900 },
    { before: 'high', after: 'elevated', cases: 100 },
    { before: 'elevated', after: 'high', cases: 20 },
  ],
  otherBands: 0,
  scoreHistogram: { width: 10, bins: [] },
  perRule: [{ key: 'sanctions_match', fired: 12, only: 10 }],
  perFactor: [{ key: 'email_age', cases: 4_000, meanPoints: 12.4 }],
  incomplete: 3,
  skipped: 0,
  isCut: false,
  problems: [],
  changedCases: 200,
  changed: { items: [changedCase(1)], nextOffset: null },
  ...changes,
});

function changedCase(index: number) {
  return {
    subjectId: uuid(4, index),
    assessmentId: uuid(3, index),
    before: { decision: 'review', band: 'elevated', score: 47 },
    after: { decision: 'restrict', band: 'high', score: 47 },
  };
}

export const changedCases = () => [1, 2, 3].map(changedCase);

export const runningBacktest = () =>
  backtest({
    id: uuid(45, 2),
    status: 'running',
    done: 1_600,
    endedAt: null,
    matrix: [],
    bands: [],
    perRule: [],
    perFactor: [],
    incomplete: 0,
    changedCases: 0,
    changed: { items: [], nextOffset: null },
  });

export const backtestJobs = () =>
  [backtest(), runningBacktest()].map(
    ({ id, status, total, done, failed, createdBy, createdAt, startedAt, estimatedEndAt, endedAt, ...input }) => ({
      id,
      kind: 'policy_backtest',
      status,
      total,
      done,
      failed,
      createdBy,
      createdAt,
      startedAt,
      estimatedEndAt,
      endedAt,
      input,
    }),
  );
