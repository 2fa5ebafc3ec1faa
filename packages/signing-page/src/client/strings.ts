import { directionOf, type LanguageCode } from '../languages.ts';
import type { Plural, Texts } from './languages/texts.ts';

/** Texts in the language of the page; `showIn` sets them before anything is shown. */
export let strings = {} as Texts;
export let language: LanguageCode = 'en';

/** The texts of each language are a separate file, loaded when it is chosen. */
export async function showIn(code: LanguageCode) {
  const file = new URL(`text-${code}.js`, import.meta.url).href;
  const loaded: Record<string, Texts> = await import(/* @vite-ignore */ file);
  strings = loaded[code] ?? strings;
  language = code;
  Object.assign(document.documentElement, { lang: code, dir: directionOf(code) });
}

type Values = Record<string, string | number>;

/** Fills the placeholders of a text. `count` selects the plural form. */
export function say(template: string | Plural, values: Values = {}): string {
  const text = typeof template === 'string' ? template : formFor(template, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ''));
}

const formFor = (forms: Plural, count: number) => forms[new Intl.PluralRules(language).select(count)] ?? forms.other;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates a name in another direction, so that it does not reorder the sentence around it. */
function isolated(value: string | number): string {
  const text = String(value);
  const needsIsolation = typeof value === 'string' && (directionOf(language) === 'rtl' || RIGHT_TO_LEFT.test(text));
  return needsIsolation ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}
