export { checkData } from './check-data.ts';
export { checkSource, type SourceField } from './check-source.ts';
export type { SourceFinding } from './finding.ts';
export { guessLanguage, isKnownLanguage } from './languages.ts';
export { prefillFault, renderPrefill } from './prefill.ts';
export { type RenderedField, renderSource, type SignatureRole } from './render-source.ts';
export type { ImageSizes } from './tree.ts';
