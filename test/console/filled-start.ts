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

/** What an assessment would be now: one of its actions is open already. */
export const simulated = () => ({
  results: [
    {
      name: 'now',
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
    },
  ],
});
