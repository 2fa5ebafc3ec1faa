import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, type Problems, post, put, remove } from '#shared/platform/http/route.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { Results, ResultsQuery } from './figures.ts';
import { NewPlan, NewPlanProposal, Plan, PlanProposal, PlanProposals } from './plan.ts';
import { NewReview, SampleDetail, SamplePage, SampleQuery, SampleRecord } from './sample.ts';
import { Summary, SummaryQuery } from './summary.ts';

const otherReview: Problems = {
  blind_review_open: [409, 'You have the blind review of another sample open.'],
};
const reviewing: Problems = {
  ...missing,
  ...otherReview,
  not_claimed: [409, 'You have not claimed the sample, or the claim has ended.'],
  already_reviewed: [409, 'The sample has a second decision.'],
};
/** What evidence is read from. */
const READS = ['GetItem', 'BatchGetItem'] as const;

export const qualityRoutes = defineRoutes('quality', {
  readQualityPlan: get('/quality/plan', 'client', Plan, {
    summary: 'Read the quality plan',
    description: 'Which decisions are drawn for a second decision by another person, and how many.',
    uses: { tables: { risk: ['GetItem'] } },
  }),
  changeQualityPlan: put('/quality/plan', 'owner', NewPlan, Plan, {
    summary: 'Change the quality plan',
    description:
      'Applies to decisions made from now on. Samples are drawn from the decisions of a day once its root of the audit log is signed, with a ' +
      'seed that follows from the signature, so that the sample can be neither known nor chosen before. While a two-person rule is on, a plan that draws ' +
      'less, or is no longer blind, has to accept the proposal of another person with `proposalId`.',
    idempotency: 'optional',
    problems: {
      stale_version: [
        409,
        '`expectedVersion` is not the current version. Read the plan, merge your change, and retry.',
      ],
      ...twoPeople,
      proposal_differs: [409, 'The request differs from the proposal, or the plan has changed since it was made.'],
    },
    uses: {
      tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'], journal: ['Query'], identity: ['BatchGetItem'] },
    },
  }),
  proposeQualityPlan: post('/quality/plan/proposals', 'admin', NewPlanProposal, PlanProposal, {
    summary: 'Propose a quality plan',
    description:
      'For an owner who is another person to accept with `proposalId` in `PUT /quality/plan`. Changes nothing itself. A new proposal ' +
      'supersedes the open one.',
    problems: { plan_unchanged: [409, 'The plan already has these streams, amounts and rules.'] },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  listQualityPlanProposals: get('/quality/plan/proposals', 'admin', PlanProposals, {
    summary: 'List proposals of quality plans',
    description: 'The latest 20, newest first.',
    uses: { tables: { risk: ['BatchGetItem'] } },
  }),
  listQualitySamples: get('/quality/samples', 'member', SamplePage, {
    summary: 'List quality samples',
    description:
      'Oldest first. A blind sample shows neither its record nor the first decision until it is reviewed. A page can be empty although more ' +
      'follow: continue while `nextOffset` is not null.',
    query: SampleQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
  readQualitySample: get('/quality/samples/{id}', 'member', SampleDetail, {
    summary: 'Read a quality sample',
    description:
      'With its evidence for the person who has claimed it, and for everyone once it is reviewed or if it is not blind.',
    problems: { ...missing, ...otherReview },
    isOpenInBlindReview: true,
    uses: { tables: { risk: READS, screening: READS } },
  }),
  claimQualitySample: post('/quality/samples/{id}/claim', 'member', Nothing, SampleDetail, {
    summary: 'Claim a quality sample',
    description:
      'For two hours the sample waits for the caller alone. While the claim of a blind sample is open, most operations are refused to the ' +
      'caller with 409 `blind_review_open`, in both modes: everything that could show the first decision. The reviewer is another person ' +
      'than those who made and proposed the decision, and has not claimed the sample before.',
    status: 200,
    problems: {
      ...missing,
      ...otherReview,
      not_independent: [403, 'The caller made or proposed the decision, or has claimed the sample before.'],
      second_person_required: twoPeople.second_person_required,
      claimed: [409, 'Another person has claimed the sample.'],
      already_reviewed: [409, 'The sample has a second decision.'],
    },
    isOpenInBlindReview: true,
    uses: {
      tables: {
        risk: [...READS, 'UpdateItem'],
        screening: READS,
        identity: ['BatchGetItem', 'PutItem'],
      },
    },
  }),
  releaseQualitySample: remove('/quality/samples/{id}/claim', 'member', Nothing, SampleRecord, {
    summary: 'Release a quality sample',
    description: 'Another person can claim it. The caller cannot claim it again.',
    problems: reviewing,
    isOpenInBlindReview: true,
    uses: { tables: { risk: ['GetItem', 'UpdateItem'], identity: ['DeleteItem'] } },
  }),
  reviewQualitySample: post('/quality/samples/{id}/review', 'member', NewReview, SampleDetail, {
    summary: 'Review a quality sample',
    description:
      'Records the second decision, by the person who has claimed the sample. A disagreement about a match requests a new decision on it: the first ' +
      'one counts until then, and later runs do not inherit it. A disagreement about an override or an action opens a request to owners and admins.',
    status: 200,
    problems: {
      ...reviewing,
      unknown_decision: [422, 'The decision is not one of `decisions` of the sample.'],
    },
    isOpenInBlindReview: true,
    uses: {
      tables: {
        risk: [...READS, 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        screening: [...READS, 'PutItem', 'DeleteItem'],
        identity: ['DeleteItem'],
      },
    },
  }),
  readQualityResults: get('/quality/results', 'client', Results, {
    summary: 'Read quality results',
    description:
      'Agreement and error rate with 95 % Wilson intervals by stream and, for owners and admins, by the principal who decided first. By the month of ' +
      'the first decision.',
    query: ResultsQuery,
    uses: { tables: { risk: ['Query'] } },
  }),
  readQualitySummary: get('/quality/summary', 'client', Summary, {
    summary: 'Read the summary of a month',
    description:
      'Alerts, true hits, times to decision, overrides, gaps of lists, quality results of a month, and the backlog by age now. From counters: the cost ' +
      'does not grow with the month.',
    query: SummaryQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'], screening: ['Query', 'BatchGetItem'] }, listFiles: true },
  }),
});
