/** Languages of the signing page with their native names. */
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
} as const;
export type LanguageCode = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [LanguageCode, ...LanguageCode[]];

const RIGHT_TO_LEFT: readonly LanguageCode[] = ['ar'];

export const directionOf = (language: LanguageCode) => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');

/** `pt-BR` maps to Portuguese; undefined for an unsupported language. */
export const languageOf = (tag: string): LanguageCode | undefined =>
  LANGUAGE_CODES.find((code) => tag.toLowerCase().split('-')[0] === code);

/** The first supported language, otherwise English. */
export const preferredLanguage = (tags: readonly string[]): LanguageCode =>
  tags.map(languageOf).find((code) => code !== undefined) ?? 'en';

/** The languages of an `Accept-Language` header, by preference. */
export function acceptedLanguages(header: string): string[] {
  const ranked = header.split(',').map((item) => {
    const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  return ranked
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
