import { missingFor } from '#shared/documents/fields/completion.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { completeSigning } from '#shared/documents/use-cases/complete-signing.ts';
import {
  assertMayAct,
  presentSigning,
  readSigning,
  revealImages,
} from '#shared/documents/use-cases/read-signing.ts';
import { refused } from '#shared/platform/problem.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** A signer signs. Signing again is the same signing. */
export const handler = signerEndpoint(
  signingRoutes.completeSigning,
  async (context, { params }) => {
    const signing = await readSigning(context, params.token);
    const { stored, fields, signer } = signing;
    if (signer.status === 'completed') {
      const result = presentSigning(context, { document: stored.record, fields });
      return { writes: [], events: [], result };
    }
    assertMayAct(signing, context.now);
    const missing = missingFor(signer, fields);
    if (missing.length > 0)
      throw refused('fields_missing', missing.map(({ message }) => message).join(' '), missing);

    const { document, ...change } = await completeSigning(context, signing);
    return { ...change, result: presentSigning(context, { document, fields }) };
  },
  { reveal: revealImages },
);
