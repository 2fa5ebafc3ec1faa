import { documentEvent } from '#shared/documents/events.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { closingsFor, noticesFor } from '#shared/documents/use-cases/invitations.ts';
import {
  assertMayAct,
  presentSigning,
  readSigning,
  revealImages,
  withSigner,
} from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** One signer declining ends the document for all. Repeating the request has no further effect. */
export const handler = signerEndpoint(
  signingRoutes.declineSigning,
  async (context, { body: { reason } }) => {
    const signing = await readSigning(context);
    const { stored, fields, signer } = signing;
    if (signer.status === 'declined') {
      const result = presentSigning(context, { document: stored.record, fields });
      return { writes: [], events: [], result };
    }
    assertMayAct(signing, context.now);

    const after = {
      ...withSigner(stored.record, signer, { status: 'declined' }),
      status: 'declined' as const,
      closeReason: reason,
    };
    const { document, ...change } = changeDocument(context, stored, after, {
      entries: [{ action: 'document.declined', details: { signerId: signer.id, reason } }],
      writes: [
        ...closingsFor(
          context,
          after,
          after.signers.filter(({ id }) => id !== signer.id),
        ),
        ...noticesFor(context, after, 'declined', signer.id),
      ],
      events: [documentEvent('document.declined', after, { signerId: signer.id }, { reason })],
    });
    return { ...change, result: presentSigning(context, { document, fields }) };
  },
  { reveal: revealImages },
);
