import { unauthenticated } from '@assay/foundation';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { parseToken } from '#shared/documents/signing/link.ts';
import { requireSigner } from '#shared/documents/use-cases/read-signing.ts';
import { requestLink } from '#shared/documents/use-cases/request-link.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Emails a new link to the signer of an expired one. */
export const handler = signerEndpoint(
  signingRoutes.requestLink,
  async (context, { params }) => {
    const link = parseToken(params.token);
    if (!link) throw unauthenticated();
    const stored = await readDocument(context, link.documentId);
    const signer = requireSigner(stored.record, context.caller.id);
    const { writes, events } = await requestLink(context, { stored, signer, link });
    return { writes, events, result: { status: 'requested' as const } };
  },
  { takesExpired: true },
);
