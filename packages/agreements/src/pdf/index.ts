export type {
  CertificateEvent,
  CompletedSigner,
  LinkHandOuts,
} from './certificate-of-completion.ts';
export { drawFirstPage } from './draw-first-page.ts';
export type { Stamp } from './drawing.ts';
export { findAnchor } from './find-anchor.ts';
export { finishPdf } from './finish-pdf.ts';
export { listFormFields } from './form-fields.ts';
export { inspectPdf } from './inspect-pdf.ts';
export { fitsInEvent, nameInEvent, signerNumbered } from './name-in-event.ts';
export type { TextPiece } from './read-texts.ts';
export { readApart } from './reading-thread.ts';
export { sealPrinted } from './seal-file.ts';
export type { SealLevel, Timestamp } from './sealing/cms.ts';
export { type FetchPublished, ValidationDataUnavailable } from './sealing/collect-validation-data.ts';
export { keyTypeOf, type SealKeyType, type SealSigner } from './sealing/seal-key.ts';
export { sealSigner } from './sealing/seal-signer.ts';
export { TimestampUnavailable, timestampQuery } from './sealing/timestamp.ts';
