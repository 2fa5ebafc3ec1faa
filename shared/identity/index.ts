export { addressHash } from './address-hash.ts';
export {
  apiKeyFrom,
  apiKeysOf,
  createApiKey,
  findApiKeys,
  isUsable,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  secretOf,
} from './api-key.ts';
export { claimOf } from './authenticate.ts';
export {
  assertNotBlind,
  blindReviewsPartition,
  closeBlindReview,
  findBlindReview,
  openBlindReview,
} from './blind-reviews.ts';
export {
  beginErasure,
  checkNoDeletion,
  DELETION_DELAY_SECONDS,
  Deletion,
  deletionFrom,
  deletionRead,
  findDeletion,
  isDue,
  listDueDeletions,
  requestDeletion,
  revokeDeletion,
} from './deletion.ts';
export {
  directoryPartition,
  findPeople,
  listPeople,
  noteInvitationSent,
  noteSighting,
  personFrom,
  personRead,
  putPerson,
} from './directory.ts';
export {
  checkNotErased,
  closeJob,
  ErasureJob,
  erasureRead,
  findJob,
  leaseJob,
  listJobs,
  markErased,
  openJob,
  releaseJob,
  waitingSince,
} from './erasure.ts';
export { claimInvitation, freeAddress } from './invitations.ts';
export { assertScope } from './key-scope.ts';
export { FIRST_KEY } from './keyring.ts';
export {
  checkNotHeld,
  type LegalHold,
  legalHoldFrom,
  legalHoldPartition,
  legalHoldRead,
  placeLegalHold,
  releaseLegalHold,
} from './legal-hold.ts';
export {
  currentMasterKey,
  type Derivation,
  deriveCurrent,
  deriveFromEach,
  deriveSecret,
} from './master-secret.ts';
export { callerInMode } from './mode.ts';
export {
  isRetired,
  RETIRED_KEYS,
  recordRetirement,
  retiredIn,
  retiredKeysRead,
} from './retired-keys.ts';
export { secretRetired } from './retired-secret.ts';
export { activateNewestKey, addKey, readKeyring, retireKey } from './rotation.ts';
export { type Acceptance, acceptProposal, assertIndependent, requireSecondPerson } from './second-person.ts';
export { addSponsors, sponsorsPartition } from './sponsors.ts';
export {
  createPoolUser,
  endPoolSessions,
  findPoolUser,
  type PoolUser,
  requireUserPool,
  sendInvitation,
  setPoolEnabled,
  setPoolRole,
} from './user-pool.ts';
