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
