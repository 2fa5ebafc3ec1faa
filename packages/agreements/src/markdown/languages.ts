/** A well-formed BCP 47 tag of two or three letters with subtags, as Typst and browsers accept it. */
export function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}$/.test(new Intl.Locale(tag).language ?? '');
  } catch {
    return false;
  }
}

const nameIn = (type: 'language' | 'script' | 'region') => new Intl.DisplayNames(['en'], { type, fallback: 'none' });

/** Whether language, script and region of a tag exist. */
export function isKnownLanguage(tag: string): boolean {
  if (!isLanguageTag(tag)) return false;
  const { language, script, region } = new Intl.Locale(tag);
  return (
    nameIn('language').of(language) !== undefined &&
    (script === undefined || nameIn('script').of(script) !== undefined) &&
    (region === undefined || nameIn('region').of(region) !== undefined)
  );
}

/** Tags, outputs and directives are not text of the document. Bounded, so that unclosed ones take linear time. */
const NOT_TEXT = /\{\{.{0,200}?\}\}|\{%.{0,200}?%\}|::\w{1,20}\{[^\n]{0,200}?\}/gs;

/** Languages of scripts that one language is usually written in; letters tell some of them apart. */
const SCRIPTS: readonly { letters: RegExp; languageOf: (text: string) => string }[] = [
  {
    letters: /\p{Script=Arabic}/gu,
    languageOf: (text) => (/[ٹڈڑے]/.test(text) ? 'ur' : /[پچژگ]/.test(text) ? 'fa' : 'ar'),
  },
  { letters: /\p{Script=Hebrew}/gu, languageOf: () => 'he' },
  { letters: /\p{Script=Greek}/gu, languageOf: () => 'el' },
  { letters: /\p{Script=Cyrillic}/gu, languageOf: (text) => (/[іїєґ]/i.test(text) ? 'uk' : 'ru') },
  { letters: /\p{Script=Thai}/gu, languageOf: () => 'th' },
  { letters: /\p{Script=Devanagari}/gu, languageOf: () => 'hi' },
  { letters: /\p{Script=Tamil}/gu, languageOf: () => 'ta' },
  { letters: /\p{Script=Hangul}/gu, languageOf: () => 'ko' },
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    languageOf: (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh'),
  },
];

/** Frequent words that the other languages of the list do not have. */
const WORDS: Record<string, readonly string[]> = {
  de: ['der', 'die', 'und', 'ist', 'nicht', 'mit', 'für', 'wird', 'werden', 'oder'],
  en: ['the', 'and', 'of', 'shall', 'this', 'with', 'by', 'is', 'to', 'or'],
  es: ['el', 'los', 'y', 'por', 'las', 'este', 'entre', 'será', 'como'],
  fr: ['les', 'et', 'est', 'une', 'du', 'pour', 'dans', 'le', 'cette', 'ou'],
  it: ['il', 'di', 'che', 'gli', 'della', 'sono', 'nel', 'questo', 'alla'],
  nl: ['het', 'een', 'van', 'niet', 'voor', 'zijn', 'deze', 'wordt', 'aan'],
  pl: ['oraz', 'się', 'jest', 'nie', 'przez', 'na', 'lub', 'w', 'z'],
  pt: ['os', 'uma', 'em', 'não', 'ao', 'pelo', 'pela', 'este', 'será', 'do'],
};

const FEWEST_WORDS = 4;

/** The language of a source by its script and frequent words; undefined if they do not tell. */
export function guessLanguage(source: string): string | undefined {
  const text = source.replace(NOT_TEXT, ' ');
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  for (const { letters: ofScript, languageOf } of SCRIPTS)
    if ((text.match(ofScript) ?? []).length * 2 > letters) return languageOf(text);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const ranked = Object.entries(WORDS)
    .map(([language, known]) => ({ language, found: words.filter((word) => known.includes(word)).length }))
    .sort((one, other) => other.found - one.found);
  const [first, second] = ranked;
  return first && first.found >= FEWEST_WORDS && first.found >= 2 * (second?.found ?? 0) ? first.language : undefined;
}
