import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { linkTokenIn, parseToken } from '#shared/documents/signing/link.ts';
import { enterCode, revealIdentity } from '#shared/documents/use-cases/identity-code.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Enters the code that was emailed to the signer, and returns a session that opens the document. */
export const handler = signerEndpoint(
  signingRoutes.verifyIdentityCode,
  async (context, { body: { code } }) => {
    const stored = await context.readLinked();
    return enterCode(context, { stored, signer: requireSigner(stored.record, context.caller.id) }, code);
  },
  {
    isBeforeIdentity: true,
    reveal: (context, entered, { params }) =>
      revealIdentity(context, entered, parseToken(linkTokenIn(params.token))?.documentId ?? ''),
  },
);
