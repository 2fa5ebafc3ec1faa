import { conflict } from '@assay/foundation';
import { statusAt } from '#shared/documents/document.ts';
import { readDocument } from '#shared/documents/repository/documents.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { isCopy } from '#shared/documents/signer-role.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { requestedInvitations } from '#shared/documents/use-cases/invitations.ts';
import { disclosure, nextLink, revealSignerLink, withLinks } from '#shared/documents/use-cases/links.ts';
import { assertLinksMayBeGiven } from '#shared/documents/use-cases/links-by-email.ts';
import { requireSigner, withSigner } from '#shared/documents/use-cases/read-signing.ts';
import { assertRoomForLink } from '#shared/documents/use-cases/room-in-trail.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Issues a new link if the old one is lost or was disclosed. */
export const handler = endpoint(
  documentRoutes.issueLink,
  async (context, { params, body }) => {
    const returnLink = body?.returnLink ?? true;
    const stored = await readDocument(context, params.id);
    const signer = requireSigner(stored.record, params.signerId);
    const status = statusAt(stored.record, context.now);
    if (status === 'expired') throw conflict('not_open', 'The document has expired and can no longer be signed.');
    if (isCopy(signer))
      throw conflict('not_open', 'The recipient of a copy gets a link once the document is completed.');
    if (status !== 'sent' || signer.status !== 'pending')
      throw conflict('not_open', 'This signer has no pending signature on the document.');
    assertRoomForLink(stored.record);
    if (returnLink) await assertLinksMayBeGiven(context);

    const next = withSigner(stored.record, signer, await nextLink(context, params.id, signer));
    const linked = requireSigner(next, signer.id);
    const { linkVersion } = linked;
    const { document, ...change } = changeDocument(context, stored, next, {
      entries: [
        { action: 'link.issued', details: { signerId: signer.id, linkVersion } },
        ...(returnLink ? [disclosure(context, linked)] : []),
      ],
      writes: await requestedInvitations(context, next, [linked]),
    });
    const result = { ...withLinks(document, returnLink ? [linked] : [], context.now), signerId: signer.id };
    return { ...change, result };
  },
  { reveal: revealSignerLink },
);
