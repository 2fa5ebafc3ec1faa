import { conflict } from '@assay/foundation';
import type { StoredDocument } from '../document.ts';
import { TRAIL_ENTRIES_TO_CHANGE_DRAFT, TRAIL_ENTRIES_TO_FILL, TRAIL_ENTRIES_TO_ISSUE_LINK } from '../limits.ts';
import type { StoredField } from '../repository/stored-field.ts';

/**
 * The audit trail is returned as a whole, and printed while the last signer waits. So operations
 * that can be repeated without limit are rejected once it is long. Signing, declining, voiding and
 * expiry are always allowed.
 */
export function assertRoomInDraft({ auditCount }: StoredDocument): void {
  if (auditCount >= TRAIL_ENTRIES_TO_CHANGE_DRAFT)
    throw trailFull('The draft has been changed too often. Send it or create a new one.');
}

export function assertRoomForLink({ auditCount }: StoredDocument): void {
  if (auditCount >= TRAIL_ENTRIES_TO_ISSUE_LINK)
    throw trailFull('The document has been changed too often. No further link can be issued.');
}

/** The signer of a completed document gets the file however long the trail is; the history records it in any case. */
export const hasRoomForRequest = ({ auditCount }: StoredDocument) => auditCount < TRAIL_ENTRIES_TO_ISSUE_LINK;

/**
 * Reserves entries for every unfilled field, so that one signer who keeps correcting does not
 * prevent others from filling theirs.
 */
export function assertRoomToFill(
  { auditCount }: StoredDocument,
  fields: readonly StoredField[],
  changed: readonly StoredField[],
): void {
  const after = fields.map((field) => changed.find(({ id }) => id === field.id) ?? field);
  const entries = auditCount + unfilledIn(fields);
  const entriesAfter = auditCount + changed.length + unfilledIn(after);
  if (entriesAfter > entries && entriesAfter > TRAIL_ENTRIES_TO_FILL)
    throw trailFull(
      'The fields of this document have been changed too often. You can still fill empty fields, finish or decline.',
    );
}

const unfilledIn = (fields: readonly StoredField[]) => fields.filter(({ filledBy }) => filledBy === null).length;

const trailFull = (detail: string) => conflict('trail_full', detail);
