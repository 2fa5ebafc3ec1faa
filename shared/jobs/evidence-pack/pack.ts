import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { jobShape } from '#shared/platform/jobs/job.ts';
import { SealedFile } from '#shared/platform/jobs/job-report.ts';
import { PACK_DOCUMENTS } from '../limits.ts';

/** Everything about one subject, for an examiner: a sealed report and an archive that can be verified offline. */
export const NewEvidencePack = z
  .strictObject({
    documentIds: distinct(z.array(RecordId).max(PACK_DOCUMENTS)).default([]).meta({
      default: [],
      description: 'Completed documents that belong to the subject. Documents do not name a subject themselves.',
    }),
    includeNotes: z.boolean().default(false).meta({
      default: false,
      description: 'Notes are internal: without it their events are left out, and listed as such.',
    }),
  })
  .meta({ id: 'NewEvidencePack', examples: [{ documentIds: ['019ced2c-7000-7000-8000-5d3c2b1a0f00'] }] });
export type NewEvidencePack = z.output<typeof NewEvidencePack>;

/** What the job was asked for. */
export const PackInput = z.object({
  subjectId: z.uuid(),
  documentIds: z.array(z.string()),
  includeNotes: z.boolean(),
});
export type PackInput = z.infer<typeof PackInput>;

/** A file of the archive. */
export const PackedFile = z.object({
  name: z.string(),
  crc: z.number(),
  size: z.number(),
  packedSize: z.number(),
  offset: z.number(),
  sha256: z.string(),
});
export type PackedFile = z.infer<typeof PackedFile>;

/** How far a pack is: the section and page that come next, the files so far and the parts of the archive. */
export const PackState = z.object({
  section: z.int(),
  offset: z.number(),
  files: z.array(PackedFile),
  bytes: z.number(),
  records: z.int(),
  /** Events without a proof, and those that are left out. */
  unproved: z.int(),
  withheld: z.int(),
  /** The size of the root that proofs lead to; 0 before the first root of the organization. */
  treeSize: z.int(),
  upload: z.string().nullable(),
  tags: z.array(z.string()),
  hasRest: z.boolean(),
  manifestSha256: z.string().optional(),
  report: SealedFile.nullable().optional(),
});
export type PackState = z.infer<typeof PackState>;

const Download = z.object({
  fileName: z.string(),
  sizeBytes: z.int(),
  url: z.string().describe('Downloads the file without credentials, for 15 minutes. Read the pack again for another.'),
});

export const EvidencePack = z
  .object({
    ...jobShape,
    subjectId: z.uuid(),
    documentIds: z.array(z.string()),
    includeNotes: z.boolean(),
    expiresAt: Timestamp.nullable().describe('When the files are deleted; null until the job has completed.'),
    report: Download.extend({ sha256: z.string() })
      .nullable()
      .describe(
        'The sealed PDF. Null until the job has completed, once the files are deleted, and if it cannot be printed.',
      ),
    archive: Download.extend({
      manifestSha256: z
        .string()
        .describe('SHA-256 of `manifest.json`, which has that of every other file. The report names it.'),
    })
      .nullable()
      .describe('The ZIP archive. Null until the job has completed, and once the files are deleted.'),
  })
  .meta({
    id: 'EvidencePack',
    examples: [
      {
        id: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
        status: 'queued',
        total: null,
        done: 0,
        failed: 0,
        createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        createdAt: '2026-03-14T09:26:53.589Z',
        startedAt: null,
        estimatedEndAt: null,
        endedAt: null,
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        documentIds: [],
        includeNotes: false,
        expiresAt: null,
        report: null,
        archive: null,
      },
    ],
  });
export type EvidencePack = z.infer<typeof EvidencePack>;
