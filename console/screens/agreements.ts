/** Screens that create documents and send them in bulk. They load together. */
export { NewDocument } from './documents/new-document.tsx';
export { PrepareDocument } from './documents/prepare.tsx';
