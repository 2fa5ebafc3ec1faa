/** Shapes and pure functions that route tables, the client and infra may import. */

export { LIST_KEYS, ListKey } from './lists/list.ts';
export { parseListFiles } from './lists/list-files.ts';
export { IncompleteReason, ScreeningStatus } from './run.ts';
