import type { Api } from '../../api/client.ts';

export type Sending = NonNullable<Parameters<Api['documents']['sendDocument']>[0]['body']>;
export type Language = NonNullable<Sending['language']>;
type FromTemplate = Parameters<Api['documents']['createDocumentFromTemplate']>[0]['body'];
type NewSigner = FromTemplate['signers'][string];
type NewOther = NonNullable<FromTemplate['others']>[number];

/** Languages of the signing page and of emails, by their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  pl: 'Polski',
  ar: 'العربية',
  zh: '中文',
  ja: '日本語',
} satisfies Record<Language, string>;

export const LANGUAGE_OPTIONS = Object.entries(LANGUAGES) as [Language, string][];

/** A signer as typed. */
export interface SignerText {
  name: string;
  email: string;
  order: string;
  language: Language | '';
  /** None, `email_code`, or the id of a workflow. */
  identityCheck: string;
  role: '' | 'approver' | 'copy';
}

export const NEW_SIGNER: SignerText = { name: '', email: '', order: '1', language: '', identityCheck: '', role: '' };

export const NEW_OTHER: SignerText = { ...NEW_SIGNER, role: 'approver' };

export const signerOf = ({ name, email, order, language, identityCheck, role }: SignerText): NewSigner => ({
  name: name.trim(),
  email: email.trim(),
  signingOrder: Number(order) || 1,
  language: language || null,
  identityCheck: checkOf(identityCheck),
  ...(role && { role }),
});

export const otherOf = (text: SignerText): NewOther => ({ ...signerOf(text), role: text.role || 'approver' });

const checkOf = (text: string): NewSigner['identityCheck'] =>
  text === '' || text === 'email_code' ? text || null : { workflowId: text };

/** How a document is sent, as typed. Numbers are days; empty ones are not asked for. */
export interface SendingText {
  message: string;
  senderName: string;
  organizationName: string;
  replyTo: string;
  language: Language | '';
  expiresInDays: string;
  /** A local time, instead of days. */
  expiresAt: string;
  remindAfterDays: string;
  remindBeforeExpiryDays: string;
  retainDays: string;
  senderNotices: boolean;
  requireConsent: boolean;
  allowDelegation: boolean;
  returnLinks: boolean;
}

export const NEW_SENDING: SendingText = {
  message: '',
  senderName: '',
  organizationName: '',
  replyTo: '',
  language: '',
  expiresInDays: '',
  expiresAt: '',
  remindAfterDays: '',
  remindBeforeExpiryDays: '',
  retainDays: '',
  senderNotices: true,
  requireConsent: false,
  allowDelegation: false,
  returnLinks: false,
};

const textIn = <Name extends string>(name: Name, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() });
const daysIn = <Name extends string>(name: Name, text: string) => (text.trim() === '' ? {} : { [name]: Number(text) });

/** Only what differs from the defaults of the service. */
export function sendingOf(text: SendingText): Sending {
  const { message, senderName, organizationName, replyTo, language, expiresInDays, expiresAt } = text;
  const at = expiresAt === '' ? Number.NaN : Date.parse(expiresAt);
  return {
    ...textIn('message', message),
    ...textIn('senderName', senderName),
    ...textIn('organizationName', organizationName),
    ...textIn('replyTo', replyTo),
    ...(language && { language }),
    ...(Number.isNaN(at) ? daysIn('expiresInDays', expiresInDays) : { expiresAt: new Date(at).toISOString() }),
    ...daysIn('remindAfterDays', text.remindAfterDays),
    ...daysIn('remindBeforeExpiryDays', text.remindBeforeExpiryDays),
    ...daysIn('retainDays', text.retainDays),
    ...(!text.senderNotices && { senderNotices: false }),
    ...(text.requireConsent && { requireConsent: true }),
    ...(text.allowDelegation && { allowDelegation: true }),
    ...(text.returnLinks && { returnLinks: true }),
  };
}

/** Longest waits that the service accepts. */
export const EXPIRY_DAYS = 365;
export const REMIND_DAYS = 90;
export const RETAIN_DAYS = 36_500;

/** Why days that were typed cannot be sent; null if they can. */
export const daysFault = (text: string, most: number) =>
  text.trim() === '' || (/^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most)
    ? undefined
    : `Enter a number from 1 to ${most}.`;
