import { conflict, notFound } from '@assay/foundation';
import { presentDocument } from '#shared/documents/document.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { readWithFields } from '#shared/documents/use-cases/read-fields.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Removes a signer without fields from a draft. */
export const handler = endpoint(documentRoutes.removeSigner, async (context, { params }) => {
  const { stored, fields } = await readWithFields(context, params.id);
  const { signers } = stored.record;
  if (!signers.some(({ id }) => id === params.signerId)) throw notFound('signer');
  assertDraft(stored.record);
  assertRoomInDraft(stored.record);
  if (fields.some(({ signerId }) => signerId === params.signerId))
    throw conflict('signer_has_fields', 'Fields are assigned to this signer. Reassign or remove them first.');

  const after = { ...stored.record, signers: signers.filter(({ id }) => id !== params.signerId) };
  const { document, ...change } = changeDocument(context, stored, after, {
    entries: [{ action: 'signer.removed', details: { signerId: params.signerId } }],
  });
  return { ...change, result: presentDocument(document, context.now) };
});
