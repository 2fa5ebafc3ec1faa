import { join } from 'node:path';
import { optionalSetting } from '#shared/platform/environment.ts';

/**
 * The fonts everything is printed in: all of the Noto Sans family (SIL Open Font License), so that the
 * scripts of one line stand well together. Nothing is printed in a font of the machine.
 */
export interface FontFamily {
  name: string;
  package: string;
  /** How its files are called, without the weight. */
  file: string;
  weights: readonly Weight[];
}

export type Weight = '400Regular' | '700Bold' | '400Regular_Italic' | '700Bold_Italic';

const UPRIGHT: readonly Weight[] = ['400Regular', '700Bold'];

// biome-ignore format: one family a line
export const FAMILIES = {
  text: { name: 'Noto Sans', package: 'noto-sans', file: 'NotoSans', weights: [...UPRIGHT, '400Regular_Italic', '700Bold_Italic'] },
  code: { name: 'Noto Sans Mono', package: 'noto-sans-mono', file: 'NotoSansMono', weights: UPRIGHT },
  arabic: { name: 'Noto Sans Arabic', package: 'noto-sans-arabic', file: 'NotoSansArabic', weights: UPRIGHT },
  hebrew: { name: 'Noto Sans Hebrew', package: 'noto-sans-hebrew', file: 'NotoSansHebrew', weights: UPRIGHT },
  devanagari: { name: 'Noto Sans Devanagari', package: 'noto-sans-devanagari', file: 'NotoSansDevanagari', weights: UPRIGHT },
  chinese: { name: 'Noto Sans SC', package: 'noto-sans-sc', file: 'NotoSansSC', weights: UPRIGHT },
  japanese: { name: 'Noto Sans JP', package: 'noto-sans-jp', file: 'NotoSansJP', weights: UPRIGHT },
  korean: { name: 'Noto Sans KR', package: 'noto-sans-kr', file: 'NotoSansKR', weights: UPRIGHT },
} satisfies Record<string, FontFamily>;
export type FamilyKey = keyof typeof FAMILIES;
export const FAMILY_KEYS = Object.keys(FAMILIES) as readonly FamilyKey[];

/** A character that several fonts have is printed in the first of them. */
const ANY_TEXT: readonly FamilyKey[] = ['text', 'arabic', 'hebrew', 'devanagari'];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Chinese characters look different in Japan and Korea, though they are the same characters; kana or
 * hangul anywhere in a document tell whose they are.
 */
export function familyOrder(text: string): FamilyKey[] {
  const asian: FamilyKey[] = [];
  if (KANA.test(text)) asian.push('japanese');
  if (HANGUL.test(text)) asian.push('korean');
  const others = (['chinese', 'japanese', 'korean'] as const).filter((key) => !asian.includes(key));
  return [...ANY_TEXT, ...asian, ...others, 'code'];
}

/** Where the printers' packages lie: a layer on Lambda, the project itself elsewhere. */
export const printerHome = () => optionalSetting('PRINTER_HOME') ?? process.cwd();

/** A font's file, from the home on. */
export const fontFile = (family: FontFamily, weight: Weight) =>
  join(
    ...['node_modules', '@expo-google-fonts', family.package],
    ...[weight, `${family.file}_${weight}.ttf`],
  );

export const FONT_FILES: readonly string[] = FAMILY_KEYS.flatMap((key) =>
  FAMILIES[key].weights.map((weight) => fontFile(FAMILIES[key], weight)),
);

/** For typed signatures; documents are never printed in it. SIL Open Font License. */
export const HANDWRITING_FILE = join(
  ...['node_modules', '@expo-google-fonts', 'caveat'],
  ...['600SemiBold', 'Caveat_600SemiBold.ttf'],
);

/**
 * All that a printer needs at run time and no bundle can hold, from the home on; packages with all they
 * depend on. The native half of Typst is a package of its own for every system, of which a layer needs the
 * one it is built for.
 */
export const PRINTER_FILES = {
  fonts: [...FONT_FILES, HANDWRITING_FILE],
  typst: {
    packages: ['@myriaddreamin/typst-ts-node-compiler'],
    nativePackages: {
      arm64: '@myriaddreamin/typst-ts-node-compiler-linux-arm64-gnu',
      x64: '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu',
    },
  },
  chromium: { packages: ['puppeteer-core', '@sparticuz/chromium', '@cantoo/pdf-lib'] },
} as const;
