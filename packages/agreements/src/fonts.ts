export { uncoveredIn } from './printing/coverage.ts';
export { hasCharacter } from './printing/font-metrics.ts';
export {
  FAMILIES,
  FAMILY_KEYS,
  type FamilyKey,
  type FontFamily,
  familyOrder,
  fontFile,
  HANDWRITING_FILE,
  PRINTER_FILES,
  printerHome,
} from './printing/fonts.ts';
export { packRanges, rangesOf } from './printing/packed-ranges.ts';
