import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { requestLink } from '#shared/documents/use-cases/request-link.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Emails a new link to the signer of an expired one. */
export const handler = signerEndpoint(
  signingRoutes.requestLink,
  async (context) => {
    const stored = await context.readLinked();
    const signer = requireSigner(stored.record, context.caller.id);
    const { writes, events } = await requestLink(context, { stored, signer, link: context.link });
    return { writes, events, result: { status: 'requested' as const } };
  },
  { takesExpired: true },
);
