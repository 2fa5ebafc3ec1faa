import { DISCLOSURE_DIGESTS } from '@assay/signing-page';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { pageSessionIn } from '#shared/documents/signing/page-session.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import {
  assertMayAct,
  presentSigning,
  readSigning,
  revealImages,
  withSigner,
} from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/**
 * Records that the signer accepted the disclosure. Accepting the same version again changes nothing, except
 * on the signing page after an API client has only stated it.
 */
export const handler = signerEndpoint(
  signingRoutes.acceptConsent,
  async (context, { params, body: { version, language, ...body } }) => {
    const signing = await readSigning(context);
    const { stored, fields, signer } = signing;
    const { record } = stored;
    const pageSession = await pageSessionIn(params.token, body.pageSession);
    const onPage = pageSession !== null;
    const isMissingOnPage = onPage && signer.consent?.onPage === false;
    if (signer.consent?.version === version && !isMissingOnPage) {
      const result = presentSigning(context, { document: record, fields });
      return { writes: [], events: [], result };
    }
    assertMayAct(signing, context.now);

    const consent = { version, language, acceptedAt: context.now.toISOString(), onPage };
    const sha256 = DISCLOSURE_DIGESTS[version][language];
    const { document, ...change } = changeDocument(context, stored, withSigner(record, signer, { consent }), {
      entries: [
        {
          action: 'consent.accepted',
          details: { signerId: signer.id, version, language, sha256, pageSession },
        },
      ],
    });
    return { ...change, result: presentSigning(context, { document, fields }) };
  },
  { reveal: revealImages },
);
