import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, RecordId } from '#shared/platform/http/route.ts';
import { tooManySources } from '#shared/risk/contract.ts';
import { OPEN_RUNS_PER_SUBJECT, RUN_PAGE_ITEMS } from '../limits.ts';
import { NewReproduction, Reproduction } from '../reproduction.ts';
import { ScreeningRun, ScreeningStatus } from '../run.ts';
import { EARLIEST_PAGE, FIRST_PAGE, isRunPage } from '../run-page.ts';
import { NewRun, RunAttachment } from '../run-request.ts';
import { EntrySearch, EntrySearchResult } from '../search.ts';
import { byProfile, searching, tooHigh, unknownList, wholeNumberUpTo } from './common.ts';

const RunQuery = z.strictObject({
  page: wholeNumberUpTo(Number.MAX_SAFE_INTEGER)
    .refine(isRunPage, {
      message: 'Use 1 for the first page, then `nextPage` of each response. Page numbers are positions, not counts.',
    })
    .default(FIRST_PAGE)
    .meta({
      type: 'integer',
      minimum: FIRST_PAGE,
      anyOf: [{ const: FIRST_PAGE }, { minimum: EARLIEST_PAGE }],
      default: FIRST_PAGE,
      description:
        '1 for the first page, then `nextPage` of the previous response. Pages are positions, not counts: ' +
        'any other number, such as 2, is refused with 400.',
    }),
  limit: wholeNumberUpTo(RUN_PAGE_ITEMS)
    .default(RUN_PAGE_ITEMS)
    .meta({ type: 'integer', minimum: 1, maximum: RUN_PAGE_ITEMS, default: RUN_PAGE_ITEMS }),
  status: ScreeningStatus.optional(),
  sessionId: RecordId.optional(),
  riskSubjectId: RecordId.optional(),
});

const RunPage = z.object({
  items: z.array(ScreeningRun),
  page: z.int(),
  limit: z.int(),
  nextPage: z
    .int()
    .nullable()
    .describe('The `page` of the next request; null on the last page. A position, not a count.'),
});

export const runRoutes = defineRoutes('screening', {
  createScreeningRun: post('/screening/runs', 'client', NewRun, ScreeningRun, {
    summary: 'Screen a person or company',
    description:
      'With `riskSubjectId` the outcome is recorded as evidence. Confirmed and undecided matches of earlier runs of the ' +
      'subject stay in force: a run that does not replace them cannot weaken a fact, and says so in `notices`.',
    problems: {
      ...missing,
      ...unknownList,
      ...tooHigh,
      ...byProfile,
      ...tooManySources,
      too_many_open_matches: [
        422,
        `The risk subject has undecided matches of ${OPEN_RUNS_PER_SUBJECT} runs with other data.`,
      ],
    },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
      },
      buckets: searching,
      listFiles: true,
    },
    memoryMb: 1024,
    timeoutSeconds: 25,
  }),
  attachScreeningRun: post('/screening/runs/{id}/risk-subject', 'client', RunAttachment, ScreeningRun, {
    summary: 'Attach a screening run to a risk subject',
    description:
      'For a run that was created without `riskSubjectId`. Its outcome is recorded as evidence of the time of the run, ' +
      'and its undecided and confirmed matches come into force for the subject, as if the run had named it at that ' +
      'time. A fact that a later run recorded stays, unless a match of this run makes it more serious. Matches of ' +
      'other runs stay in force. Cannot be undone.',
    status: 200,
    problems: {
      ...missing,
      ...unknownList,
      ...tooManySources,
      run_has_subject: [409, 'The run belongs to a risk subject already.'],
      run_of_session: [422, 'The run belongs to a verification session.'],
      too_many_open_matches: [
        422,
        `The risk subject has undecided matches of ${OPEN_RUNS_PER_SUBJECT} runs with other data.`,
      ],
    },
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      },
    },
    memoryMb: 1024,
  }),
  searchScreeningEntries: post('/screening/search', 'client', EntrySearch, EntrySearchResult, {
    summary: 'Search the lists',
    description:
      'Scores entries exactly as a run does, and stores nothing: no run, no event and no risk fact. For ' +
      'looking up a ' +
      'name; a decision about a customer needs a run.',
    problems: { ...unknownList, ...tooHigh, ...byProfile },
    status: 200,
    isReadOnly: true,
    uses: { tables: { screening: ['BatchGetItem', 'Query'] }, buckets: searching, listFiles: true },
    memoryMb: 1024,
    timeoutSeconds: 25,
  }),
  reproduceScreeningRun: post('/screening/runs/{id}/reproduce', 'client', NewReproduction, Reproduction, {
    summary: 'Reproduce a screening run',
    description:
      'Screens the same subject again, against the list versions that the run names, which are archived for ' +
      '`listArchiveYears`, with its scores and as of its day, and compares the result with the recorded one: status, ' +
      'reasons for being incomplete, and every match with its factors. Stores nothing: no run, no event and no risk fact.',
    problems: {
      ...missing,
      run_failed: [409, 'The run has no result.'],
      scorer_changed: [409, 'The run was scored by another version of the scorer or of the term builder.'],
      list_version_gone: [409, 'A version that the run names is not in the archive.'],
      subject_differs: [422, 'The digest of `subject` is not that of the run.'],
    },
    status: 200,
    isReadOnly: true,
    uses: { tables: { screening: ['GetItem', 'BatchGetItem'] }, buckets: searching, listFiles: true },
    memoryMb: 1024,
    timeoutSeconds: 25,
  }),
  listScreeningRuns: get('/screening/runs', 'client', RunPage, {
    summary: 'List screening runs',
    query: RunQuery,
    uses: { tables: { screening: ['Query', 'BatchGetItem'] } },
  }),
  readScreeningRun: get('/screening/runs/{id}', 'client', ScreeningRun, {
    summary: 'Read a screening run',
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'BatchGetItem'] } },
  }),
});
