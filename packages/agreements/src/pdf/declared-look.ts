import { PDFDict, type PDFDocument, PDFName, type PDFObject, StandardFonts } from '@cantoo/pdf-lib';
import { inherited, numberIn, textIn, type Widget } from './widgets.ts';

/** The declared look of a form's text. */
export interface DeclaredLook {
  /** The form's own operators for font, size and colour. */
  defaultAppearance: string;
  /** The nearest of the 14 standard fonts. */
  font: StandardFonts;
  /** Undefined if the size should fit the available space. */
  fontSize: number | undefined;
  alignment: 'left' | 'center' | 'right';
  /** `#rrggbb`. */
  color: string;
}

const PLAIN = '/Helv 0 Tf 0 g';

export function declaredLook(document: PDFDocument, { dict }: Widget): DeclaredLook {
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  const ofForm = (key: string) => (form instanceof PDFDict ? form.lookup(PDFName.of(key)) : undefined);
  const defaultAppearance = textIn(inherited(dict, 'DA')) ?? textIn(ofForm('DA')) ?? PLAIN;
  const [, alias = '', size = '0'] = /\/(\S+)\s+([\d.]+)\s+Tf/.exec(defaultAppearance) ?? [];
  const quadding = numberIn(inherited(dict, 'Q') ?? ofForm('Q'));
  return {
    defaultAppearance,
    font: nearestStandardFont(baseFontOf(alias, ofForm('DR')) ?? alias),
    fontSize: Number(size) || undefined,
    alignment: (['left', 'center', 'right'] as const)[quadding] ?? 'left',
    color: colorIn(defaultAppearance),
  };
}

/** Resolves a font alias: `/HeBo` of the form's resources may be `Helvetica-Bold`. */
function baseFontOf(alias: string, resources: PDFObject | undefined): string | undefined {
  if (!(resources instanceof PDFDict)) return undefined;
  const fonts = resources.lookup(PDFName.of('Font'));
  const font = fonts instanceof PDFDict ? fonts.lookup(PDFName.of(alias)) : undefined;
  const name = font instanceof PDFDict ? font.lookup(PDFName.of('BaseFont')) : undefined;
  return name instanceof PDFName ? name.decodeText() : undefined;
}

/** By family; then regular, bold, italic, both. */
const FAMILIES: readonly [pattern: RegExp, fonts: readonly StandardFonts[]][] = [
  [
    /cour|mono|consol|typewriter/i,
    [StandardFonts.Courier, StandardFonts.CourierBold, StandardFonts.CourierOblique, StandardFonts.CourierBoldOblique],
  ],
  [
    /^ti|times|roman|serif(?<!sans.?serif)|georgia|garamond|minion|palatino|cambria/i,
    [
      StandardFonts.TimesRoman,
      StandardFonts.TimesRomanBold,
      StandardFonts.TimesRomanItalic,
      StandardFonts.TimesRomanBoldItalic,
    ],
  ],
  [
    /./,
    [
      StandardFonts.Helvetica,
      StandardFonts.HelveticaBold,
      StandardFonts.HelveticaOblique,
      StandardFonts.HelveticaBoldOblique,
    ],
  ],
];

function nearestStandardFont(name: string): StandardFonts {
  const [, fonts] = FAMILIES.find(([pattern]) => pattern.test(name)) ?? [];
  const isBold = /bold|black|heavy|^(he|ti|co)bo/i.test(name);
  const isItalic = /italic|oblique|^(he|ti|co)(bo)?[io]$/i.test(name);
  return fonts?.[(isBold ? 1 : 0) + (isItalic ? 2 : 0)] ?? StandardFonts.Helvetica;
}

const COLOR = /((?:[\d.]+\s+){1,4})(g|rg|k)\b/;

function colorIn(defaultAppearance: string): string {
  const [, numbers = '0', space = 'g'] = COLOR.exec(defaultAppearance) ?? [];
  const [first = 0, second = 0, third = 0, black = 0] = numbers.trim().split(/\s+/).map(Number);
  if (space === 'g') return hex(first, first, first);
  if (space === 'rg') return hex(first, second, third);
  const mixed = (ink: number) => (1 - ink) * (1 - black);
  return hex(mixed(first), mixed(second), mixed(third));
}

const hex = (...parts: number[]) =>
  `#${parts
    .map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
