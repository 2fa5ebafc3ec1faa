/** Shapes and pure functions that route tables and the client may import. */
export { ReasonFact } from './decision-reasons.ts';
export { FourEyes, HighestReviewScore, isRaised, Settings, SettingsUpdate, weakenedRules } from './settings.ts';
