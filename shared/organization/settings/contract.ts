/** Shapes and pure functions that route tables and the client may import. */
export { ReasonFact } from './decision-reasons.ts';
export { FourEyes, Settings, SettingsUpdate, weakenedRules } from './settings.ts';
