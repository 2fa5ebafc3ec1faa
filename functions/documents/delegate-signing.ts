import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { delegateSigning } from '#shared/documents/use-cases/delegate-signing.ts';
import { readSigning } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Hands the turn of the signer to another person. The link of the request opens nothing afterwards. */
export const handler = signerEndpoint(signingRoutes.delegateSigning, async (context, { body }) => {
  const { writes, events } = await delegateSigning(context, await readSigning(context), body);
  return { writes, events, result: { status: 'delegated' as const } };
});
