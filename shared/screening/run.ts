import {
  ERROR_CODES,
  FactorCode,
  GROUP_CERTAINTIES,
  LIST_KINDS,
  POSITION_CATEGORIES,
  RELATIONS,
} from '@assay/watchlist';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { ScreeningEntry } from './entry.ts';

/** The result of a screening, and how complete it is. It contains no name of the subject. */
export const ScreeningStatus = z.enum(['match', 'possible_match', 'clear', 'incomplete', 'error']);
export type ScreeningStatus = z.infer<typeof ScreeningStatus>;

export const IncompleteReason = z
  .enum([
    'source_missing',
    'source_stale',
    'source_attention',
    'source_dropped_entries',
    'source_reindex_pending',
    'candidates_capped',
    'pep_candidates_capped',
    'name_terms_capped',
    'name_without_tokens',
    'subject_unreadable',
  ] as const)
  .describe(
    '`source_missing`: the list is unknown, switched off or was never loaded. `source_stale`, `source_attention`, ' +
      '`source_dropped_entries`: see the list in `GET /screening/sources`. `source_reindex_pending`: the list is ' +
      'indexed by the rules of another release, so names were missed that this release finds, such as names one ' +
      'letter off; it is being indexed again. `candidates_capped`, `pep_candidates_capped`: more entries share a ' +
      'word with the ' +
      'name than are scored. `name_terms_capped`: more than six names, ten identifiers or too many search ' +
      'terms, or an ' +
      'identifier longer than 120 characters. `name_without_tokens`: no name has a word to search by. ' +
      '`subject_unreadable`: a name has lost letters (a replacement character, or a question mark inside a word), ' +
      'or, in a verification workflow, the identity document states a date of birth, nationality, number or issuing ' +
      'country that could not be read and was not compared.',
  );
export type IncompleteReason = z.infer<typeof IncompleteReason>;

const MatchFactor = z.object({ code: FactorCode, points: z.int(), detail: z.string() });

const PartialDate = z.string().describe('`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.');

export const PepPosition = z.object({
  category: z.enum(POSITION_CATEGORIES),
  title: z.string(),
  country: z.string().nullable(),
  startDate: PartialDate.nullable(),
  endDate: PartialDate.nullable(),
  current: z.boolean(),
  roster: z.string(),
});

export const PepStanding = z.enum(['pep', 'former_pep', 'family_member', 'none']);
export type PepStanding = z.infer<typeof PepStanding>;

export const PepMatch = z.object({
  standing: PepStanding,
  flags: z.array(z.enum(['position_dates_unknown'])),
  lastHeldUntil: PartialDate.nullable(),
  positions: z.array(PepPosition),
  relatedPeps: z.array(
    z.object({
      entryId: z.string(),
      name: z.string(),
      relation: z.enum(RELATIONS),
      positions: z.array(PepPosition),
    }),
  ),
});
export type PepMatch = z.infer<typeof PepMatch>;

export const MatchDecision = z.enum(['pending', 'confirmed', 'false_positive']);

/** Why an earlier decision on the same entry for the same subject does not count for a new match. */
const REMEMBERED_REASONS = [
  'remembered_entry_changed',
  'remembered_subject_changed',
  'remembered_scorer_changed',
  'remembered_score_rose',
  'remembered_expired',
] as const;
export type RememberedReason = (typeof REMEMBERED_REASONS)[number];

/** Why a match waits for a decision although one was made before. */
const ReviewReason = z
  .enum(['listing_removed', 'quality_disagreement', ...REMEMBERED_REASONS])
  .describe(
    'Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed ' +
      'match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second ' +
      'person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending ' +
      'match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts ' +
      'of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the ' +
      'comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the ' +
      'decision is older than `expiresAfterDays`, or a person has expired it.',
  );

const RememberedFrom = z
  .object({
    runId: z.uuid(),
    matchId: z.uuid().describe('The match that a person decided.'),
    decision: z.enum(['confirmed', 'false_positive']),
    decidedBy: z.string(),
    decidedAt: Timestamp,
  })
  .meta({
    id: 'RememberedFrom',
    description:
      'Where the decision on the match comes from, if no person has decided the match itself: a decision on an equal ' +
      'match of an earlier run of the same subject. Only while the organization remembers decisions.',
  });

const MatchGroup = z
  .object({
    id: z.uuid().describe('The same for all matches of the group.'),
    certainty: z
      .enum(GROUP_CERTAINTIES)
      .describe(
        '`certain`: the members with the highest score, and those that state the same UN reference, IMO number, LEI, ' +
          'wallet or document number of the same country. `likely`: the same full name and day of birth. ' +
          '`POST /screening/matches/decisions` decides the certain ones together.',
      ),
  })
  .meta({
    id: 'ScreeningMatchGroup',
    examples: [{ id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02', certainty: 'certain' }],
  });

export const ScreeningMatch = z
  .object({
    id: z.uuid(),
    source: z.string(),
    sourceEntryId: z.string(),
    listedName: z.string(),
    matchedName: z.string(),
    score: z.int(),
    factors: z.array(MatchFactor).describe('Their points add up to the score.'),
    decision: MatchDecision,
    reviewReason: ReviewReason.optional(),
    rememberedFrom: RememberedFrom.optional(),
    listKind: z.enum(LIST_KINDS),
    pep: PepMatch.nullable(),
    group: MatchGroup.nullable()
      .default(null)
      .describe('The matches of the run that name the same party. Null in runs made before matches were grouped.'),
    entry: ScreeningEntry.nullable()
      .default(null)
      .describe('The entry as it was listed when the run was made. Null in runs made before entries were stored.'),
  })
  .meta({ id: 'ScreeningMatch' });
export type ScreeningMatch = z.infer<typeof ScreeningMatch>;

/** One decision on a match, with the person who made it. */
export const DecisionEntry = z.object({
  matchId: z.uuid(),
  decision: MatchDecision,
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: Timestamp,
  proposalId: z.uuid().nullable().default(null).describe('The proposal it accepts, if any.'),
  proposedBy: z.string().nullable().default(null).describe('Who proposed the decision, if anyone.'),
});

export const RunSource = z.object({
  key: z.string(),
  versionId: z.uuid().nullable(),
  publishedAt: z.string().nullable(),
  missing: z.boolean(),
  stale: z.boolean(),
  staleReasons: z.array(z.string()),
  attention: z.boolean(),
  droppedEntries: z.int(),
  reindexPending: z.boolean(),
  termBuilderVersion: z.int().nullable(),
  listKind: z.enum(LIST_KINDS).optional().describe('Of an own list.'),
});
export type RunSource = z.infer<typeof RunSource>;

/** A published policy that reads a fact from the source of a run. */
const PolicyReader = z.object({
  policyKey: z.string(),
  policyVersionId: z.uuid(),
  version: z.int(),
});

export const RecordedFact = z.object({
  fact: z.enum(['screening.sanctions', 'screening.pep', 'screening.measures', 'screening.watch']),
  source: z
    .string()
    .describe(
      'The source to name in `acceptedSources` of a policy. Lists are in the order of the list table; a ' +
        'policy that names them in another order accepts the same source.',
    ),
  readByPolicies: z
    .array(PolicyReader)
    .nullable()
    .default(null)
    .describe(
      'Published policies of this organization and mode that read the fact from this source, up to 20, each with ' +
        'its newest version that does, as of the creation of the run. Empty: no assessment uses the result. Null: ' +
        'the run was created before this property existed.',
    ),
});
export type RecordedFact = z.infer<typeof RecordedFact>;

export const RunNotice = z.object({
  code: z.enum([
    'risk_source_unread',
    'unknown_list',
    'earlier_match_open',
    'earlier_match_confirmed',
    'later_run_recorded',
    'identifier_check_failed',
    'one_word_match',
  ] as const),
  message: z.string(),
  runId: z.uuid().optional().describe('The run of the earlier match.'),
  matchId: z.uuid().optional().describe('The earlier match.'),
});
export type RunNotice = z.infer<typeof RunNotice>;

export const RunProfile = z.object({ key: z.string(), version: z.int() });
export type RunProfile = z.infer<typeof RunProfile>;

export const ScreeningRun = z
  .object({
    id: z.uuid(),
    status: ScreeningStatus,
    incomplete: z.boolean(),
    incompleteReasons: z.array(IncompleteReason),
    errorCode: z.enum(ERROR_CODES).nullable(),
    trigger: z.enum(['api', 'workflow', 'watch']),
    sources: z.array(RunSource),
    policy: z.object({
      reviewScore: z.int(),
      matchScore: z.int(),
      scorerVersion: z.string(),
      pepLookbackMonths: z.int().nullable(),
    }),
    profile: RunProfile.optional().describe(
      'The profile that the request named, in the version that was used. Absent without one.',
    ),
    riskSource: z
      .string()
      .describe(
        '`service:screening:<lists joined by +>:r<reviewScore>:m<matchScore>`, the lists in the order of the ' +
          'list table.',
      )
      .meta({ examples: ['service:screening:eu_fsf+ofac_sdn+service_pep:r70:m90'] }),
    riskSources: z
      .array(RecordedFact)
      .describe('The facts the run recorded on its risk subject; empty without a risk subject.'),
    notices: z
      .array(RunNotice)
      .default([])
      .describe(
        '`risk_source_unread`: the run recorded a fact from a source that no published policy accepts. ' +
          '`unknown_list`: a key in `sources` is not the key of a list. `earlier_match_open`, ' +
          '`earlier_match_confirmed`: the run alone would have recorded a less serious fact; the match of an earlier ' +
          'run that `runId` and `matchId` name is in force for the risk subject and decides the fact. ' +
          '`identifier_check_failed`: the check digits of an IMO number or LEI are wrong, so it is probably mistyped. ' +
          '`one_word_match`: a single word of the name and the day of birth agree with an entry, which is a match by ' +
          'the rules and may be another person. ' +
          '`later_run_recorded`: the run was attached to its risk subject after a later run of the same lists, which ' +
          '`runId` names, had recorded the fact. ' +
          'Determined when the run is created or attached, and the same in every later answer.',
      ),
    candidateCount: z.int(),
    topScore: z.int().nullable(),
    matches: z.array(ScreeningMatch),
    decisions: z.array(DecisionEntry).describe('The audit trail of the matches.'),
    subjectDigest: z
      .string()
      .describe('Keyed hash: the same subject has the same digest until the operator rotates the master secret.'),
    riskSubjectId: z.uuid().nullable(),
    sessionId: z.uuid().nullable(),
    attributions: z.array(z.string()).describe('Credit to state with results from these lists.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ScreeningRun' });
export type ScreeningRun = z.infer<typeof ScreeningRun>;

/** The run without the listed entries of its matches, which are stored apart from it. */
export const withoutEntries = (run: ScreeningRun): ScreeningRun => ({
  ...run,
  matches: run.matches.map((match) => ({ ...match, entry: null })),
});

/** Above this size entries are stored only with the run, not again in its idempotency record. */
const REPEATED_ENTRY_BYTES = 64 * 1024;

export const hasLargeEntries = ({ matches }: ScreeningRun) =>
  Buffer.byteLength(JSON.stringify(matches.map(({ entry }) => entry))) > REPEATED_ENTRY_BYTES;

/** The run with the listed entry of each match, in their order. */
export const withEntries = (run: ScreeningRun, entries: readonly ScreeningMatch['entry'][]): ScreeningRun => ({
  ...run,
  matches: run.matches.map((match, at) => ({ ...match, entry: entries[at] ?? null })),
});
