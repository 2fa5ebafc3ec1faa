import type { DISCLOSURE_VERSION } from './disclosure-version.ts';
import type { LanguageCode } from './languages.ts';

/**
 * Versions of the disclosure on electronic records and signatures that the signing page shows. New
 * wording gets a new version. The digest identifies the exact text in each language: SHA-256 of its
 * title, paragraphs and the sentence the signer ticks, one per line.
 */
export const DISCLOSURE_VERSIONS = ['2026-11'] as const satisfies (typeof DISCLOSURE_VERSION)[];
export type DisclosureVersion = (typeof DISCLOSURE_VERSIONS)[number];

export const DISCLOSURE_DIGESTS: Record<DisclosureVersion, Record<LanguageCode, string>> = {
  '2026-11': {
    en: 'c1ca1ecdde6a45db7cff17a7b61d1790041b119f5ce9b049280ef26b050e1464',
    de: 'ac34770e63f79d777143262230a803a9c87397f3edbfa6b51c2df1042926ebbd',
    fr: '649a5534a0fe59195ff19fbc7b45a44e09112bf13a6710bf88094266967370d0',
    es: 'ec60a389d7f9a99f9473b76bac35c632a21d9fdec67cca1581764449960bde72',
    pt: 'd3ecddd858f21a689b8aca7c3799e221a7622da069fcd7a6fd77ce9cbd843bfc',
    pl: 'd7376362602bb26cc87ba2f0829e119f953aae94bd02a1a6d1d369d54e940408',
    ar: 'dfc35c6df710b9db6d8b0e88a3689fc3848cbb97d7c2977af0893f1260adb599',
    zh: '55da424f31fd2078dc9fb80237fb4d560c085b354a6044ad863f74ce4046b021',
    ja: '5c34b6561be27b6033aa10c2694929800751e95cb7be868025f2ba0f2a291330',
  },
};
