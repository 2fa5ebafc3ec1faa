import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { offsetOf } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { pageOf, textOrEmpty } from '#shared/platform/http/shapes.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { DECIDED_AT_ONCE, MAX_SCORE, MIN_SCORE, NAME_CHARACTERS } from '../limits.ts';
import { MatchDetail, MatchListItem, MatchState } from '../match-list.ts';
import { MATCH_OFFSETS } from '../match-parts.ts';
import { MatchProposal, NewProposal } from '../match-proposal.ts';
import { ScreeningMatch } from '../run.ts';
import { DecisionAnswer, GroupDecisionAnswer, NewDecision, NewGroupDecision } from '../run-decision.ts';
import { wholeNumberUpTo } from './common.ts';

const reasonHolds = {
  reason_contradicted: [
    422,
    'The comparison contradicts `reason`, such as "Different date of birth" where the day of birth is the same.',
  ],
} as const;

const CHECKED_REASON =
  'A reason of the organization is checked against the fact it names, and the text of a built-in reason against all it ' +
  'says; `reasons` of `GET /screening/matches/{id}` shows the outcome. A reason in other words is not checked.';

const deciding = {
  tables: {
    screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
    risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    verification: ['GetItem', 'BatchGetItem', 'PutItem'],
  },
} as const;

const MatchQuery = z.strictObject({
  decision: MatchState.default('pending').describe(
    '`proposed`: matches with an open proposal, whatever was decided before. `pending` and `decided`: all others; ' +
      'a confirmed match with a `reviewReason` waits for a new decision and is `pending`.',
  ),
  listKind: ScreeningMatch.shape.listKind.optional(),
  source: z.string().max(80).optional().describe('The key of a list.'),
  minScore: wholeNumberUpTo(MAX_SCORE).optional().meta({ type: 'integer', minimum: MIN_SCORE, maximum: MAX_SCORE }),
  search: textOrEmpty(NAME_CHARACTERS)
    .optional()
    .describe('Part of the listed name, the entry id or the external id of the risk subject, in any case.'),
  offset: offsetOf(MATCH_OFFSETS),
});

export const matchRoutes = defineRoutes('screening', {
  listScreeningMatches: get('/screening/matches', 'client', pageOf(MatchListItem), {
    summary: 'List matches',
    description:
      'Matches of all runs, oldest run first and within a run by score, up to 100 per page. A page can have fewer, ' +
      'or none if few matches fit the filters: continue while `nextOffset` is not null.\n\n' +
      'A page of 100 matches from runs with one match each reads about 25 read capacity units; filters read up to ' +
      '256 units per page.',
    query: MatchQuery,
    uses: { tables: { screening: ['Query'] } },
  }),
  readScreeningMatch: get('/screening/matches/{id}', 'client', MatchDetail, {
    summary: 'Read a match',
    description:
      'The match with its run, the risk subject, the listed entry, earlier decisions on the same entry for the same ' +
      'subject, the open proposal, and the reasons of the organization with what the comparison finds against each.',
    problems: missing,
    uses: { tables: { screening: ['Query', 'GetItem', 'BatchGetItem'], risk: ['GetItem'] } },
  }),
  proposeScreeningDecision: post('/screening/matches/{id}/proposals', 'member', NewProposal, MatchProposal, {
    summary: 'Propose a decision on a match',
    description:
      'For an owner or admin to accept with `proposalId` in `POST /screening/matches/{id}/decision`. Changes neither ' +
      `the match nor its run. A match has one open proposal: a new one supersedes it. ${CHECKED_REASON}`,
    problems: { ...missing, ...reasonHolds },
    uses: {
      tables: {
        // The query is for earlier decisions, if the reason is that there was one.
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        risk: ['GetItem'],
      },
    },
  }),
  decideScreeningMatch: post('/screening/matches/{id}/decision', 'admin', NewDecision, DecisionAnswer, {
    summary: 'Decide a match',
    description:
      'Updates the status of the run, the facts of its risk subject and the check of the verification session that ' +
      'was screened. A confirmed match stays in force for the risk subject, whatever later runs find; marking it as a ' +
      'false positive lets the facts follow the latest run. The decision itself has no webhook event; recording the facts sends `risk.evidence.recorded`. ' +
      'An open proposal that the decision does not name is superseded. With the setting `fourEyes.matches` a ' +
      `decision has to accept the proposal of another person. ${CHECKED_REASON}`,
    status: 200,
    problems: {
      ...missing,
      ...twoPeople,
      proposal_differs: [409, 'The proposal is to decide otherwise.'],
      ...reasonHolds,
    },
    uses: deciding,
  }),
  decideScreeningGroup: post('/screening/matches/decisions', 'admin', NewGroupDecision, GroupDecisionAnswer, {
    summary: 'Decide a group of matches',
    description:
      'Decides the certain matches of a group in one transaction, as `POST /screening/matches/{id}/decision` decides ' +
      'each: with an entry in the trail of the run and an event in the history for every match. One that is refused ' +
      'refuses all. Likely matches, and those that `except` names, are not decided. Matches that were decided in the ' +
      `same way before stay as they are. At most ${DECIDED_AT_ONCE} matches. A match at or above the match score of ` +
      'the run is not cleared together with others.\n\n' +
      'An open proposal of another person to decide in the same way is accepted, any other is superseded. With the ' +
      'setting `fourEyes.matches` every match needs such a proposal. A `reason` of the organization has to hold for ' +
      'every match.',
    status: 200,
    problems: {
      ...missing,
      second_person_required: twoPeople.second_person_required,
      member_decided: [409, 'A certain match of the group was decided otherwise before.'],
      ...reasonHolds,
      not_in_group: [422, '`except` names a match that is not a certain match of the group.'],
      no_matches_left: [422, '`except` names every certain match of the group.'],
      match_cleared_alone: [422, 'A match at or above the match score of the run is cleared by itself.'],
      group_too_large: [422, `More than ${DECIDED_AT_ONCE} matches would be decided.`],
    },
    uses: deciding,
  }),
});
