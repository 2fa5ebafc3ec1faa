export { printerOf } from './choose-printer.ts';
export type { BoxPlace, ImageFile, PageSize, Printed, PrintRefusal } from './printer.ts';
export { type FieldIds, readingText } from './reading-text.ts';
export type { TextBlock } from './text-block.ts';
export { printCertificate } from './typst-certificate.ts';
export { printOverlay } from './typst-overlay.ts';
