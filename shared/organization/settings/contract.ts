/** Shapes and pure functions that route tables and the client may import. */
export { Brand, BrandUpdate } from './brand.ts';
export { ReasonFact } from './decision-reasons.ts';
export {
  FourEyes,
  HighestReviewScore,
  isAnyRuleOn,
  isRaised,
  releasesLinks,
  remembersMore,
  ScreeningMemory,
  Settings,
  SettingsUpdate,
  weakenedRules,
} from './settings.ts';
