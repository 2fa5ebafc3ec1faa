import * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import { keyOfList, type ListId } from './list-id.ts';
import { ArchivedFile, EntryCounts, type ListVersion, Origin } from './list-version.ts';

/** The events of a list, with the sentence that documents each. */
export const LIST_EVENTS = {
  'screening.list.refresh_requested': 'An operator requested a download from the publisher.',
  'screening.list.upload_requested': 'An operator requested a URL to upload a file to.',
  'screening.list.uploaded': 'An operator uploaded a file and requested that it be read.',
  'screening.list.activated': 'A version passed every check and is searched from then on.',
  'screening.list.confirmed':
    'The publisher has the active version (recorded once a day), or an uploaded file is the one it was read from.',
  'screening.list.held': 'A version is held for approval; `reasons` says why.',
  'screening.list.refused': 'A file could not be read; the active version stays.',
  'screening.list.reindexed': 'The active version was indexed again, from the same entries.',
  'screening.list.approved': 'An operator approved a held version.',
  'screening.list.rejected':
    'An operator discarded an uploaded version, or dismissed the faults of unreadable uploads.',
  'screening.list.rolled_back': 'An operator went back to an earlier version.',
  'screening.list.created': 'An own list was created.',
  'screening.list.renamed': 'An own list got another name.',
  'screening.list.deleted': 'An own list was deleted with all its versions.',
} as const satisfies Record<string, string>;

export const ListEventType = z.enum(
  Object.keys(LIST_EVENTS) as [keyof typeof LIST_EVENTS, ...(keyof typeof LIST_EVENTS)[]],
);
export type ListEventType = z.infer<typeof ListEventType>;

/** The actor of scheduled changes. */
export const SCHEDULE = 'schedule';

/**
 * One event in the shared history of a list. Contains no organization and no name of a listed
 * party.
 */
export const ListEvent = z.object({
  id: z.uuid(),
  type: ListEventType,
  /** Its key. */
  list: z.string(),
  occurredAt: z.string(),
  /** The principal of a person (`user:<id>`), or `schedule`. */
  actor: z.string(),
  versionId: z.string().nullable(),
  origin: Origin.nullable(),
  publishedAt: z.string().nullable(),
  digest: z.string().nullable(),
  /** Absent in older events. */
  files: z.array(ArchivedFile).default([]),
  entryCount: z.number().nullable(),
  counts: EntryCounts.nullable(),
  /** Compared with the version that was active when it was built. Absent in older events. */
  added: z.number().nullable().default(null),
  removed: z.number().nullable().default(null),
  changed: z.number().nullable().default(null),
  reasons: z.array(z.string()),
  uploadId: z.string().nullable(),
  fileName: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** The operator's free text. */
  reason: z.string().nullable(),
  /** Of an own list that was created or renamed. */
  name: z.string().optional(),
});
export type ListEvent = z.infer<typeof ListEvent>;

export interface ListChange {
  type: ListEventType;
  list: ListId;
  actor: string;
  version?: ListVersion | null | undefined;
  upload?: { uploadId: string; fileName: string; sizeBytes: number } | undefined;
  reasons?: readonly string[];
  reason?: string | undefined;
  name?: string;
}

export function listEvent(
  { now, newId }: { now: Date; newId: () => string },
  { type, list, actor, version, upload, reasons, reason, name }: ListChange,
): ListEvent {
  return {
    id: newId(),
    type,
    list: keyOfList(list),
    actor,
    occurredAt: now.toISOString(),
    versionId: version?.versionId ?? null,
    origin: version?.origin ?? null,
    publishedAt: version?.publishedAt ?? null,
    digest: version?.digest ?? null,
    files: version?.files ?? [],
    entryCount: version?.entryCount ?? null,
    counts: version?.counts ?? null,
    added: version?.delta?.added ?? null,
    removed: version?.delta?.removed ?? null,
    changed: version?.delta?.changed ?? null,
    reasons: [...(reasons ?? version?.reasons ?? [])],
    uploadId: upload?.uploadId ?? null,
    fileName: upload?.fileName ?? null,
    sizeBytes: upload?.sizeBytes ?? null,
    reason: reason ?? null,
    ...(name !== undefined && { name }),
  };
}

/**
 * The same event for the history of an operator's organization. Lists belong to the installation, not to one
 * organization's integration, so webhooks receive only what waits for an operator: a held version.
 */
export function journalEvent({ type, reason, ...event }: ListEvent): NewEvent {
  const { id, occurredAt, ...details } = event;
  return {
    type,
    resource: 'screening-lists',
    resourceId: event.versionId ?? event.uploadId ?? id,
    subjectId: null,
    ...(reason !== null && { reason }),
    details,
    ...(type === 'screening.list.held' ? { announced: true, payload: { list: event.list } } : { announced: false }),
  };
}
