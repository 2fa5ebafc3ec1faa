import { documentEvent } from '#shared/documents/events.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import {
  presentSigning,
  readSigning,
  revealImages,
  withSigner,
} from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Records when the signer first opened the document; later calls change nothing. */
export const handler = signerEndpoint(
  signingRoutes.openSigning,
  async (context) => {
    const { stored, fields, signer } = await readSigning(context);
    const { record } = stored;
    if (record.status !== 'sent' || signer.viewedAt !== null) {
      const result = presentSigning(context, { document: record, fields });
      return { writes: [], events: [], result };
    }
    const after = withSigner(record, signer, { viewedAt: context.now.toISOString() });
    const { document, ...change } = changeDocument(context, stored, after, {
      entries: [{ action: 'document.viewed', details: { signerId: signer.id } }],
      events: [documentEvent('document.viewed', record, { signerId: signer.id })],
    });
    return { ...change, result: presentSigning(context, { document, fields }) };
  },
  { reveal: revealImages },
);
