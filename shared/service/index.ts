export { apiDocument } from './api-document.ts';
