/** The client without a table of operations, for programs whose build provides one. */
export { type Client, clientOf } from './create-client.ts';
export type { OperationTable } from './operation.ts';
export { AssayProblem, AssayUnreachable } from './problem.ts';
export { AssayUnexpectedResponse } from './unexpected-response.ts';
