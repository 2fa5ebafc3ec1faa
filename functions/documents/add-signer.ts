import { conflict } from '@assay/foundation';
import { presentSigner } from '#shared/documents/document.ts';
import { SIGNERS_PER_DOCUMENT } from '#shared/documents/limits.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { newSigner } from '#shared/documents/use-cases/draft.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertRoomInDraft } from '#shared/documents/use-cases/room-in-trail.ts';
import { assertWorkflows } from '#shared/documents/use-cases/workflow-check.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Adds a signer to a draft. The same person may sign twice, in two roles. */
export const handler = endpoint(documentRoutes.addSigner, async (context, { params, body }) => {
  const stored = await readDocument(context, params.id);
  const { record } = stored;
  assertDraft(record);
  assertRoomInDraft(record);
  if (record.signers.length >= SIGNERS_PER_DOCUMENT)
    throw conflict('too_many_signers', `A document has at most ${SIGNERS_PER_DOCUMENT} signers.`);

  await assertWorkflows(context, [body]);

  const signer = newSigner({ ...body, roleId: null }, context.newId());
  const after = { ...record, signers: [...record.signers, signer] };
  const { document, ...change } = changeDocument(context, stored, after, {
    entries: [{ action: 'signer.added', details: { signerId: signer.id } }],
  });
  return { ...change, result: presentSigner(document, signer.id, context.now) };
});
