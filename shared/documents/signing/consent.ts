/**
 * What the signing page says beside the button with which one signs, by the name under which it says that it
 * was shown. The trail keeps the sentence. One that is worded anew gets a new name, and the old one stays:
 * a page that was opened before still shows it.
 */
export const CONSENTS = {
  'finish-1': 'By choosing Finish you sign this document electronically.',
} as const;

export const CONSENT_NAMES = Object.keys(CONSENTS) as (keyof typeof CONSENTS)[];

export const CONSENT_SHOWN = 'finish-1';
