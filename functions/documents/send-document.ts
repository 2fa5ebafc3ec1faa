import { documentEvent } from '#shared/documents/events.ts';
import { documentRoutes } from '#shared/documents/routes/documents.ts';
import { actingOf } from '#shared/documents/signer-role.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import { requestedInvitations } from '#shared/documents/use-cases/invitations.ts';
import { disclosure, revealLinks, withLinks } from '#shared/documents/use-cases/links.ts';
import { assertLinksMayBeGiven } from '#shared/documents/use-cases/links-by-email.ts';
import { readWithFields } from '#shared/documents/use-cases/read-fields.ts';
import { assertDraft } from '#shared/documents/use-cases/require-status.ts';
import { assertSendable, sentDetails, sentFrom } from '#shared/documents/use-cases/sending.ts';
import { endpoint } from '#shared/endpoint.ts';

/** Sends a draft to its signers. From then on only they can change its fields. */
export const handler = endpoint(
  documentRoutes.sendDocument,
  async (context, { params, body }) => {
    const { stored, fields } = await readWithFields(context, params.id);
    assertDraft(stored.record);
    assertSendable(stored.record, fields);
    if (body.returnLinks) await assertLinksMayBeGiven(context);

    const sent = await sentFrom(context, stored.record, body);
    const returnLinks = body.returnLinks ?? false;
    const given = returnLinks ? actingOf(sent.signers) : [];
    const { document, ...change } = changeDocument(context, stored, sent, {
      entries: [
        { action: 'document.sent', details: await sentDetails(context, sent, returnLinks) },
        ...given.map((signer) => disclosure(context, signer)),
      ],
      writes: await requestedInvitations(context, sent, sent.signers),
      events: [documentEvent('document.sent', sent, {})],
    });
    return { ...change, result: withLinks(document, given, context.now) };
  },
  { reveal: revealLinks },
);
