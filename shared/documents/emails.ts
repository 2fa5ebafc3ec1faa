import { directionOf, type LanguageCode } from '@assay/signing-page';
import { otherRegisteredName, type ShownBrand } from '#shared/organization/settings/index.ts';
import type { Email } from '#shared/platform/mail.ts';
import { APPROVAL_TEXTS } from './approval-texts.ts';
import { DELEGATION_TEXTS } from './delegation-texts.ts';
import type { StoredDocument } from './document.ts';
import { deliverableAddress } from './email-address.ts';
import { type EmailContent, emailHtml, emailText } from './email-html.ts';
import { EMAIL_TEXTS } from './email-texts.ts';
import { CODE_TEXTS, REMINDER_TEXTS } from './notice-texts.ts';
import type { SignerMail } from './repository/mails.ts';
import type { StoredSigner } from './signer.ts';
import { isApprover } from './signer-role.ts';

export type EmailedDocument = Pick<
  StoredDocument,
  'name' | 'status' | 'message' | 'senderName' | 'organizationName' | 'replyTo' | 'expiresAt' | 'language'
>;

interface Sending {
  kind: SignerMail['kind'];
  brand: ShownBrand;
  url: string;
  /** Of a reminder: whether it announces that the document expires soon. */
  isExpiring?: boolean | undefined;
  /** In place of the link. */
  code?: string | undefined;
  /** When the link expires, if not with the document. */
  endsAt?: string | undefined;
}

/** An email to a signer in their language, as plain text and as HTML. */
export function emailTo(
  signer: Pick<StoredSigner, 'name' | 'email' | 'language' | 'role' | 'delegations'>,
  sent: EmailedDocument,
  { kind, brand, url, endsAt, isExpiring = false, code }: Sending,
): Email {
  const document = { ...sent, organizationName: sent.organizationName ?? brand.name };
  const language = signer.language ?? document.language ?? 'en';
  const { greeting, fallback, onBehalfOf, senderOf } = EMAIL_TEXTS[language];
  const registered = otherRegisteredName(document.organizationName, brand);
  const nameOfOrganization = senderOf.replace('{organization}', '{registered}').replace('{sender}', '{organization}');
  const withRegistered = onBehalfOf.replace('{organization}', nameOfOrganization);
  const delegator = signer.delegations?.at(-1)?.name;
  const { subject, opening, action, closing, message } = wordsOf(
    document,
    { kind, isExpiring, isApproval: isApprover(signer), isDelegated: delegator !== undefined },
    language,
  );
  const fill = filledWith({
    ...valuesOf({ ...document, expiresAt: endsAt ?? document.expiresAt }, language),
    signer: signer.name,
    delegator,
    registered: registered ?? '',
    direction: directionOf(language),
  });
  const content: EmailContent = {
    language,
    subject: oneLine(fill(subject, 'plain')),
    brand: { name: document.organizationName, colour: brand.colour },
    greeting: fill(greeting),
    opening: fill(opening),
    code,
    message: message && { from: fill(message.from), text: message.text },
    button: action ? { label: action, url, fallback } : undefined,
    closing: [closing, ...(document.organizationName ? [registered ? withRegistered : onBehalfOf] : [])].map((one) =>
      fill(one),
    ),
  };
  return {
    to: deliverableAddress(signer.email),
    replyTo: document.replyTo && deliverableAddress(document.replyTo),
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
  };
}

interface Words {
  subject: string;
  opening: string;
  /** The label of the button, in emails that have a link. */
  action?: string;
  closing: string;
  message?: { from: string; text: string } | undefined;
}

function wordsOf(
  document: EmailedDocument,
  {
    kind,
    isExpiring,
    isApproval,
    isDelegated,
  }: { kind: SignerMail['kind']; isExpiring: boolean; isApproval: boolean; isDelegated: boolean },
  language: LanguageCode,
): Words {
  const { unnamed, ...texts } = EMAIL_TEXTS[language];
  const isNamed = Boolean(document.senderName ?? document.organizationName);
  if (kind === 'completion' || kind === 'link') return { ...texts.completion, closing: texts.invitation.closing };
  if (kind === 'closed') {
    const { subject, closing, declined, voided, expired } = texts.closed;
    const reasons = { declined, voided: isNamed ? voided : unnamed.voided };
    const { status } = document;
    const opening = status === 'declined' || status === 'voided' ? reasons[status] : expired;
    return { subject, opening, closing };
  }
  if (kind === 'code') return CODE_TEXTS[language];
  const { messageFrom } = isNamed ? texts : unnamed;
  const message = document.message ? { from: messageFrom, text: document.message } : undefined;
  const approval = isApproval ? APPROVAL_TEXTS[language] : undefined;
  const action = approval?.action ?? texts.invitation.action;
  if (kind === 'reminder') {
    const { subject, expiring, named, unnamed: others } = approval?.reminder ?? REMINDER_TEXTS[language];
    const opening = isNamed ? named : others;
    return { ...texts.invitation, action, subject: isExpiring ? expiring : subject, opening, message };
  }
  const { subject, opening } = isNamed ? (approval ?? texts.invitation) : (approval?.unnamed ?? unnamed);
  if (isDelegated) {
    const delegated = DELEGATION_TEXTS[language];
    return { ...texts.invitation, subject, opening: delegated[isApproval ? 'approve' : 'sign'], action, message };
  }
  return { ...texts.invitation, subject, opening, action, message };
}

export function valuesOf(
  document: Pick<EmailedDocument, 'name' | 'senderName' | 'organizationName' | 'expiresAt'>,
  language: LanguageCode,
) {
  const { name, senderName, organizationName, expiresAt } = document;
  const sender = senderName ?? organizationName ?? '';
  const isBoth = senderName !== null && organizationName !== null && senderName !== organizationName;
  return {
    document: name,
    organization: organizationName ?? '',
    moment: expiresAt === null ? '' : momentIn(language, expiresAt),
    sender,
    senderOf: isBoth ? EMAIL_TEXTS[language].senderOf : '{sender}',
  };
}

const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
  calendar: 'gregory',
  numberingSystem: 'latn',
};

/**
 * `31 March 2026 at 14:05 UTC`: a link expires at a time of day, and its holder may be in any time
 * zone.
 */
const momentIn = (language: LanguageCode, instant: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, MOMENT)
    .format(new Date(instant))
    // Node versions differ in the kind of space they use.
    .replaceAll(/\s/gu, ' ');

type Values = ReturnType<typeof valuesOf> & {
  signer: string;
  /** Who handed the turn to the signer. */
  delegator?: string | undefined;
  /** The registered name of the organization, if signers read another one. */
  registered?: string;
  direction: 'ltr' | 'rtl';
};

/**
 * Inserts values into a text. Each is isolated, so that a name in another script does not reorder
 * the sentence.
 */
export function filledWith({ direction, senderOf, ...values }: Values) {
  const isolate = direction === 'rtl' ? isolated : isolatedIfRightToLeft;
  const put = (text: string, shown: (value: string) => string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof values) => shown(values[key] ?? ''));
  return (text: string, form?: 'plain') =>
    // The organization has its own line; the subject only needs the sender's name.
    form === 'plain' ? put(text, (value) => value) : put(text.replaceAll('{sender}', senderOf), isolate);
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isolated = (value: string) => `\u2068${value}\u2069`;
const isolatedIfRightToLeft = (value: string) => (RIGHT_TO_LEFT.test(value) ? isolated(value) : value);

/** A line break in a subject would start a new header. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
