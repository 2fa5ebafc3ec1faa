import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { Bytes, defineRoutes, get, type Problems, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { NewAssurance, ScreeningAssurance, ScreeningAssurances } from '../assurance/assurance.ts';
import { AssuranceLimit, LimitProposal, NewLimit, NewLimitProposal } from '../assurance/limit.ts';
import { OWN_CASES, OWN_CASES_BYTES } from '../limits.ts';
import { byProfile, tooHigh, unknownList } from './common.ts';

const acceptable = {
  ...missing,
  assurance_not_completed: [409, 'The test has not completed, so it has no result.'],
  class_not_short: [409, 'The class finds what is expected of it, or was not tested.'],
  class_has_defect: [409, 'The search left out entries of the class, which is a defect and not a limit.'],
  newer_test: [409, 'There is a newer test of the same profile, or of the same lists and score.'],
} satisfies Problems;

const Report = Bytes.meta({ format: 'binary', examples: ['%PDF-1.7'] });

export const assuranceRoutes = defineRoutes('screening', {
  createScreeningAssurance: post('/screening/assurance', 'admin', NewAssurance, ScreeningAssurance, {
    summary: 'Test the effectiveness of screening',
    description:
      'A job that manipulates entries of the lists in some twenty ways, searches for each, and screens customers who are on no list. ' +
      'It counts what is found and how many alerts there are, at every `reviewScore` from 55 to 90. Nothing is recorded on a ' +
      'subject, and no customer data is used. `result.outcome` is `failed` if something is missed that must be found, and ' +
      '`limited` if something is that should be. Cases of your own can be added (`own`), and customers of your own (`negatives`). The result follows from the seed, the list versions and the scorer version, and ' +
      'is kept.',
    problems: {
      ...unknownList,
      ...tooHigh,
      ...byProfile,
      upload_missing: [409, 'No file has been uploaded for `own` or `negatives`.'],
      unsupported_file: [422, 'A file is not text, but for example a workbook.'],
      invalid_columns: [422, 'The headings of a CSV file are not those of a test. See `errors`.'],
      no_rows: [422, 'A file has no rows.'],
      invalid_cases: [422, 'Rows of a file cannot be read, or name a list that is not tested. `errors` names lines.'],
      too_many_cases: [422, `A file has more than ${OWN_CASES} rows or ${OWN_CASES_BYTES} bytes.`],
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
    },
    uses: {
      tables: { screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'], jobs: ['GetItem', 'PutItem'] },
      // Without `ListBucket`, S3 answers 403 for a file that was not uploaded.
      buckets: { exports: ['GetObject', 'ListBucket'] },
      queues: ['jobTurns'],
    },
    memoryMb: 1769,
  }),
  listScreeningAssurances: get('/screening/assurance', 'client', ScreeningAssurances, {
    summary: 'List tests of effectiveness',
    description: 'Newest first.',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { screening: ['Query'], jobs: ['BatchGetItem'] } },
  }),
  readScreeningAssurance: get('/screening/assurance/{id}', 'client', ScreeningAssurance, {
    summary: 'Read a test of effectiveness',
    description: 'Its progress, and once it has completed its result.',
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'Query'], jobs: ['BatchGetItem'] } },
  }),
  proposeAssuranceLimit: post('/screening/assurance/{id}/limit-proposals', 'member', NewLimitProposal, LimitProposal, {
    summary: 'Propose to accept a limit of a test',
    description:
      'A class that finds less than expected may be accepted for a time, with a reason. For an owner or admin other than you to accept ' +
      'with `proposalId`. Changes nothing itself. A class has one open proposal: a new one supersedes it.',
    problems: acceptable,
    uses: { tables: { screening: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] } },
  }),
  acceptAssuranceLimit: post('/screening/assurance/{id}/limits', 'admin', NewLimit, AssuranceLimit, {
    summary: 'Accept a limit of a test',
    description:
      'Always takes two people, whatever the settings: the proposal of another person. The class stays in the result, and ' +
      '`outcomeBeyondLimits` leaves it out. The next test of the same profile, or of the same lists and score, carries the limit, until ' +
      'it expires or the class finds less than it did.',
    problems: {
      ...acceptable,
      ...twoPeople,
      proposal_differs: [409, 'The proposal has another `expiresInDays`.'],
    },
    uses: { tables: { screening: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] } },
  }),
  readScreeningAssuranceReport: get('/screening/assurance/{id}/report', 'client', Report, {
    summary: 'Download the report of a test of effectiveness',
    description:
      'For a supervisor: what was tested and how, recall and alerts, differences, missed cases and limits. It names the SHA-256 of ' +
      '`result` as canonical JSON. The file is made once, when the test completes, and sealed with the key of the service like a document; ' +
      'the event `report.sealed` has its SHA-256.',
    contentType: 'application/pdf',
    problems: {
      ...missing,
      assurance_not_completed: [409, 'The test has not completed, so it has no result.'],
      unprintable_report: [422, 'It is too long for 50 pages, or has characters that the fonts do not have.'],
    },
    uses: { tables: { screening: ['GetItem'] }, buckets: { documents: ['GetObject'] } },
  }),
});
