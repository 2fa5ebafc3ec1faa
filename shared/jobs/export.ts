import * as z from 'zod';
import { DocumentStatus } from '#shared/documents/contract.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { jobShape } from '#shared/platform/jobs/job.ts';
import { eventFilter, SubjectKind, WorklistQuery } from '#shared/risk/contract.ts';
import { MatchState, RowStatus, rememberedFilter, ScreeningStatus } from '#shared/screening/contract.ts';

const SEARCH_CHARACTERS = 200;
const LIST_KEY_CHARACTERS = 80;

const format = z
  .enum(['csv', 'ndjson'])
  .default('csv')
  .meta({ default: 'csv', description: '`csv`: one line per record. `ndjson`: each record as the API returns it.' });

const range = {
  from: Instant.optional().describe('Records made from this time on.'),
  to: Instant.optional().describe('Records made before this time; by default the time of the request.'),
};

const filter = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).optional();

/** What is exported. Records are those of the mode of the request. */
const ExportOf = [
  z.strictObject({
    kind: z.literal('subjects'),
    ...range,
    filter: filter({
      search: text(SEARCH_CHARACTERS).optional().describe('Literal, case-insensitive search of the external id.'),
      kind: SubjectKind.optional().describe('Filters by the kind of the subject.'),
    }),
    format,
  }),
  z.strictObject({ kind: z.literal('worklist'), filter: WorklistQuery.omit({ offset: true }).optional(), format }),
  z.strictObject({
    kind: z.literal('matches'),
    ...range,
    filter: filter({
      decision: MatchState.optional().describe('By default matches in every state.'),
      source: text(LIST_KEY_CHARACTERS).optional().describe('The key of a list.'),
      minScore: z.int().min(1).max(100).optional(),
      search: text(SEARCH_CHARACTERS)
        .optional()
        .describe('Part of the listed name, the entry id or the external id of the risk subject, in any case.'),
    }),
    format,
  }),
  z.strictObject({
    kind: z.literal('screening_decisions'),
    ...range,
    filter: filter(rememberedFilter),
    format,
  }),
  z.strictObject({
    kind: z.literal('runs'),
    ...range,
    filter: filter({ status: ScreeningStatus.optional(), riskSubjectId: RecordId.optional() }),
    format,
  }),
  z.strictObject({ kind: z.literal('events'), ...range, filter: filter(eventFilter), format }),
  z.strictObject({ kind: z.literal('attestations'), ...range, format }),
  z.strictObject({
    kind: z.literal('batch_rows'),
    filter: z.strictObject({
      batchId: RecordId.describe('A screening batch of an upload.'),
      status: RowStatus.optional().describe('Rows with this result; `failed` for rows that were refused.'),
    }),
    format,
  }),
  z.strictObject({
    kind: z.literal('documents'),
    ...range,
    filter: filter({ status: DocumentStatus.optional() }),
    format,
  }),
] as const;

export const NewExport = z.discriminatedUnion('kind', ExportOf).meta({
  id: 'NewExport',
  examples: [{ kind: 'events', from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z', format: 'csv' }],
});
export type NewExport = z.infer<typeof NewExport>;
export type ExportKind = NewExport['kind'];

/** How far an export is: where its next page begins, and the parts of the file. */
export const ExportState = z.object({
  /** Which of the lists of a kind is read next, and where its next page begins. */
  list: z.int(),
  offset: z.number(),
  upload: z.string().nullable(),
  tags: z.array(z.string()),
  /** Whether lines that did not fill a part are stored beside the file. */
  hasRest: z.boolean(),
  bytes: z.int(),
});
export type ExportState = z.infer<typeof ExportState>;

const DownloadParts = {
  fileName: z.string(),
  sizeBytes: z.int(),
  url: z
    .string()
    .describe('Downloads the file without credentials, for 15 minutes. Read the export again for another.'),
};

export const Export = z
  .object({
    ...jobShape,
    kind: z.enum([
      'subjects',
      'worklist',
      'matches',
      'runs',
      'events',
      'documents',
      'batch_rows',
      'screening_decisions',
      'attestations',
    ]),
    format: z.enum(['csv', 'ndjson']),
    from: Timestamp.nullable(),
    to: Timestamp.nullable(),
    filter: z.record(z.string(), z.unknown()),
    expiresAt: Timestamp.nullable().describe('When the file is deleted; null until the export is completed.'),
    file: z.object(DownloadParts).nullable().describe('Null unless the export is completed and has not expired.'),
  })
  .meta({
    id: 'Export',
    examples: [
      {
        id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        status: 'queued',
        total: null,
        done: 0,
        failed: 0,
        createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        createdAt: '2026-03-14T09:26:53.589Z',
        startedAt: null,
        estimatedEndAt: null,
        endedAt: null,
        kind: 'events',
        format: 'csv',
        from: '2026-03-01T00:00:00.000Z',
        to: '2026-04-01T00:00:00.000Z',
        filter: {},
        expiresAt: null,
        file: null,
      },
    ],
  });
export type Export = z.infer<typeof Export>;
