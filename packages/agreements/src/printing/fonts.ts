import { join } from 'node:path';
import { printerSettings } from '../settings.ts';

/**
 * All documents are printed in the Noto Sans family (SIL Open Font License), so that different
 * scripts match within a line. Fonts of the machine are never used.
 */
export interface FontFamily {
  name: string;
  package: string;
  /** File name without the weight. */
  file: string;
  weights: readonly Weight[];
}

export type Weight = '400Regular' | '700Bold' | '400Regular_Italic' | '700Bold_Italic';

const UPRIGHT: readonly Weight[] = ['400Regular', '700Bold'];

const REGULAR: readonly Weight[] = ['400Regular'];

// biome-ignore format: one family a line
export const FAMILIES = {
  text: { name: 'Noto Sans', package: 'noto-sans', file: 'NotoSans', weights: [...UPRIGHT, '400Regular_Italic', '700Bold_Italic'] },
  code: { name: 'Noto Sans Mono', package: 'noto-sans-mono', file: 'NotoSansMono', weights: UPRIGHT },
  arabic: { name: 'Noto Sans Arabic', package: 'noto-sans-arabic', file: 'NotoSansArabic', weights: UPRIGHT },
  hebrew: { name: 'Noto Sans Hebrew', package: 'noto-sans-hebrew', file: 'NotoSansHebrew', weights: UPRIGHT },
  devanagari: { name: 'Noto Sans Devanagari', package: 'noto-sans-devanagari', file: 'NotoSansDevanagari', weights: UPRIGHT },
  thai: { name: 'Noto Sans Thai', package: 'noto-sans-thai', file: 'NotoSansThai', weights: UPRIGHT },
  georgian: { name: 'Noto Sans Georgian', package: 'noto-sans-georgian', file: 'NotoSansGeorgian', weights: UPRIGHT },
  armenian: { name: 'Noto Sans Armenian', package: 'noto-sans-armenian', file: 'NotoSansArmenian', weights: UPRIGHT },
  bengali: { name: 'Noto Sans Bengali', package: 'noto-sans-bengali', file: 'NotoSansBengali', weights: UPRIGHT },
  tamil: { name: 'Noto Sans Tamil', package: 'noto-sans-tamil', file: 'NotoSansTamil', weights: UPRIGHT },
  telugu: { name: 'Noto Sans Telugu', package: 'noto-sans-telugu', file: 'NotoSansTelugu', weights: UPRIGHT },
  kannada: { name: 'Noto Sans Kannada', package: 'noto-sans-kannada', file: 'NotoSansKannada', weights: UPRIGHT },
  malayalam: { name: 'Noto Sans Malayalam', package: 'noto-sans-malayalam', file: 'NotoSansMalayalam', weights: UPRIGHT },
  gujarati: { name: 'Noto Sans Gujarati', package: 'noto-sans-gujarati', file: 'NotoSansGujarati', weights: UPRIGHT },
  gurmukhi: { name: 'Noto Sans Gurmukhi', package: 'noto-sans-gurmukhi', file: 'NotoSansGurmukhi', weights: UPRIGHT },
  oriya: { name: 'Noto Sans Oriya', package: 'noto-sans-oriya', file: 'NotoSansOriya', weights: UPRIGHT },
  sinhala: { name: 'Noto Sans Sinhala', package: 'noto-sans-sinhala', file: 'NotoSansSinhala', weights: UPRIGHT },
  khmer: { name: 'Noto Sans Khmer', package: 'noto-sans-khmer', file: 'NotoSansKhmer', weights: UPRIGHT },
  lao: { name: 'Noto Sans Lao', package: 'noto-sans-lao', file: 'NotoSansLao', weights: UPRIGHT },
  myanmar: { name: 'Noto Sans Myanmar', package: 'noto-sans-myanmar', file: 'NotoSansMyanmar', weights: UPRIGHT },
  ethiopic: { name: 'Noto Sans Ethiopic', package: 'noto-sans-ethiopic', file: 'NotoSansEthiopic', weights: UPRIGHT },
  tibetan: { name: 'Noto Serif Tibetan', package: 'noto-serif-tibetan', file: 'NotoSerifTibetan', weights: UPRIGHT },
  symbols: { name: 'Noto Sans Symbols', package: 'noto-sans-symbols', file: 'NotoSansSymbols', weights: UPRIGHT },
  symbols2: { name: 'Noto Sans Symbols 2', package: 'noto-sans-symbols-2', file: 'NotoSansSymbols2', weights: REGULAR },
  chinese: { name: 'Noto Sans SC', package: 'noto-sans-sc', file: 'NotoSansSC', weights: UPRIGHT },
  japanese: { name: 'Noto Sans JP', package: 'noto-sans-jp', file: 'NotoSansJP', weights: UPRIGHT },
  korean: { name: 'Noto Sans KR', package: 'noto-sans-kr', file: 'NotoSansKR', weights: UPRIGHT },
} satisfies Record<string, FontFamily>;
export type FamilyKey = keyof typeof FAMILIES;
export const FAMILY_KEYS = Object.keys(FAMILIES) as readonly FamilyKey[];

/** A character that several fonts have is printed in the first of them. */
const ASIAN: readonly FamilyKey[] = ['chinese', 'japanese', 'korean'];
const ANY_TEXT = FAMILY_KEYS.filter((key) => key !== 'code' && !ASIAN.includes(key));
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Chinese characters look different in Japan and Korea though their code points are the same; kana
 * or hangul anywhere in a document decide the variant.
 */
export function familyOrder(text: string): FamilyKey[] {
  const asian: FamilyKey[] = [];
  if (KANA.test(text)) asian.push('japanese');
  if (HANGUL.test(text)) asian.push('korean');
  const others = ASIAN.filter((key) => !asian.includes(key));
  return [...ANY_TEXT, ...asian, ...others, 'code'];
}

/** Where the printers' packages are: a layer on Lambda, otherwise the project itself. */
export const printerHome = () => printerSettings().PRINTER_HOME ?? process.cwd();

/** Path of a font file, relative to the home. */
export const fontFile = (family: FontFamily, weight: Weight) =>
  join('node_modules', '@expo-google-fonts', family.package, weight, `${family.file}_${weight}.ttf`);

export const fontFilesOf = (key: FamilyKey): string[] =>
  FAMILIES[key].weights.map((weight) => fontFile(FAMILIES[key], weight));

export const FONT_FILES: readonly string[] = FAMILY_KEYS.flatMap(fontFilesOf);

/** For typed signatures only, never for documents. SIL Open Font License. */
export const HANDWRITING_FILE = join(
  'node_modules',
  '@expo-google-fonts',
  'caveat',
  '600SemiBold',
  'Caveat_600SemiBold.ttf',
);

/**
 * Files that a printer needs at run time and a bundle cannot contain, relative to the home;
 * packages include their dependencies. Typst is one WebAssembly file for all processors.
 */
export const PRINTER_FILES = {
  fonts: [...FONT_FILES, HANDWRITING_FILE],
  typst: {
    packages: ['@myriaddreamin/typst-ts-web-compiler'],
    folder: join('node_modules', '@myriaddreamin', 'typst-ts-web-compiler', 'pkg'),
    module: 'typst_ts_web_compiler_bg.wasm',
    script: 'typst_ts_web_compiler.mjs',
  },
  chromium: { packages: ['puppeteer-core', '@sparticuz/chromium', '@cantoo/pdf-lib'] },
} as const;
