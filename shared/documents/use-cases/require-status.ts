import { conflict } from '@assay/foundation';
import { type StoredDocument, statusAt } from '../document.ts';

/** Fields and signers can be changed in a draft only. */
export function assertDraft({ status }: StoredDocument): void {
  if (status !== 'draft') throw conflict('not_a_draft', `The document is ${status}. Only drafts can be changed.`);
}

export const closed = (document: StoredDocument, now: Date) =>
  conflict('document_closed', `The document is ${statusAt(document, now)}.`);
