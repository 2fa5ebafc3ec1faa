/** Shapes and pure functions that route tables, the client and infra may import. */
export { DocumentStatus } from './document.ts';
