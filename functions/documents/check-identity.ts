import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { identityRequired } from '#shared/documents/signing/identity-required.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { checkIdentity } from '#shared/documents/use-cases/workflow-check.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Requests the verification session of the signer, or takes over its result. */
export const handler = signerEndpoint(
  signingRoutes.checkIdentity,
  async (context) => {
    if (context.identity === 'missing') throw identityRequired('missing');
    const stored = await context.readLinked();
    return checkIdentity(context, { stored, signer: requireSigner(stored.record, context.caller.id) });
  },
  { isBeforeIdentity: true },
);
