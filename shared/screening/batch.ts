import { ifThenElse } from '@assay/foundation';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp, text } from '#shared/platform/http/shapes.ts';
import { JobStatus } from '#shared/platform/jobs/job.ts';
import { MappedColumns, MappingName } from './batch-mapping.ts';
import { BATCH_ITEMS, BATCH_ROWS, KEEP_ROWS_DAYS, MOST_KEEP_ROWS_DAYS, REFERENCE_CHARACTERS } from './limits.ts';
import { POLICY_RULES, RequestedPolicy, withPolicyRules } from './policy-request.ts';
import { RunProfile, ScreeningRun, ScreeningStatus } from './run.ts';
import { ScreenedSubject } from './run-request.ts';
import { BatchFormat } from './uploaded/batch-format.ts';

/** Several runs that are asked for at once, with the same lists and scores. */
export const BatchItem = z.strictObject({
  subject: ScreenedSubject,
  riskSubjectId: RecordId.nullish().describe('The risk subject to record the outcome on. One item per risk subject.'),
  reference: text(REFERENCE_CHARACTERS)
    .nullish()
    .describe('Returned beside the run, for example a row number. It is stored: no name and no identifier.'),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** Members of a request that screens an uploaded file. */
const OfUpload = {
  format: BatchFormat.optional().meta({
    default: 'csv',
    description:
      '`csv`: a line of headings and a row per line, with commas, semicolons or tabs. `ndjson`: an item per line, as in ' +
      '`items`. `ftm`: a FollowTheMoney entity per line. Only with `uploadId`.',
  }),
  columns: MappedColumns.optional().describe(
    'Meanings of the columns of a CSV file by heading, where the heading is not the name of the column itself. `ignore` ' +
      'leaves a column out. Only with `uploadId`.',
  ),
  mapping: MappingName.optional().describe(
    'The name of saved `columns`, in place of them: see `saveBatchMapping`. Only with `uploadId`.',
  ),
  keepRowsDays: z.int().min(1).max(MOST_KEEP_ROWS_DAYS).optional().meta({
    default: KEEP_ROWS_DAYS,
    description: 'How many days from now the rows and their results can be read. Not with `items`.',
  }),
};
const OF_UPLOAD = Object.keys(OfUpload) as (keyof typeof OfUpload)[];
const OF_FILE = OF_UPLOAD.filter((member) => member !== 'keepRowsDays');

const without = (member: string) => ({ not: { required: [member] } });

/** What the refinement below checks, as JSON Schema. */
const UPLOAD_RULES = [
  ifThenElse({ anyOf: [{ required: ['uploadId'] }, { required: ['failedRowsOf'] }] }, without('items'), {
    required: ['items'],
    allOf: OF_UPLOAD.map(without),
  }),
  ifThenElse({ required: ['failedRowsOf'] }, { allOf: [without('uploadId'), ...OF_FILE.map(without)] }),
  ifThenElse(
    { properties: { format: { enum: ['ndjson', 'ftm'] } }, required: ['format'] },
    { allOf: [without('columns'), without('mapping')] },
  ),
  { not: { required: ['columns', 'mapping'] } },
];

export const NewBatch = withPolicyRules(
  z.strictObject({
    items: z
      .array(BatchItem)
      .min(1)
      .max(BATCH_ITEMS)
      .optional()
      .describe('Required without `uploadId` and `failedRowsOf`.'),
    uploadId: RecordId.optional().describe(
      `An uploaded file of up to ${BATCH_ROWS} rows to screen instead: see \`createBatchUpload\`.`,
    ),
    failedRowsOf: RecordId.optional().describe(
      'A batch of an upload that has ended: screens its rows that failed (`error`, or refused for a reason that may pass, such ' +
        'as an unknown risk subject) instead. They keep their lines. Rows that could not be read are left out.',
    ),
    ...OfUpload,
    ...RequestedPolicy,
  }),
)
  .superRefine((body, { addIssue }) => {
    if (!body.items && !body.uploadId && !body.failedRowsOf)
      addIssue({ code: 'custom', path: ['items'], message: 'is required without `uploadId` and `failedRowsOf`' });
    for (const member of ['uploadId', 'failedRowsOf'] as const)
      if (body.items && body[member])
        addIssue({ code: 'custom', path: [member], message: 'is not allowed together with `items`' });
    if (body.uploadId && body.failedRowsOf)
      addIssue({ code: 'custom', path: ['failedRowsOf'], message: 'is not allowed together with `uploadId`' });
    for (const member of body.failedRowsOf ? OF_FILE : OF_UPLOAD)
      if ((body.items || body.failedRowsOf) && body[member] !== undefined)
        addIssue({ code: 'custom', path: [member], message: 'is allowed only together with `uploadId`' });
    for (const member of ['columns', 'mapping'] as const)
      if (body.format !== undefined && body.format !== 'csv' && body[member])
        addIssue({ code: 'custom', path: [member], message: 'is allowed only for CSV files' });
    if (body.columns && body.mapping)
      addIssue({ code: 'custom', path: ['mapping'], message: 'is not allowed together with `columns`' });
  })
  .meta({
    id: 'NewScreeningBatch',
    allOf: [...POLICY_RULES, ...UPLOAD_RULES],
    examples: [
      {
        items: [
          { subject: { name: 'Viktor Example Petrov', entityType: 'person' }, reference: 'row 1' },
          { subject: { name: 'Example Trading Limited', entityType: 'entity' }, reference: 'row 2' },
        ],
        sources: ['eu_fsf', 'ofac_sdn'],
      },
    ],
  });
export type NewBatch = z.infer<typeof NewBatch>;

const { incomplete, incompleteReasons, errorCode, topScore } = ScreeningRun.shape;

export const ItemProblem = z.object({ code: z.string(), detail: z.string() });

export const BatchedRun = z.object({
  reference: z.string().nullable(),
  riskSubjectId: z.uuid().nullable(),
  runId: z.uuid().nullable().describe('Null if the item was refused.'),
  status: ScreeningStatus.nullable(),
  incomplete: incomplete.nullable(),
  incompleteReasons,
  errorCode,
  topScore,
  matchCount: z.int(),
  problem: ItemProblem.optional().describe('Why the item was refused. The other items have their runs.'),
});
export type BatchedRun = z.infer<typeof BatchedRun>;

export const ListVersionUsed = z.object({
  list: z.string().describe('The key of the list.'),
  versionId: z.uuid().nullable().describe('Null if the list had no version.'),
  publishedAt: z.string().nullable(),
});

/** Members of a batch whose rows were uploaded. */
const OfUploadedBatch = {
  rows: z.int().nullable().optional().describe('Of an upload: rows of the file. Null until all have been read.'),
  done: z.int().optional().describe('Of an upload: rows that have been screened or refused.'),
  format: BatchFormat.optional().describe('Of an upload.'),
  sources: z.array(z.string()).optional().describe('Of an upload: keys of the lists.'),
  reviewScore: z.int().optional().describe('Of an upload.'),
  matchScore: z.int().optional().describe('Of an upload.'),
  pepLookbackMonths: z.int().nullable().optional().describe('Of an upload.'),
  failedRowsOf: z.uuid().optional().describe('The earlier batch whose failed rows it screens again.'),
  repeatableRows: z
    .int()
    .optional()
    .describe(
      'Of an upload: rows that failed for a reason that may pass, so far. `failedRowsOf` in a new batch screens them again.',
    ),
  leftOutRows: z
    .int()
    .optional()
    .describe(
      'Of a batch of failed rows: those of the earlier batch that are not screened again, such as unreadable ones.',
    ),
  startedAt: Timestamp.nullable().optional().describe('Of an upload.'),
  estimatedEndAt: Timestamp.nullable()
    .optional()
    .describe('Of an upload: from the progress so far; null while it cannot be estimated.'),
  endedAt: Timestamp.nullable().optional().describe('Of an upload.'),
  problem: ItemProblem.optional().describe('Of an upload: why the batch failed.'),
  listVersions: z
    .array(ListVersionUsed)
    .optional()
    .describe('Of an upload: the versions that all its rows are screened against. Empty until it has started.'),
  rowsKeptUntil: Timestamp.nullable()
    .optional()
    .describe('Of an upload: until when its rows and results can be read. Null once they have been erased.'),
};

export const ScreeningBatch = z
  .object({
    id: z.uuid(),
    status: JobStatus.describe('`completed` for a batch of items; a batch of an upload is a job with the same id.'),
    total: z.int().describe('Number of items or rows; of an upload, as far as they have been read.'),
    failed: z.int().describe('Items or rows that were refused.'),
    byStatus: z
      .object({ match: z.int(), possible_match: z.int(), clear: z.int(), incomplete: z.int(), error: z.int() })
      .describe('How many runs had which status when they were made. Decisions do not change it.'),
    profile: RunProfile.optional().describe('The profile that the request named, in the version that was used.'),
    runs: z
      .array(BatchedRun)
      .describe(
        'One for each item, in their order, as the runs were when they were made. Empty for an upload: see ' +
          '`GET /screening/batches/{id}/rows`.',
      ),
    ...OfUploadedBatch,
    createdBy: z.string().describe('`user:<id>` or `api_key:<id>`.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ScreeningBatch' });
export type ScreeningBatch = z.infer<typeof ScreeningBatch>;

/** The answer of an item whose run was made. */
export const batchedRun = ({ reference, riskSubjectId }: BatchItem, run: ScreeningRun): BatchedRun => ({
  reference: reference ?? null,
  riskSubjectId: riskSubjectId ?? null,
  runId: run.id,
  status: run.status,
  incomplete: run.incomplete,
  incompleteReasons: run.incompleteReasons,
  errorCode: run.errorCode,
  topScore: run.topScore,
  matchCount: run.matches.length,
});

/** The answer of an item that was refused. */
export const refusedItem = (
  { reference, riskSubjectId }: BatchItem,
  problem: z.infer<typeof ItemProblem>,
): BatchedRun => ({
  reference: reference ?? null,
  riskSubjectId: riskSubjectId ?? null,
  runId: null,
  status: null,
  incomplete: null,
  incompleteReasons: [],
  errorCode: null,
  topScore: null,
  matchCount: 0,
  problem,
});

export function countsOf(runs: readonly BatchedRun[]): Pick<ScreeningBatch, 'total' | 'failed' | 'byStatus'> {
  const byStatus = { match: 0, possible_match: 0, clear: 0, incomplete: 0, error: 0 };
  for (const { status } of runs) if (status) byStatus[status] += 1;
  return { total: runs.length, failed: runs.filter(({ problem }) => problem).length, byStatus };
}
