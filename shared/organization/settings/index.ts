export {
  changedBrand,
  LOGO_BYTES,
  LOGO_SIDE_PIXELS,
  otherRegisteredName,
  type ShownBrand,
  type StoredBrand,
  shownBrand,
} from './brand.ts';
export { putBrand, readCurrentBrand, readShownBrand } from './brand-store.ts';
export { BUILT_IN_REASONS, claimsOf, type ReasonClaim, type Reasons } from './decision-reasons.ts';
export {
  changedSettings,
  type FourEyes,
  isAnyRuleOn,
  isRaised,
  mergedSettings,
  type ScreeningMemory,
  type Settings,
} from './settings.ts';
export {
  putSettings,
  readCurrentSettings,
  readSettings,
  settingsFrom,
  settingsPartition,
  settingsRead,
} from './settings-store.ts';
