/** Where work begins. Loaded with the first visit, because most of a day is spent on what is open already. */
export { RememberedDecisions } from './matches/remembered.tsx';
export { Notifications } from './notifications/notifications.tsx';
export { Proposals } from './proposals/proposals.tsx';
export { ScreeningBatch } from './start/batch.tsx';
export { ScreeningBatches } from './start/batches.tsx';
export { LookBackScreen } from './start/look-back.tsx';
export { LookBacks } from './start/look-backs.tsx';
export { NewBatch } from './start/new-batch.tsx';
export { ScreenSomeone } from './start/screen-someone.tsx';
