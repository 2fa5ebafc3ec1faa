import { conflict } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { StoredDocument } from '../document.ts';
import { claimEmails } from '../email-rates.ts';
import { quietDocumentEvent } from '../events.ts';
import type { StoredSigner } from '../signer.ts';
import { isSecretOf, type SigningLink } from '../signing/link.ts';
import { linkEndsAt } from '../signing/link-end.ts';
import { changeDocument } from './change-document.ts';
import { assertReachable, requestedLink } from './invitations.ts';
import { nextLink } from './links.ts';
import { requireSigner, withSigner } from './read-signing.ts';
import { hasRoomForRequest } from './room-in-trail.ts';

interface Requested {
  stored: Stored<StoredDocument>;
  signer: StoredSigner;
  /** The link that the request was made with. */
  link: SigningLink;
}

/**
 * Emails the signer a link to the completed document. The response does not contain it, because the
 * holder of an old link may no longer be the signer. A requested link that is still valid is sent
 * again, so that requests by others do not invalidate it.
 */
export async function requestLink(
  context: Context,
  { stored, signer, link }: Requested,
): Promise<Pick<Change, 'writes' | 'events'>> {
  const { record } = stored;
  const endsAt = linkEndsAt(record, signer);
  const isEnded = endsAt !== null && endsAt <= context.now;
  if (!isEnded && isSecretOf(link, signer.linkHash))
    throw conflict('link_valid', 'This link has not expired. Open it instead of requesting another.');
  assertReachable([signer]);
  await claimEmails(context, [signer.email]);

  const after = isEnded
    ? withSigner(record, signer, {
        ...(await nextLink(context, record.id, signer)),
        linkIssuedAt: context.now.toISOString(),
        endedLinkHash: signer.linkHash,
      })
    : record;
  const emailed = requireSigner(after, signer.id);
  const details = { signerId: signer.id, linkVersion: emailed.linkVersion };
  return changeDocument(context, stored, after, {
    entries: hasRoomForRequest(record) ? [{ action: 'link.requested', details }] : [],
    writes: [requestedLink(context, after, emailed)],
    events: [quietDocumentEvent('document.link_requested', record, { details })],
  });
}
