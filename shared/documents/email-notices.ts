import { directionOf } from '@assay/signing-page';
import type { ShownBrand } from '#shared/organization/settings/index.ts';
import type { Mode } from '#shared/platform/caller.ts';
import type { Email } from '#shared/platform/mail.ts';
import { DELEGATION_TEXTS } from './delegation-texts.ts';
import type { StoredDocument } from './document.ts';
import { deliverableAddress } from './email-address.ts';
import { type EmailContent, emailHtml, emailText } from './email-html.ts';
import { EMAIL_TEXTS } from './email-texts.ts';
import { filledWith, oneLine, valuesOf } from './emails.ts';
import { NAME_DIFFERS_TEXTS } from './identity-texts.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import type { Notice } from './repository/mails.ts';
import type { StoredSigner } from './signer.ts';

type NoticedDocument = Pick<
  StoredDocument,
  | 'id'
  | 'name'
  | 'status'
  | 'signers'
  | 'senderName'
  | 'organizationName'
  | 'expiresAt'
  | 'language'
  | 'linkOrigin'
  | 'closeReason'
  | 'noticesTo'
>;

/**
 * An email to the sender, in the language of the document. It has no signing link. Undefined if it no longer applies,
 * such as a bounce whose address has been corrected since.
 */
export function noticeEmail(
  document: NoticedDocument,
  { about, signerId, mode }: Pick<Notice, 'about' | 'signerId'> & { mode: Mode },
  brand: ShownBrand,
): Email | undefined {
  const { noticesTo, senderName, organizationName } = document;
  const signer = document.signers.find(({ id }) => id === signerId);
  if (noticesTo === null || !applies(about, document, signer)) return undefined;
  const language = document.language ?? 'en';
  const { fallback, greeting, completion, closed } = EMAIL_TEXTS[language];
  const { unnamedGreeting, action, closing, reason, ...texts } = NOTICE_TEXTS[language];
  const { subject, opening } = {
    ...texts,
    delegated: DELEGATION_TEXTS[language].notice,
    name_differs: NAME_DIFFERS_TEXTS[language],
    completed: completion,
    expired: { subject: texts.expired.subject, opening: closed.expired },
  }[about];
  const values = { ...valuesOf(document, language), direction: directionOf(language) } as const;
  const delegation = signer?.delegations?.at(-1);
  const fill = filledWith({ ...values, signer: signer?.name ?? '', delegator: delegation?.name });
  const messageOf = () => {
    if (about === 'delegated' && delegation)
      return { from: filledWith({ ...values, signer: delegation.name })(reason), text: delegation.reason };
    return about === 'declined' && document.closeReason
      ? { from: fill(reason), text: document.closeReason }
      : undefined;
  };
  const addressee = senderName ?? organizationName;
  const content: EmailContent = {
    language,
    subject: oneLine(fill(subject, 'plain')),
    brand: { name: organizationName ?? brand.name, colour: brand.colour },
    greeting: addressee === null ? unnamedGreeting : filledWith({ ...values, signer: addressee })(greeting),
    opening: fill(opening),
    message: messageOf(),
    button: { label: action, url: `${document.linkOrigin ?? ''}/console/${mode}/documents/${document.id}`, fallback },
    closing: [fill(closing)],
  };
  return {
    to: deliverableAddress(noticesTo),
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
  };
}

function applies(about: Notice['about'], { status }: NoticedDocument, signer: StoredSigner | undefined): boolean {
  if (about === 'delegated') return status === 'sent' && signer?.delegations !== undefined;
  if (about === 'name_differs') return status === 'sent' && signer?.identitySession?.result?.name === 'different';
  if (about !== 'bounced') return status === about;
  const delivery = signer?.delivery?.status;
  return status === 'sent' && (delivery === 'bounced' || delivery === 'complained');
}
