export { type BrandColours, brandColours } from './src/brand-colours.ts';
export { CONSENT_NAMES, CONSENT_SHOWN, CONSENTS } from './src/consent.ts';
export { DISCLOSURE_DIGESTS, DISCLOSURE_VERSIONS } from './src/disclosure.ts';
export { DISCLOSURE_VERSION } from './src/disclosure-version.ts';
export {
  acceptedLanguages,
  directionOf,
  LANGUAGE_CODES,
  type LanguageCode,
  preferredLanguage,
} from './src/languages.ts';
export { signingPage } from './src/shell.ts';
export { verifyPage } from './src/verify-page.ts';
