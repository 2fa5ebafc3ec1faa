export { apiDocument } from './api-document.ts';
export { errorsPage } from './errors-page.ts';
