import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { hiddenState } from '#shared/documents/signing/state.ts';
import { presentSigning, readSigning, revealImages } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** The document as one signer sees it. */
export const handler = signerEndpoint(
  signingRoutes.readSigning,
  async (context) => {
    const { stored, fields } = await readSigning(context);
    const state = presentSigning(context, { document: stored.record, fields });
    const { identity } = context;
    return typeof identity === 'string' ? hiddenState(state, identity === 'unconfirmed') : state;
  },
  { reveal: revealImages, isBeforeIdentity: true },
);
