/** The only file that imports the client library. */
export { AssayProblem, AssayUnexpectedResponse, AssayUnreachable, type Client, createClient } from '@assay/client';
export { EVENT_TYPES } from '@assay/client/event-types';
export { operations as operationTable } from '@assay/client/operations';
