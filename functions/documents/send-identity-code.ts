import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { sendCode } from '#shared/documents/use-cases/identity-code.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Emails a one-time code to the signer of the link. */
export const handler = signerEndpoint(
  signingRoutes.sendIdentityCode,
  async (context) => {
    const stored = await context.readLinked();
    return sendCode(context, { stored, signer: requireSigner(stored.record, context.caller.id) });
  },
  { isBeforeIdentity: true },
);
