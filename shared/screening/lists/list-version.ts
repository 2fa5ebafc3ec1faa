import * as z from 'zod';

export const KINDS = ['person', 'entity', 'vessel'] as const;

/** Entries by kind; an aircraft is an entity. */
export const EntryCounts = z.object({ person: z.int(), entity: z.int(), vessel: z.int() });
export type EntryCounts = z.infer<typeof EntryCounts>;

export const Origin = z.enum(['publisher', 'upload']);
export type Origin = z.infer<typeof Origin>;

/** How the entries of a version differ from those of the version that was active when it was built. */
export const VersionDelta = z.object({
  comparedTo: z.uuid().nullable(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
});
export type VersionDelta = z.infer<typeof VersionDelta>;

/** A file that a version was read from, in the archive. */
export const ArchivedFile = z
  .object({
    name: z.string(),
    digest: z.string().describe('SHA-256 of the uncompressed file, which is its name in the archive.'),
    sizeBytes: z.int().describe('Uncompressed.'),
  })
  .meta({
    examples: [
      {
        name: 'sdn_advanced.xml',
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        sizeBytes: 121_634_816,
      },
    ],
  });
export type ArchivedFile = z.infer<typeof ArchivedFile>;

/** Examples of what a version added and removed. */
export const DeltaEntries = z.object({
  added: z.array(z.object({ id: z.string(), name: z.string() })),
  removed: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type DeltaEntries = z.infer<typeof DeltaEntries>;

/**
 * One immutable version of a list, with the index built from it. People are stored as principals
 * (`user:<id>`).
 */
export const ListVersion = z.object({
  versionId: z.uuid(),
  /** The publication date that the files state. */
  publishedAt: z.string().nullable(),
  builtAt: z.string(),
  entryCount: z.number(),
  droppedEntries: z.number(),
  counts: EntryCounts.optional(),
  /** Digest of its files: the same files need no new version. */
  digest: z.string(),
  /** Its files in the archive; absent if there was none. */
  files: z.array(ArchivedFile).optional(),
  termBuilderVersion: z.number(),
  /** Names of the files it was downloaded as; absent for uploads and crawls, and before it was recorded. */
  edition: z.string().optional(),
  /** `DETAIL_VERSION` when its files were parsed. */
  detailVersion: z.number().optional(),
  origin: Origin.default('publisher'),
  /** Why it is held; empty if it is not. */
  reasons: z.array(z.string()).default([]),
  /** Absent if the active version could not be read. */
  delta: VersionDelta.optional(),
  /** Who requested the upload URL, and who requested the refresh. */
  uploadedBy: z.string().optional(),
  requestedBy: z.string().optional(),
  /** The marks of the organizations of these people. Absent from versions that older releases built. */
  uploadedIn: z.string().optional(),
  requestedIn: z.string().optional(),
  approvedBy: z.string().optional(),
  approvedAt: z.string().optional(),
});
export type ListVersion = z.infer<typeof ListVersion>;
