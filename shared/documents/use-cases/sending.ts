import { refused } from '@assay/foundation';
import type * as z from 'zod';
import { readShownBrand } from '#shared/organization/settings/index.ts';
import type { Caller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import type { StoredDocument } from '../document.ts';
import { EmailAddress } from '../email-address.ts';
import { EXPIRY_DAYS, LINK_DAYS } from '../limits.ts';
import type { StoredField } from '../repository/stored-field.ts';
import type { Sending } from '../sending.ts';
import { isCopy, isSigning } from '../signer-role.ts';
import { nextLink } from './links.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A document needs at least one signer, every signer needs a field to fill, and nobody else has one. */
export function assertSendable({ signers }: StoredDocument, fields: readonly StoredField[]): void {
  const hasField = ({ id }: { id: string }) => fields.some(({ signerId }) => signerId === id);
  const idle = signers.filter((one) => isSigning(one) && !hasField(one));
  const others = signers.filter((one) => !isSigning(one) && hasField(one));
  const errors = [
    ...(!signers.some(isSigning) ? [{ path: 'signers', message: 'Add at least one signer before sending.' }] : []),
    ...idle.map(({ id }) => ({
      path: `signers.${id}`,
      message: 'This signer has no field to fill.',
    })),
    ...others.map(({ id }) => ({
      path: `signers.${id}`,
      message: 'An approver and the recipient of a copy have no fields. Assign the fields to a signer.',
    })),
  ];
  if (errors.length > 0) throw refused('not_ready', 'The document cannot be sent yet. See `errors`.', errors);
}

export async function sentFrom(
  context: Context,
  draft: StoredDocument,
  body: z.infer<typeof Sending>,
): Promise<StoredDocument> {
  const { caller, now, client } = context;
  const { message, senderName, organizationName, replyTo, senderNotices, language, requireConsent } = body;
  const signers = draft.signers.map(async (signer) => ({
    ...signer,
    // The recipient of a copy gets a link when there is something to copy.
    ...(!isCopy(signer) && (await nextLink(context, draft.id, signer))),
  }));
  return {
    ...draft,
    status: 'sent',
    message: message ?? null,
    senderName: senderName?.trim() || null,
    organizationName: organizationName?.trim() || null,
    replyTo: replyTo ?? null,
    noticesTo: senderNotices === false ? null : (replyTo ?? addressOf(caller)),
    remindAfterDays: body.remindAfterDays ?? null,
    remindBeforeExpiryDays: body.remindBeforeExpiryDays ?? null,
    ...(body.retainDays && { retainDays: body.retainDays }),
    language: language ?? null,
    requireConsent: requireConsent ?? false,
    allowDelegation: body.allowDelegation ?? false,
    linkOrigin: client?.origin ?? null,
    sentAt: now.toISOString(),
    expiresAt: body.expiresAt
      ? expiryAt(body.expiresAt, now)
      : addSeconds(now, (body.expiresInDays ?? LINK_DAYS) * DAY_SECONDS).toISOString(),
    signers: await Promise.all(signers),
  };
}

/** With the name that signers were told then: the brand can change while they sign. */
export async function sentDetails(
  { store, caller }: Context,
  { organizationName, expiresAt, retainDays, signers }: StoredDocument,
  returnLinks: boolean,
) {
  const copies = signers.filter(isCopy).map(({ id }) => id);
  const shownName = organizationName ?? (await readShownBrand(store, caller)).name;
  return {
    expiresAt,
    returnLinks,
    ...(shownName !== null && { organizationName: shownName }),
    ...(retainDays !== undefined && { retainDays }),
    ...(copies.length > 0 && { copies }),
  };
}

/** The time as it is stored, if a document may expire then. */
export function expiryAt(instant: string, now: Date): string {
  const at = new Date(instant);
  if (at <= now || at > addSeconds(now, EXPIRY_DAYS * DAY_SECONDS))
    throw refused(
      'expiry_out_of_range',
      `\`expiresAt\` has to be in the future, at most ${EXPIRY_DAYS} days from now.`,
    );
  return at.toISOString();
}

/** The address in the token of a user, if email can be sent to it. */
function addressOf({ profile }: Caller): string | null {
  const address = EmailAddress.safeParse(profile?.email);
  return address.success ? address.data : null;
}
