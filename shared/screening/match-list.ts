import { cutText } from '@assay/watchlist';
import * as z from 'zod';
import { ReasonFact } from '#shared/organization/settings/contract.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { SubjectKind } from '#shared/risk/contract.ts';
import { ScreeningEntry } from './entry.ts';
import { MatchProposal, openProposalOf, ReviewedDecision } from './match-proposal.ts';
import { DecisionEntry, MatchDecision, PepStanding, ScreeningMatch, ScreeningRun } from './run.ts';
import type { StoredRun } from './stored-run.ts';

/** Which list a match is in: each match is in exactly one. */
export const MatchState = z.enum(['pending', 'proposed', 'decided']);
export type MatchState = z.infer<typeof MatchState>;

/** A name as lists show it; the match itself has the whole name. */
const LISTED_NAME_CHARACTERS = 200;

export const MatchSummary = ScreeningMatch.pick({
  id: true,
  source: true,
  sourceEntryId: true,
  listedName: true,
  matchedName: true,
  score: true,
  decision: true,
  listKind: true,
  reviewReason: true,
  rememberedFrom: true,
  group: true,
})
  .extend({ pepStanding: PepStanding.nullable().describe('Of a match on the PEP list.') })
  .meta({ id: 'ScreeningMatchSummary' });
export type MatchSummary = z.infer<typeof MatchSummary>;

export const RunSummary = ScreeningRun.pick({
  id: true,
  status: true,
  incomplete: true,
  incompleteReasons: true,
  topScore: true,
  trigger: true,
  sessionId: true,
  createdAt: true,
}).meta({ id: 'ScreeningRunSummary' });
export type RunSummary = z.infer<typeof RunSummary>;

export const MatchSubject = z
  .object({ id: z.uuid(), kind: SubjectKind, externalId: z.string() })
  .meta({ id: 'MatchSubject' });
export type MatchSubject = z.infer<typeof MatchSubject>;

export const ProposalSummary = MatchProposal.pick({
  id: true,
  decision: true,
  proposedBy: true,
  proposedAt: true,
}).meta({ id: 'MatchProposalSummary' });
export type ProposalSummary = z.infer<typeof ProposalSummary>;

/** Who made the latest decision on a match, for lists. */
export const DecisionSummary = DecisionEntry.pick({ decidedBy: true, decidedAt: true, proposedBy: true }).meta({
  id: 'MatchDecisionSummary',
});
export type DecisionSummary = z.infer<typeof DecisionSummary>;

export const MatchListItem = z
  .object({
    match: MatchSummary,
    run: RunSummary,
    subject: MatchSubject.nullable().describe('The risk subject of the run, if it has one.'),
    proposal: ProposalSummary.nullable().describe('The open proposal, if there is one.'),
    latestDecision: DecisionSummary.optional().describe(
      'Who made the latest decision on the match. Missing without one, and if it was made before lists recorded it.',
    ),
  })
  .meta({ id: 'ScreeningMatchItem' });
export type MatchListItem = z.infer<typeof MatchListItem>;

/** A decision on an equal match of the same subject. */
export const EarlierDecision = z
  .object({
    runId: z.uuid(),
    matchId: z.uuid(),
    decision: MatchDecision,
    reason: z.string(),
    decidedBy: z.string(),
    decidedAt: Timestamp,
    proposedBy: z.string().nullable(),
    score: z.int().describe('The score of the match that was decided.'),
    entryDigest: z.string().nullable().describe('Digest of the listed entry at that time.'),
    entryChanged: z
      .boolean()
      .nullable()
      .describe(
        'Whether the list states other facts of the entry now than it did then; null if either run stored no entry.',
      ),
  })
  .meta({ id: 'EarlierMatchDecision' });
export type EarlierDecision = z.infer<typeof EarlierDecision>;

/** A reason of the organization, for one match. */
export const OfferedReason = z
  .object({
    text: z.string(),
    decision: ReviewedDecision,
    fact: ReasonFact,
    contradiction: z
      .string()
      .nullable()
      .describe(
        'What the comparison found against it, such as `the day of birth is the same`. A decision or proposal with ' +
          'such a reason is refused.',
      ),
  })
  .meta({
    id: 'OfferedDecisionReason',
    examples: [
      {
        text: 'Different date of birth',
        decision: 'false_positive',
        fact: 'birth',
        contradiction: 'the day of birth is the same',
      },
    ],
  });
export type OfferedReason = z.infer<typeof OfferedReason>;

/** A match of a group, with what a reviewer compares. */
export const GroupMember = z
  .object({
    match: MatchSummary,
    entry: ScreeningEntry.nullable(),
    proposal: ProposalSummary.nullable().describe('The open proposal, if there is one.'),
  })
  .meta({ id: 'ScreeningGroupMember' });
export type GroupMember = z.infer<typeof GroupMember>;

export const MatchDetail = z
  .object({
    match: ScreeningMatch.omit({ entry: true }),
    run: ScreeningRun.omit({ matches: true }).describe(
      'The run without its matches. `decisions` are those on this match.',
    ),
    subject: MatchSubject.nullable().describe('The risk subject of the run, if it has one.'),
    entry: ScreeningEntry.nullable().describe(
      'The entry as it was listed when the run was made. Null in runs made before entries were stored.',
    ),
    members: z
      .array(GroupMember)
      .describe(
        'All matches of its group, this one included, highest score first. Empty in runs made before matches were ' +
          'grouped.',
      ),
    earlier: z
      .array(EarlierDecision)
      .describe(
        'Decisions on other matches of the same risk subject or the same screened data with the same entry of the ' +
          'same list, newest first, at most 20.',
      ),
    proposal: MatchProposal.nullable().describe('The open proposal, if there is one.'),
    reasons: z.array(OfferedReason).describe('The reasons in the settings of the organization, for this match.'),
  })
  .meta({ id: 'ScreeningMatchDetail' });
export type MatchDetail = z.infer<typeof MatchDetail>;

export const matchStateOf = (
  { id, decision, reviewReason }: Pick<ScreeningMatch, 'id' | 'decision' | 'reviewReason'>,
  proposals: StoredRun['proposals'] = [],
): MatchState => {
  if (openProposalOf(proposals, id)) return 'proposed';
  return decision === 'pending' || reviewReason ? 'pending' : 'decided';
};

export const summarizeMatch = ({ pep, ...match }: ScreeningMatch): MatchSummary => ({
  id: match.id,
  source: match.source,
  sourceEntryId: match.sourceEntryId,
  listedName: cutText(match.listedName, LISTED_NAME_CHARACTERS),
  matchedName: cutText(match.matchedName, LISTED_NAME_CHARACTERS),
  score: match.score,
  decision: match.decision,
  listKind: match.listKind,
  ...(match.reviewReason && { reviewReason: match.reviewReason }),
  ...(match.rememberedFrom && { rememberedFrom: match.rememberedFrom }),
  group: match.group,
  pepStanding: pep?.standing ?? null,
});

export const summarizeRun = (run: ScreeningRun): RunSummary => ({
  id: run.id,
  status: run.status,
  incomplete: run.incomplete,
  incompleteReasons: run.incompleteReasons,
  topScore: run.topScore,
  trigger: run.trigger,
  sessionId: run.sessionId,
  createdAt: run.createdAt,
});

export const summarizeProposal = ({ id, decision, proposedBy, proposedAt }: MatchProposal): ProposalSummary => ({
  id,
  decision,
  proposedBy,
  proposedAt,
});

/** By match. Decisions of a run are in the order in which they were made, so the last one of a match stays. */
export const latestDecisions = ({ decisions }: ScreeningRun): ReadonlyMap<string, DecisionSummary> =>
  new Map(
    decisions.map(({ matchId, decidedBy, decidedAt, proposedBy }) => [matchId, { decidedBy, decidedAt, proposedBy }]),
  );

export const subjectOf = ({ run, subject }: StoredRun): MatchSubject | null =>
  run.riskSubjectId && subject ? { id: run.riskSubjectId, ...subject } : null;
