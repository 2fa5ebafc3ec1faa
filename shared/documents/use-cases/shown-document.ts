import { unauthenticated } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { StoredDocument } from '../document.ts';
import { readDocument } from '../repository/documents.ts';
import { parseToken } from '../signing/link.ts';
import { closed } from './require-status.ts';

/**
 * The document of a signing link whose PDF may be shown. Declined, voided and expired ones are
 * closed.
 */
export async function readShownDocument(context: Context, token: string): Promise<StoredDocument> {
  const link = parseToken(token);
  if (!link) throw unauthenticated();
  const { record } = await readDocument(context, link.documentId);
  if (record.status !== 'sent' && record.status !== 'completed') throw closed(record, context.now);
  return record;
}
