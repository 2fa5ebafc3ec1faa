import { archiveRows } from '#shared/platform/store/archive-journal.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream worker of the journal: copies history events to the locked bucket. Exists with `journalLockYears` only. */
export const handler = streamWorker('archiveJournal', archiveRows);
