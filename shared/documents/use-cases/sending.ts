import { refused } from '@assay/foundation';
import type * as z from 'zod';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Sending, StoredDocument } from '../document.ts';
import { LINK_DAYS } from '../limits.ts';
import type { StoredField } from '../repository/stored-field.ts';
import { nextLink } from './links.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A document needs at least one signer, and every signer needs a field to fill. */
export function assertSendable({ signers }: StoredDocument, fields: readonly StoredField[]): void {
  const idle = signers.filter(({ id }) => !fields.some(({ signerId }) => signerId === id));
  const errors = [
    ...(signers.length === 0 ? [{ path: 'signers', message: 'Add at least one signer before sending.' }] : []),
    ...idle.map(({ id }) => ({
      path: `signers.${id}`,
      message: 'This signer has no field to fill.',
    })),
  ];
  if (errors.length > 0) throw refused('not_ready', 'The document cannot be sent yet. See `errors`.', errors);
}

export async function sentFrom(
  context: Context,
  draft: StoredDocument,
  { message, senderName, organizationName, replyTo, expiresInDays, language, requireConsent }: z.infer<typeof Sending>,
): Promise<StoredDocument> {
  const { now, client } = context;
  const signers = draft.signers.map(async (signer) => ({
    ...signer,
    ...(await nextLink(context, draft.id, signer)),
  }));
  return {
    ...draft,
    status: 'sent',
    message: message ?? null,
    senderName: senderName?.trim() || null,
    organizationName: organizationName?.trim() || null,
    replyTo: replyTo ?? null,
    language: language ?? null,
    requireConsent: requireConsent ?? false,
    linkOrigin: client?.origin ?? null,
    sentAt: now.toISOString(),
    expiresAt: addSeconds(now, (expiresInDays ?? LINK_DAYS) * DAY_SECONDS).toISOString(),
    signers: await Promise.all(signers),
  };
}
