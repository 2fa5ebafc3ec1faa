import { serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { commitAs } from '#shared/worker.ts';
import type { StoredDocument } from '../document.ts';
import { latestDelivery, type StoredDelivery } from '../email-delivery.ts';
import { type EmailEvent, reportedDelivery } from '../email-event.ts';
import { documentEvent, quietDocumentEvent } from '../events.ts';
import { findDocument } from '../repository/documents.ts';
import type { StoredSigner } from '../signer.ts';
import { changeDocument, type DocumentChange } from './change-document.ts';
import { noticesFor } from './invitations.ts';
import { withSigner } from './read-signing.ts';

const NOTHING: Change<null> = { writes: [], events: [], result: null };

/**
 * Records the delivery state of an email on its signer. A known or outdated report changes nothing.
 */
export async function recordEmailEvent(context: WorkerContext, event: EmailEvent): Promise<void> {
  const report = reportedDelivery(event);
  if (!report) return;
  const { organization: organizationId, mode, document: documentId, signer: id, link } = report.tags;
  const caller = serviceCaller({ organizationId, mode }, 'mail');
  await commitAs(context, caller, async (as) => {
    const stored = await findDocument(as.store, caller, documentId);
    const signer = stored?.record.signers.find((one) => one.id === id);
    // Emails with an earlier link went to the address before the correction.
    if (!stored || !signer || link < signer.addressSince) return NOTHING;
    const delivery = latestDelivery(signer.delivery, report.delivery);
    if (delivery === signer.delivery) return NOTHING;
    const after = withSigner(stored.record, signer, { delivery });
    const change = changeOf(after, signer, delivery);
    const isNews = isUndelivered(delivery) && !(signer.delivery && isUndelivered(signer.delivery));
    const { writes, events } = changeDocument(as, stored, after, {
      ...change,
      writes: isNews && after.status === 'sent' ? noticesFor(as, after, 'bounced', signer.id) : [],
    });
    return { writes, events, result: null };
  });
}

const isUndelivered = ({ status }: StoredDelivery) => status === 'bounced' || status === 'complained';

/** The audit trail ends with the document; later events are in the history only. */
function changeOf(
  document: StoredDocument,
  { id: signerId }: StoredSigner,
  { status, reason }: StoredDelivery,
): DocumentChange {
  if (status !== 'bounced' && status !== 'complained') {
    const details = { signerId, status };
    return {
      entries: [],
      events: [quietDocumentEvent('document.email_reported', document, { details })],
    };
  }
  const details = { signerId, reason };
  const isOpen = document.status === 'sent';
  return {
    entries: isOpen ? [{ action: `email.${status}`, details }] : [],
    events: [
      documentEvent(`signer.email_${status}`, document, {
        signerId,
        reason: reason ?? 'undeliverable',
      }),
    ],
  };
}
