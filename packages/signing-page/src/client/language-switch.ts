import { LANGUAGE_CODES, LANGUAGES, type LanguageCode } from '../languages.ts';
import { make } from './dom.ts';
import { language, strings } from './strings.ts';

export type OnLanguage = (code: LanguageCode) => void;

/** Languages have their native names, so that everyone can find theirs. */
export function languageSwitch(onLanguage: OnLanguage): HTMLElement {
  const select = make(
    'select',
    { 'aria-label': strings.language, id: 'language' },
    ...LANGUAGE_CODES.map((code) =>
      make('option', { value: code, lang: code, selected: code === language }, LANGUAGES[code]),
    ),
  );
  select.addEventListener('change', () => onLanguage(select.value as LanguageCode));
  return make('div', { class: 'language' }, select);
}

/**
 * Stored in the URL, so that it survives a reload. The fragment contains the host and is preserved.
 */
export function rememberLanguage(code: LanguageCode) {
  const url = new URL(location.href);
  url.searchParams.set('lang', code);
  history.replaceState(null, '', url);
}
