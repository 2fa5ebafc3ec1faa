import { ago, DAY_MS, uuid } from './filled-base.ts';

/** Answers for what is begun in the console: a look-up, and the run that it is kept as. */
interface Matched {
  match: object;
  run: object;
  entry: object;
}

const SEARCHED = ['ofac_sdn', 'eu_fsf', 'un_sc'].map((key) => ({
  key,
  versionId: uuid(30, 1),
  publishedAt: ago(2 * DAY_MS).slice(0, 10),
  missing: false,
  stale: key === 'un_sc',
  staleReasons: [],
  attention: false,
  droppedEntries: 0,
  reindexPending: false,
  termBuilderVersion: 8,
}));

export const keptRun = ({ match, run, entry }: Matched) => ({
  ...run,
  id: uuid(34, 1),
  status: 'possible_match',
  trigger: 'api',
  topScore: 75,
  incompleteReasons: [],
  sources: SEARCHED,
  matches: [{ ...match, entry, group: null, listKind: 'sanctions' }],
  sessionId: null,
  createdAt: ago(DAY_MS),
});

export const foundEntries = ({ match, entry }: Matched) => {
  const found = { ...match, entry, listKind: 'sanctions' };
  return {
    items: [found],
    total: 1,
    nearMisses: [{ ...found, sourceEntryId: '7513', listedName: 'FEATHERSTONE, Ambrosia', score: 61 }],
    reviewScore: 65,
    matchScore: 90,
    incomplete: false,
    incompleteReasons: [],
    errorCode: null,
    sources: SEARCHED,
    profile: { key: 'thorough', version: 1 },
    scorerVersion: 'screening-score-v6',
    attributions: ['Source: OFAC.'],
  };
};

/** What each scenario gives: one of its actions is open already. */
export const simulated = (scenarios: readonly { name: string }[] = []) => ({
  results: scenarios.map(({ name }) => ({
    name,
    applicability: { status: 'applicable', reasons: [] },
    evaluation: {
      outcome: 'complete',
      score: 68,
      band: 'high',
      decision: 'restrict',
      factors: [],
      rules: [],
      inputs: [],
      reasons: [],
      actions: [
        { name: 'limit_payouts', because: [] },
        { name: 'call_customer', because: [] },
      ],
      freshUntil: null,
      reviewDueAt: ago(-30 * DAY_MS),
      evaluatorVersion: 'v1',
    },
  })),
});

const batched = { reference: null, riskSubjectId: null, incomplete: false, incompleteReasons: [], errorCode: null };

export const screeningBatch = () => ({
  id: uuid(36, 1),
  status: 'completed',
  total: 4,
  failed: 1,
  byStatus: { match: 1, possible_match: 0, clear: 1, incomplete: 1, error: 0 },
  profile: { key: 'thorough', version: 1 },
  runs: [
    { ...batched, reference: 'line 1', runId: uuid(34, 1), status: 'clear', topScore: null, matchCount: 0 },
    { ...batched, reference: 'line 2', runId: uuid(34, 2), status: 'match', topScore: 97, matchCount: 2 },
    {
      ...batched,
      reference: 'line 3',
      runId: uuid(34, 3),
      status: 'incomplete',
      incomplete: true,
      incompleteReasons: ['source_stale'],
      topScore: null,
      matchCount: 0,
    },
    {
      ...batched,
      reference: 'customer-4',
      runId: null,
      status: null,
      incomplete: null,
      topScore: null,
      matchCount: 0,
      problem: { code: 'not_found', detail: 'There is no risk subject with this id.' },
    },
  ],
  createdBy: `user:${uuid(1, 1)}`,
  createdAt: ago(DAY_MS),
});
