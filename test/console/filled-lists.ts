import { ago, DAY_MS, HOUR_MS, uuid } from './filled-base.ts';

/** Screening lists: one that is current, one that waits for approval, one that has not answered for days. */
export const sources = () => [
  list('ofac_sdn', 'United States list of specially designated nationals', 13_821, {
    days: daysOf((day) => (day % 13 === 0 ? 'switched' : 'confirmed')),
  }),
  list('eu_fsf', 'European Union list of financial sanctions', 5_934, {
    attention: true,
    attentionReasons: ['shrunk'],
    days: daysOf((day) => (day < 3 ? 'held' : day % 9 === 0 ? 'switched' : 'confirmed')),
  }),
  list('un_sc', 'United Nations Security Council list', 1_006, {
    stale: true,
    staleReasons: ['not_confirmed'],
    confirmedAt: ago(6 * DAY_MS),
    days: daysOf((day) => (day === 6 ? 'failed' : day > 6 ? 'confirmed' : undefined)),
  }),
];

const list = (key: string, name: string, entryCount: number, more: object) => ({
  key,
  name,
  listKind: 'sanctions',
  enabled: true,
  versionId: uuid(30, entryCount),
  publishedAt: ago(2 * DAY_MS).slice(0, 10),
  confirmedAt: ago(2 * HOUR_MS),
  entryCount,
  droppedEntries: 0,
  origin: 'publisher',
  approvedBy: null,
  approvedAt: null,
  stale: false,
  staleReasons: [],
  attention: false,
  attentionReasons: [],
  pending: null,
  heldVersions: [],
  previousVersions: [],
  reindexPending: false,
  termBuilderVersion: 8,
  attribution: 'Publisher of the list.',
  coverage: {
    summary: 'Persons and companies whose assets are frozen.',
    gaps: ['Persons under a travel ban alone are not on it.', 'Companies that listed persons own are not named.'],
  },
  publisherUrl: 'https://publisher.example/list',
  uploads: [{ nameEndsWith: '.csv', example: 'list.csv' }],
  ...more,
});

const DAYS = 90;

/** The outcome of every day by its age in days. */
const daysOf = (outcomeOf: (day: number) => string | undefined) =>
  Array.from({ length: DAYS }, (_, index) => DAYS - 1 - index).flatMap((day) => {
    const outcome = outcomeOf(day);
    return outcome ? [{ day: ago(day * DAY_MS).slice(0, 10), outcome }] : [];
  });

const YEAR = 365;
/** Attestations began within the year. */
const FIRST_ATTESTED = 300;

/** A year of one list until yesterday, with a day of each kind. */
export function coverage(key: string) {
  const days = Array.from({ length: YEAR }, (_, index) => YEAR - index).map((age) => {
    const attested = age <= FIRST_ATTESTED;
    const isGap = age % 37 === 1;
    const outcome =
      !attested || age === FIRST_ATTESTED ? null : isGap ? 'gap' : age % 7 === 0 ? 'unchanged' : 'confirmed';
    const gapMinutes = outcome === 'gap' ? 31 * age : 0;
    return {
      date: dayAgo(age),
      attested,
      outcome,
      gapMinutes,
      held: attested && age % 53 === 5,
      stale: isGap && age > 40,
    };
  });
  return { key, from: dayAgo(YEAR), until: dayAgo(1), days };
}

const dayAgo = (days: number) => ago(days * DAY_MS).slice(0, 10);

/** What one list was on a day with a gap and a new version. */
export function attestation(date: string) {
  const at = (time: string) => `${date}T${time}:00.000Z`;
  const next = new Date(Date.parse(date) + DAY_MS).toISOString();
  return {
    id: uuid(32, 1),
    organizationId: uuid(1, 1),
    mode: 'test',
    date,
    madeAt: next,
    lists: [
      {
        key: 'ofac_sdn',
        outcome: 'gap',
        versions: [
          { from: at('00:00'), to: at('09:00'), versionId: uuid(30, 1), publishedAt: '2026-03-13' },
          { from: at('09:00'), to: next, versionId: uuid(30, 2), publishedAt: null },
        ],
        confirmations: 22,
        failedChecks: 1,
        lastConfirmedAt: at('23:30'),
        gaps: [{ from: at('14:30'), to: at('15:01'), reason: 'publisher_unavailable' }],
        gapMinutes: 31,
        held: [{ from: at('20:00'), to: next }],
        stale: [],
      },
    ],
    watches: {
      count: 1_204,
      verified: 1_203,
      failed: 1,
      verifiedAt: at('22:31'),
      against: [{ key: 'ofac_sdn', versionId: uuid(30, 2) }],
    },
    runs: { incomplete: 2, failed: 0 },
    digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  };
}

/** The built-in profiles and one of the organization. */
export const profiles = () => [
  profile('standard', {
    builtIn: true,
    sources: null,
    reviewScore: 70,
    purpose: 'People whose date of birth is known.',
  }),
  profile('thorough', { builtIn: true, sources: null, purpose: 'Names without a date of birth, and companies.' }),
  profile('onboarding', { version: 2, sources: ['ofac_sdn', 'eu_fsf'] }),
];

const profile = (key: string, more: object) => ({
  id: uuid(31, key.length),
  key,
  version: 1,
  builtIn: false,
  reviewScore: 65,
  matchScore: 90,
  pepLookbackMonths: null,
  purpose: 'Customers who open an account without a document.',
  riskRationale: 'Names are typed by the customer.',
  createdAt: ago(DAY_MS),
  createdBy: null,
  proposedBy: null,
  ...more,
});
