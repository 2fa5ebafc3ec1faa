/** Screens that create documents and send them in bulk. They load together. */
export { BulkSendScreen } from './documents/bulk-send.tsx';
export { BulkSends } from './documents/bulk-sends.tsx';
export { NewBulkSend } from './documents/new-bulk-send.tsx';
export { NewDocument } from './documents/new-document.tsx';
export { PrepareDocument } from './documents/prepare.tsx';
