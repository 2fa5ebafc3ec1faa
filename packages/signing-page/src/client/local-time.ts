import { language } from './strings.ts';

/** The signer's regional variant of the page's language: British English, Brazilian Portuguese. */
const variant = () => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/**
 * A time in the language of the page and in the signer's time zone, with its name. The calendar is
 * Gregorian and digits are Latin in every language, as in the document.
 */
export const timeOf = (instant: string) =>
  new Intl.DateTimeFormat(variant(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).format(new Date(instant));
