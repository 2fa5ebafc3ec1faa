export { type Budget, oneDocument } from './budget.ts';
export { type BundledTemplate, bundleLayout } from './bundle-rules.ts';
export { checkData } from './check-data.ts';
export { checkSource, type SourceField } from './check-source.ts';
export {
  type CombinedParts,
  type CombinedSignature,
  combineParts,
  mergedRoles,
  type RenderedPart,
} from './combine-parts.ts';
export type { SourceFinding } from './finding.ts';
export { guessLanguage, isKnownLanguage } from './languages.ts';
export { prefillFault, renderPrefill } from './prefill.ts';
export { type RenderedField, renderSource, type SignatureRole } from './render-source.ts';
export type { DocumentTree, ImageSizes } from './tree.ts';
