import { type CLASS_KEYS, VARIANT_CLASSES } from '#packages/watchlist/src/assurance/classes.ts';
import { resultOf } from '#packages/watchlist/src/assurance/result.ts';
import { countScore, emptyCounts } from '#packages/watchlist/src/assurance/review-scores.ts';
import { newTally } from '#packages/watchlist/src/assurance/tally.ts';
import { ago, COLLEAGUE, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';

/** Tests of effectiveness: one that failed, one that counts, one that was repeated since, and one that is overdue. */

const counts = (scores: readonly (readonly [score: number, cases: number])[]) => {
  const counted = emptyCounts();
  for (const [score, cases] of scores) for (let at = 0; at < cases; at++) countScore(counted, score);
  return counted;
};

/** By name alone letters typed wrong reach 65, and words without vowels nothing. */
const bareScores = (key: string) => {
  if (['one_letter', 'transposition', 'ocr', 'initials', 'digits_for_letters'].includes(key))
    return counts([
      [40, 2],
      [65, 520],
      [95, 75],
    ]);
  if (key === 'dropped_vowels')
    return counts([
      [40, 480],
      [95, 110],
    ]);
  if (key === 'cut_140') return counts([]);
  return counts([
    [40, 3],
    [85, 300],
    [95, 90],
  ]);
};

function result(reviewScore: number) {
  const tally = newTally();
  for (const { key } of VARIANT_CLASSES)
    tally.classes[key] = {
      bare: bareScores(key),
      known: counts([
        [40, 1],
        [90, 320],
      ]),
    };
  tally.customers = 10_000;
  tally.alerts = {
    bare: counts([
      [58, 700],
      [65, 610],
      [72, 1_355],
    ]),
    known: counts([
      [65, 94],
      [72, 222],
    ]),
  };
  tally.flagged = {
    bare: counts([
      [58, 90],
      [65, 106],
      [72, 560],
    ]),
    known: counts([
      [65, 34],
      [72, 152],
    ]),
  };
  return resultOf(tally, reviewScore);
}

const LISTS = ['ofac_sdn', 'eu_fsf'];
const ended = (days: number) => ({ startedAt: ago(days * DAY_MS), endedAt: ago(days * DAY_MS - HOUR_MS / 6) });

const test = (index: number, more: object) => ({
  id: uuid(37, index),
  status: 'completed',
  total: 11_000,
  done: 11_000,
  failed: 0,
  createdBy: `user:${ME}`,
  createdAt: ago(index * DAY_MS),
  startedAt: null,
  estimatedEndAt: null,
  endedAt: null,
  profile: { key: 'onboarding', version: 2 },
  sources: LISTS,
  reviewScore: 70,
  matchScore: 90,
  entries: 1_000,
  customers: 10_000,
  seed: 1,
  scorerVersion: 'screening-score-v8',
  comparedWith: null,
  nextDueAt: null,
  ...more,
});

const NOTHING_BESIDE = {
  files: [],
  decisions: null,
  limits: [],
  limitProposals: [],
  lapsedLimits: [],
  outcomeBeyondLimits: null,
};

export const runningAssurance = () => ({
  ...test(0, { status: 'running', done: 4_400, startedAt: ago(HOUR_MS / 30), estimatedEndAt: ago(-HOUR_MS / 20) }),
  listVersions: [],
  result: null,
  missed: 0,
  misses: [],
  differences: [],
  ...NOTHING_BESIDE,
});

export const assurances = () => [
  {
    ...test(1, { status: 'failed', done: 0, total: null, ...ended(1), createdBy: `user:${COLLEAGUE}` }),
    problem: { code: 'no_entries', detail: 'None of the lists has a version with entries.' },
    outcome: null,
  },
  { ...test(3, { ...ended(3), nextDueAt: ago(-362 * DAY_MS) }), outcome: 'limited' },
  { ...test(200, { ...ended(200), nextDueAt: ago(-165 * DAY_MS) }), outcome: 'limited' },
  { ...test(400, { ...ended(400), profile: null, reviewScore: 65, nextDueAt: ago(35 * DAY_MS) }), outcome: 'passed' },
];

const miss = (key: (typeof CLASS_KEYS)[number], name: string, listedName: string) => ({
  class: key,
  known: 'bare',
  reason: 'below_score',
  name,
  dateOfBirth: null,
  nationality: null,
  source: 'ofac_sdn',
  entryId: '7513',
  listedName,
  score: 65,
  factors: [
    { code: 'fuzzy_token', points: 75, detail: 'fether is one letter off feather.' },
    { code: 'one_letter_off_cap', points: -10, detail: 'One letter off is never more than 65.' },
  ],
});

export const assurance = () => ({
  ...test(3, { ...ended(3), nextDueAt: ago(-362 * DAY_MS), comparedWith: uuid(37, 200) }),
  listVersions: LISTS.map((list) => ({ list, versionId: uuid(30, 1), publishedAt: ago(5 * DAY_MS).slice(0, 10) })),
  result: result(70),
  missed: 2_575,
  misses: [
    miss('one_letter', 'Ambrose Fether', 'FEATHER, Ambrose'),
    miss('one_letter', 'Quilfeather Trading', 'QUILLFEATHER TRADING'),
    { ...miss('dropped_vowels', 'Ambrose Fthr', 'FEATHER, Ambrose'), score: 20, factors: [] },
  ],
  differences: [
    { class: 'transliteration', known: 'bare', before: 0.843, now: 0.992, isBeyondChance: true },
    { class: 'initials', known: 'bare', before: 0.131, now: 0.126, isBeyondChance: false },
  ],
  ...NOTHING_BESIDE,
  decisions: {
    byScore: [
      { score: 68, confirmed: 0, falsePositive: 2 },
      { score: 72, confirmed: 1, falsePositive: 6 },
    ],
    above: [],
    below: [],
    isComplete: true,
  },
  limits: [
    {
      class: 'one_letter',
      known: 'bare',
      recall: 0.12,
      reason: 'Names are read from documents, with the date of birth.',
      proposedBy: `user:${COLLEAGUE}`,
      acceptedBy: `user:${ME}`,
      acceptedAt: ago(2 * DAY_MS),
      acceptanceReason: 'Compared with the customers of the quarter.',
      acceptedIn: uuid(37, 3),
      expiresAt: ago(-178 * DAY_MS),
    },
  ],
  limitProposals: [
    {
      id: uuid(38, 1),
      class: 'transposition',
      known: 'bare',
      expiresInDays: 180,
      recall: 0.12,
      reason: 'As one letter off.',
      proposedBy: `user:${COLLEAGUE}`,
      proposedAt: ago(DAY_MS),
      status: 'open',
      closedBy: null,
      closedAt: null,
    },
  ],
  outcomeBeyondLimits: 'limited',
});
