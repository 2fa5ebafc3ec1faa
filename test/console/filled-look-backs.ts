import { ago, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';

/** A look-back over watches: one customer was found by the second version, one could not be compared completely. */
const version = (index: number) => ({
  versionId: uuid(44, index),
  publishedAt: ago((10 - index) * DAY_MS).slice(0, 10),
  activatedAt: ago((10 - index) * DAY_MS),
});

const input = {
  batchId: null,
  watches: 1_200,
  source: 'ofac_sdn',
  reviewScore: null,
  versions: [version(1), version(2), version(3)],
};

const job = {
  id: uuid(45, 1),
  status: 'completed',
  total: 2_400,
  done: 2_400,
  failed: 0,
  createdBy: `user:${ME}`,
  createdAt: ago(HOUR_MS),
  startedAt: ago(HOUR_MS),
  estimatedEndAt: null,
  endedAt: ago(HOUR_MS / 2),
};

export const lookBackJobs = () => [{ ...job, kind: 'screening_look_back', input }];

export const lookBack = (isRunning: boolean) => ({
  ...job,
  ...(isRunning && { status: 'running', done: 800, endedAt: null }),
  ...input,
  unavailable: [{ versionId: uuid(44, 1), reason: 'not_archived' }],
  found: 1,
  incomplete: 1,
});

const finding = {
  row: null,
  line: null,
  riskSubjectId: null,
  isCertain: false,
  version: null,
  match: null,
  incompleteReasons: [],
  done: null,
  runs: [],
  watchedSince: null,
};

export const lookBackFindings = () => [
  {
    ...finding,
    watchId: uuid(46, 1),
    reference: 'customer 17',
    riskSubjectId: uuid(4, 1),
    outcome: 'reached',
    version: version(2),
    match: { entryId: '7513', listedName: null, score: 85, status: 'possible_match' },
    done: 'runs',
    runs: [
      {
        runId: uuid(34, 1),
        createdAt: ago(2 * DAY_MS),
        trigger: 'watch',
        status: 'clear',
        listVersionId: uuid(44, 2),
        decisions: [],
      },
    ],
    watchedSince: ago(90 * DAY_MS),
  },
  {
    ...finding,
    watchId: uuid(46, 2),
    reference: null,
    outcome: 'incomplete',
    incompleteReasons: ['subject_unreadable'],
  },
];
