import type { StoredDocument } from '../document.ts';
import type { SignerContext } from './read-signing.ts';
import { closed } from './require-status.ts';

/**
 * The document of a signing link whose PDF may be shown. Declined, voided and expired ones are
 * closed.
 */
export async function readShownDocument(context: SignerContext): Promise<StoredDocument> {
  const { record } = await context.readLinked();
  if (record.status !== 'sent' && record.status !== 'completed') throw closed(record, context.now);
  return record;
}
