import { conflict } from '@assay/foundation';
import { type StoredDocument, statusAt } from '../document.ts';

/** Fields and signers can be changed in a draft only. */
export function assertDraft({ status }: StoredDocument): void {
  if (status !== 'draft') throw conflict('not_a_draft', `The document is ${status}. Only drafts can be changed.`);
}

/** A hold on the organization does not prevent deletions one by one. */
export function assertNotHeld({ legalHold }: StoredDocument): void {
  if (legalHold)
    throw conflict(
      'legal_hold',
      'The document is under a legal hold. An owner has to release it with `PUT /documents/{id}/legal-hold` first.',
    );
}

export const closed = (document: StoredDocument, now: Date) =>
  conflict('document_closed', `The document is ${statusAt(document, now)}.`);
