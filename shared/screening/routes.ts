import * as z from 'zod';
import { defineRoutes, get, post, put, RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { ENTRY_ID_CHARACTERS, RUN_PAGE_ITEMS } from './limits.ts';
import { Run, RunStatus } from './run.ts';
import { DecisionAnswer, NewDecision } from './run-decision.ts';
import { EARLIEST_PAGE, FIRST_PAGE, isRunPage } from './run-page.ts';
import { NewRun } from './run-request.ts';
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
        'Page numbers are not counted. Use 1 for the first page, then the `nextPage` of each answer.',
    })
    .default(FIRST_PAGE)
    .meta({
      type: 'integer',
      minimum: FIRST_PAGE,
      anyOf: [{ const: FIRST_PAGE }, { minimum: EARLIEST_PAGE }],
      default: FIRST_PAGE,
      description:
        '1 for the first page, then `nextPage` of the answer before. Pages are positions, not counts: any other ' +
        'number, such as 2, is refused with 400.',
    }),
  limit: wholeNumber(RUN_PAGE_ITEMS)
    .default(RUN_PAGE_ITEMS)
    .meta({ type: 'integer', minimum: 1, maximum: RUN_PAGE_ITEMS, default: RUN_PAGE_ITEMS }),
  status: RunStatus.optional(),
  sessionId: RecordId.optional(),
  riskSubjectId: RecordId.optional(),
});

const RunPage = z.object({
  items: z.array(Run),
  page: z.int(),
  limit: z.int(),
  nextPage: z
    .int()
    .nullable()
    .describe('The `page` of the next request; null on the last page. A position, not a count.'),
});

const Refresh = z
  .strictObject({
    upload: z
      .strictObject({ uploadId: RecordId, fileName: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/) })
      .nullish()
      .describe('A file that was handed in, to be read instead of the publisher’s.'),
  })
  .meta({ id: 'ListRefresh', examples: [{}] });

const Approval = z
  .strictObject({
    versionId: RecordId.nullish().describe(
      'The latest that is held back, if not said; one of the last five may be gone back to.',
    ),
  })
  .meta({ id: 'ListApproval', examples: [{}] });

const NewUpload = z
  .strictObject({
    fileName: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be the name of a file, without a path')
      .describe('As the publisher names it; it says which format the file has.'),
  })
  .meta({ id: 'NewListUpload', examples: [{ fileName: 'idb_sanctioned.csv' }] });

const ListUpload = z
  .object({ uploadId: z.uuid(), fileName: z.string(), url: z.string(), expiresAt: Timestamp })
  .meta({ id: 'ListUpload' });

const EntryQuery = z.strictObject({
  versionId: RecordId.optional().describe('A version of the list; the active one by default.'),
});

const missing = {
  not_found: [404, 'There is no such record for this organization and mode.'],
} as const;
const noList = { not_found: [404, 'There is no such list.'] } as const;
const params = { key: z.string().max(80) };

/** Reading the lists' indexes, which stay open in a warm function. */
const searching = { lists: ['GetObject'] } as const;

export const screeningRoutes = defineRoutes('screening', {
  listScreeningSources: get(
    '/screening/sources',
    'client',
    z.object({ items: z.array(ScreeningSource) }),
    {
      summary:
        'List the screening lists, with the version that is searched and whether it is current',
      uses: { tables: { screening: ['BatchGetItem'] }, listFiles: true },
    },
  ),
  refreshScreeningSource: post(
    '/screening/sources/{key}/refresh',
    'admin',
    Refresh,
    ScreeningSource,
    {
      summary: 'Ask for a list to be fetched now',
      params,
      status: 202,
      refusals: {
        ...noList,
        no_address: [409, 'Nobody has said where the list is published; hand a file in instead.'],
      },
      uses: { tables: { screening: ['BatchGetItem'] }, queues: ['listRefreshes'], listFiles: true },
    },
  ),
  approveScreeningSource: post(
    '/screening/sources/{key}/approve',
    'admin',
    Approval,
    ScreeningSource,
    {
      summary: 'Let a version be searched that was held back for an operator’s look',
      description:
        'Or go back to one that was searched before, by its `versionId`: the one that is left then waits for a look, and ' +
        'no refresh brings it back by itself.',
      params,
      status: 200,
      refusals: { ...noList, nothing_to_approve: [409, 'No version of the list is held back.'] },
      uses: { tables: { screening: ['BatchGetItem', 'PutItem'] }, listFiles: true },
    },
  ),
  uploadScreeningFile: put('/screening/sources/{key}/file', 'admin', NewUpload, ListUpload, {
    summary: 'Get an address to which a list’s file can be put; then ask for a refresh with it',
    params,
    isQuestion: true,
    refusals: noList,
    uses: { buckets: { lists: ['PutObject'] }, listFiles: true },
  }),
  readScreeningEntry: get('/screening/sources/{key}/entries/{entryId}', 'client', SourceEntry, {
    summary: 'Read an entry of a list',
    description:
      'The entry as listed in the active version, or in the version that `versionId` names. A list stores its ' +
      'active version, the four before it and those held for approval. Escape `entryId` in the path, twice where it contains a slash.',
    params: { ...params, entryId: z.string().min(1).max(ENTRY_ID_CHARACTERS) },
    query: EntryQuery,
    refusals: {
      not_found: [404, 'The list, the version or the entry does not exist.'],
    },
    uses: {
      tables: { screening: ['BatchGetItem'] },
      buckets: searching,
      listFiles: true,
    },
  }),
  createScreeningRun: post('/screening/runs', 'client', NewRun, Run, {
    summary: 'Screen a person or company against lists',
    refusals: missing,
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
  listScreeningRuns: get('/screening/runs', 'client', RunPage, {
    summary: 'List screening runs, newest first',
    query: RunQuery,
    uses: { tables: { screening: ['Query', 'BatchGetItem'] } },
  }),
  readScreeningRun: get('/screening/runs/{id}', 'client', Run, {
    summary: 'Read one screening run with its matches',
    refusals: missing,
    uses: { tables: { screening: ['GetItem', 'BatchGetItem'] } },
  }),
  decideScreeningMatch: post(
    '/screening/matches/{id}/decision',
    'admin',
    NewDecision,
    DecisionAnswer,
    {
      summary: 'Say whether a match is the subject',
      description:
        'The status of the run follows from it, and so do its facts of the risk subject and the check of the session ' +
        'that was screened. No notification is sent.',
      status: 200,
      refusals: missing,
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
