import { checkNotHeld, legalHoldRead } from '#shared/identity/index.ts';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { postponeRow } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { StoredDocument } from '../document.ts';
import { documentEvent } from '../events.ts';
import { deletedFrom } from '../keeping.ts';
import { deleteDocument } from '../repository/documents.ts';

/** How often a document is looked at whose organization is under a legal hold. */
const HELD_SECONDS = 24 * 60 * 60;

/**
 * Deletes a document whose retention has ended: its row becomes the mark of a deleted document, and the worker then
 * removes its files and rows. The history keeps digests, so that a copy can be recognised. A hold of the document or of
 * the organization that is placed meanwhile wins, because the transaction is conditional on both.
 */
export async function retentionEnded(
  { store, caller, now }: Context,
  stored: Stored<StoredDocument>,
  row: Item,
): Promise<Pick<Change, 'writes' | 'events'>> {
  const { record } = stored;
  const from = deletedFrom(record);
  if (from === undefined || from > now.toISOString()) return { writes: [], events: [] };
  const [hold] = await store.getMany([legalHoldRead(caller.organizationId)]);
  if (hold) return { writes: [postponeRow('documents', row, addSeconds(now, HELD_SECONDS))], events: [] };

  const { origin, original, final, retainDays, status, auditCount, auditHead } = record;
  const digests = { sha256: original.sha256, finalSha256: final?.sha256 ?? null };
  const sourceOf = ({ templateId, sourceHash }: { templateId: string; sourceHash: string }) => ({
    templateId,
    sourceHash,
  });
  const source = origin.kind === 'template' && {
    ...sourceOf(origin),
    ...(origin.templates && { templates: origin.templates.map(sourceOf) }),
  };
  return {
    writes: [deleteDocument(caller, stored, now), checkNotHeld(caller.organizationId)],
    events: [
      documentEvent('document.retention_ended', record, digests, {
        details: { ...digests, status, retainDays, auditCount, auditHead, ...source },
      }),
    ],
  };
}
