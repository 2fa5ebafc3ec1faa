import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, put, RecordId } from '#shared/platform/http/route.ts';
import { Offset, Timestamp, text } from '#shared/platform/http/shapes.ts';
import {
  ENTRY_ID_CHARACTERS,
  HISTORY_PAGE_ITEMS,
  REASON_CHARACTERS,
  RUN_PAGE_ITEMS,
} from './limits.ts';
import { ListHistoryPage } from './list-history.ts';
import { ScreeningRun, ScreeningStatus } from './run.ts';
import { DecisionAnswer, NewDecision } from './run-decision.ts';
import { EARLIEST_PAGE, FIRST_PAGE, isRunPage } from './run-page.ts';
import { NewRun } from './run-request.ts';
import { EntrySearch, EntrySearchResult } from './search.ts';
import { ScreeningSource } from './source.ts';
import { SourceEntry } from './source-entry.ts';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, { message: `must be at most ${max}` });

const RunQuery = z.strictObject({
  page: wholeNumber(Number.MAX_SAFE_INTEGER)
    .refine(isRunPage, {
      message:
        'Use 1 for the first page, then `nextPage` of each response. Page numbers are positions, not counts.',
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
  limit: wholeNumber(RUN_PAGE_ITEMS)
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

const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be the name of a file, without a path');

const Refresh = z
  .strictObject({
    upload: z
      .strictObject({ uploadId: RecordId, fileName: FileName })
      .nullish()
      .describe('An uploaded file, to be read instead of the publisher’s.'),
  })
  .meta({ id: 'ListRefresh', examples: [{}] });

const Reason = text(REASON_CHARACTERS).describe('For the history; shown to operators only.');

const EXAMPLE_VERSION = '019ced2c-9000-7000-8000-5d3c2b1a0f00';

const Approval = z
  .strictObject({
    versionId: RecordId.nullish().describe('Required when more than one version is held.'),
    reason: Reason.optional(),
  })
  .meta({ id: 'ListApproval', examples: [{ versionId: EXAMPLE_VERSION }] });

const Rejection = z.strictObject({ versionId: RecordId, reason: Reason }).meta({
  id: 'ListRejection',
  examples: [{ versionId: EXAMPLE_VERSION, reason: 'The file of another list.' }],
});

const RollBack = z.strictObject({ versionId: RecordId, reason: Reason }).meta({
  id: 'ListRollBack',
  examples: [{ versionId: EXAMPLE_VERSION, reason: 'The new publication lacks the vessels.' }],
});

const NewUpload = z
  .strictObject({
    fileName: FileName.describe('File name as published. It determines the format.'),
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The exact size of the file. S3 refuses a body of any other size.'),
  })
  .meta({
    id: 'NewListUpload',
    examples: [{ fileName: 'idb_sanctioned.csv', sizeBytes: 142_782 }],
  });

const ListUpload = z
  .object({
    uploadId: z.uuid(),
    fileName: z.string(),
    url: z.string().describe('Accepts one `PUT` of the file until `expiresAt`.'),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'Headers to send with the `PUT`, exactly as they are: they are part of the signature.',
      ),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ListUpload' });

const EntryQuery = z.strictObject({
  versionId: RecordId.optional().describe('A version of the list; the active one by default.'),
});

const HistoryQuery = z.strictObject({
  offset: Offset,
  limit: wholeNumber(HISTORY_PAGE_ITEMS).default(HISTORY_PAGE_ITEMS).meta({
    type: 'integer',
    minimum: 1,
    maximum: HISTORY_PAGE_ITEMS,
    default: HISTORY_PAGE_ITEMS,
  }),
});

const noList = { not_found: [404, 'The list does not exist.'] } as const;
const notHeld = {
  nothing_to_approve: [409, 'No version of this list is held.'],
  version_not_held: [409, 'This version is not held.'],
  version_required: [409, 'Several versions are held. Name one in `versionId`.'],
} as const;
const OPERATORS =
  'Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it.';
const params = { key: z.string().max(80) };

/** Reads the indexes of lists. Without `ListBucket`, S3 answers 403 for a missing object. */
const searching = { lists: ['GetObject', 'ListBucket'] } as const;

export const screeningRoutes = defineRoutes('screening', {
  listScreeningSources: get(
    '/screening/sources',
    'client',
    z.object({ items: z.array(ScreeningSource) }),
    {
      summary: 'List screening lists',
      description:
        'Each with its active version, where that comes from, who approved it, and what needs attention.',
      uses: { tables: { screening: ['BatchGetItem'] }, listFiles: true },
    },
  ),
  listScreeningSourceHistory: get('/screening/sources/{key}/history', 'client', ListHistoryPage, {
    summary: 'List the history of a list',
    description:
      'The last 90 days, newest first: every refresh request, upload, automatic activation or hold, approval, ' +
      'rejection and roll-back, with version, digest and entry counts. Who acted is shown to organizations named ' +
      'in the setting `listOperators`; others see `operator`.',
    params,
    query: HistoryQuery,
    problems: noList,
    uses: { tables: { screening: ['Query'] }, listFiles: true },
  }),
  refreshScreeningSource: post(
    '/screening/sources/{key}/refresh',
    'admin',
    Refresh,
    ScreeningSource,
    {
      summary: 'Refresh a list',
      description:
        `Downloads the publisher’s files, or reads an uploaded one, in the background. A version that passes every ` +
        `check is searched from then on; one that does not is held for approval, and so is every uploaded file ` +
        `unless the installation sets \`listUploads=single\`. ${OPERATORS}`,
      params,
      status: 202,
      problems: {
        ...noList,
        no_address: [409, 'No download URL is configured for this list. Upload its file instead.'],
        upload_missing: [409, 'No file has been uploaded for this `uploadId` and `fileName`.'],
        upload_empty: [409, 'The uploaded file is empty.'],
      },
      uses: {
        tables: { screening: ['BatchGetItem', 'GetItem', 'PutItem'] },
        // Without `ListBucket`, S3 does not distinguish missing from forbidden objects.
        buckets: { lists: ['GetObject', 'ListBucket'] },
        queues: ['listRefreshes'],
        listFiles: true,
      },
    },
  ),
  approveScreeningSource: post(
    '/screening/sources/{key}/approve',
    'admin',
    Approval,
    ScreeningSource,
    {
      summary: 'Approve a list version',
      description: `A held version is searched from then on. ${OPERATORS}`,
      params,
      status: 200,
      problems: {
        ...noList,
        ...notHeld,
        second_person_required: [
          409,
          'The caller uploaded this version or requested its refresh. Another operator has to approve it.',
        ],
      },
      uses: { tables: { screening: ['BatchGetItem', 'PutItem'] }, listFiles: true },
    },
  ),
  rejectScreeningSource: post(
    '/screening/sources/{key}/reject',
    'admin',
    Rejection,
    ScreeningSource,
    {
      summary: 'Reject an uploaded list version',
      description:
        `Discards a held version that was uploaded. A version the publisher has stays held until it is approved or ` +
        `a newer one is published. ${OPERATORS}`,
      params,
      status: 200,
      problems: {
        ...noList,
        version_not_held: notHeld.version_not_held,
        not_an_upload: [409, 'The version was published, not uploaded.'],
      },
      uses: {
        tables: { screening: ['BatchGetItem', 'PutItem'] },
        buckets: { lists: ['DeleteObject'] },
        listFiles: true,
      },
    },
  ),
  rollBackScreeningSource: post(
    '/screening/sources/{key}/roll-back',
    'admin',
    RollBack,
    ScreeningSource,
    {
      summary: 'Roll back to an earlier list version',
      description:
        `An earlier version is searched again: one of \`previousVersions\`. The version that was active is held with ` +
        `the reason \`rolled_back\`, so no refresh activates the same files; a newer publication is checked as usual. ${OPERATORS}`,
      params,
      status: 200,
      problems: {
        ...noList,
        version_not_kept: [
          409,
          '`versionId` is not one of the earlier versions that are still stored.',
        ],
      },
      uses: { tables: { screening: ['BatchGetItem', 'PutItem'] }, listFiles: true },
    },
  ),
  uploadScreeningFile: put('/screening/sources/{key}/file', 'admin', NewUpload, ListUpload, {
    summary: 'Create an upload URL for a list file',
    description:
      `Upload the file with \`PUT\` to \`url\`, sending \`headers\`, then refresh the list with the \`uploadId\`. ` +
      `An uploaded file waits for approval by a second person unless the installation sets \`listUploads=single\`. ${OPERATORS}`,
    params,
    problems: {
      ...noList,
      file_too_large: [413, 'The file is larger than files of this list may be.'],
    },
    uses: {
      tables: { screening: ['PutItem'] },
      buckets: { lists: ['PutObject'] },
      listFiles: true,
    },
  }),
  readScreeningEntry: get('/screening/sources/{key}/entries/{entryId}', 'client', SourceEntry, {
    summary: 'Read an entry of a list',
    description:
      'The entry as listed in the active version, or in the version that `versionId` names. A list stores its ' +
      'active version, the four before it and those held for approval. Escape `entryId` in the path, twice ' +
      'where it contains a slash.',
    params: { ...params, entryId: z.string().min(1).max(ENTRY_ID_CHARACTERS) },
    query: EntryQuery,
    problems: {
      not_found: [404, 'The list, the version or the entry does not exist.'],
    },
    uses: {
      tables: { screening: ['BatchGetItem'] },
      buckets: searching,
      listFiles: true,
    },
  }),
  createScreeningRun: post('/screening/runs', 'client', NewRun, ScreeningRun, {
    summary: 'Screen a person or company',
    problems: missing,
    uses: {
      tables: {
        screening: ['GetItem', 'BatchGetItem', 'PutItem'],
        risk: ['GetItem', 'Query', 'PutItem'],
      },
      buckets: searching,
      listFiles: true,
    },
    memoryMb: 1024,
    timeoutSeconds: 25,
  }),
  searchScreeningEntries: post('/screening/search', 'client', EntrySearch, EntrySearchResult, {
    summary: 'Search the lists',
    description:
      'Scores entries exactly as a run does, and stores nothing: no run, no event and no risk fact. For ' +
      'looking up a ' +
      'name; a decision about a customer needs a run.',
    status: 200,
    isReadOnly: true,
    uses: { tables: { screening: ['BatchGetItem'] }, buckets: searching, listFiles: true },
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
  decideScreeningMatch: post(
    '/screening/matches/{id}/decision',
    'admin',
    NewDecision,
    DecisionAnswer,
    {
      summary: 'Decide a match',
      description:
        'Updates the status of the run, the facts of its risk subject and the check of the verification ' +
        'session that ' +
        'was screened. The decision itself has no webhook event; recording the facts sends `risk.evidence.recorded`.',
      status: 200,
      problems: missing,
      uses: {
        tables: {
          screening: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
          risk: ['Query', 'PutItem'],
          verification: ['GetItem', 'BatchGetItem', 'PutItem'],
        },
      },
    },
  ),
});
