import type { ConsentName } from './consent.ts';
import type { LanguageCode } from './languages.ts';

/** The name of the consent sentence that the page shows in a language. */
export const consentShownIn = (language: LanguageCode): ConsentName =>
  language === 'en' ? 'finish-1' : `finish-1-${language}`;
