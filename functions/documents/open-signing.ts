import { hasViewed } from '#shared/documents/document.ts';
import { documentEvent } from '#shared/documents/events.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { pageSessionIn } from '#shared/documents/signing/page-session.ts';
import { shownIn } from '#shared/documents/signing/shown-as.ts';
import { signerSha256 } from '#shared/documents/signing/state.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { presentSigning, readSigning, revealImages, withSigner } from '#shared/documents/use-cases/read-signing.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Records that the document was viewed, once for each link; later calls change nothing. */
export const handler = signerEndpoint(
  signingRoutes.openSigning,
  async (context, { params, body }) => {
    const { stored, fields, signer } = await readSigning(context);
    const { record } = stored;
    if (record.status !== 'sent' || hasViewed(signer)) {
      const result = presentSigning(context, { document: record, fields });
      return { writes: [], events: [], result };
    }
    const { id: signerId, linkVersion } = signer;
    const isFirst = signer.viewedAt === null;
    const after = withSigner(record, signer, {
      viewedAt: signer.viewedAt ?? context.now.toISOString(),
      viewedLink: linkVersion,
    });
    const [shownAs] = shownIn(record, body?.shownAs ? [body.shownAs] : []);
    const pageSession = await pageSessionIn(params.token, body?.pageSession);
    const { document, ...change } = changeDocument(context, stored, after, {
      entries: [
        {
          action: 'document.viewed',
          details: {
            signerId,
            linkVersion,
            signerSha256: signerSha256(signer),
            ...(shownAs && { shownAs }),
            pageSession,
          },
        },
      ],
      events: isFirst ? [documentEvent('document.viewed', record, { signerId })] : [],
    });
    return { ...change, result: presentSigning(context, { document, fields }) };
  },
  { reveal: revealImages },
);
