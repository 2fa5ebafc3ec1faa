import { missingFor } from '@assay/agreements';
import { conflict, refused } from '@assay/foundation';
import { hasViewed } from '#shared/documents/document.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';
import { isApprover } from '#shared/documents/signer-role.ts';
import { pageSessionIn } from '#shared/documents/signing/page-session.ts';
import { shownIn } from '#shared/documents/signing/shown-as.ts';
import { completeSigning } from '#shared/documents/use-cases/complete-signing.ts';
import { assertMayAct, presentSigning, readSigning, revealImages } from '#shared/documents/use-cases/read-signing.ts';
import { confirmedIdentity } from '#shared/documents/use-cases/workflow-check.ts';
import { signerEndpoint } from '#shared/signer-endpoint.ts';

/** Signs the document for one signer. Repeating the request has no further effect. */
export const handler = signerEndpoint(
  signingRoutes.completeSigning,
  async (context, { params, body }) => {
    const signing = await readSigning(context);
    const { stored, fields, signer } = signing;
    const standing = presentSigning(context, { document: stored.record, fields });
    if (signer.status === 'completed') return { writes: [], events: [], result: standing };
    assertMayAct(signing, context.now);
    // Other signers may change shared fields, and the sender may correct the signer's name.
    if (body?.shown !== undefined && body.shown !== standing.shown)
      throw conflict(
        'changed_meanwhile',
        'The document has changed since it was shown to you. Please look at it again, then finish.',
      );
    if (!hasViewed(signer))
      throw refused(
        'view_required',
        'The document has not been viewed with this link. Show it to the signer, then record it: POST /signing/{token}/view.',
      );
    if (stored.record.requireConsent && signer.consent === null && !isApprover(signer))
      throw refused(
        'consent_required',
        'Accept the disclosure on electronic signatures first: POST /signing/{token}/consent.',
      );
    const shownAs = shownIn(stored.record, body?.shownAs ?? []);
    const missing = missingFor(signer, fields);
    if (missing.length > 0) throw refused('fields_missing', missing.map(({ message }) => message).join(' '), missing);

    const {
      document,
      fields: signed,
      ...change
    } = await completeSigning(context, {
      ...signing,
      consent: body?.consent,
      shownAs,
      identity: typeof context.identity === 'string' ? null : context.identity,
      confirmed: await confirmedIdentity(context, signer),
      pageSession: await pageSessionIn(params.token, body?.pageSession),
    });
    return { ...change, result: presentSigning(context, { document, fields: signed }) };
  },
  { reveal: revealImages },
);
