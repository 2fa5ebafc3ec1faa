/** The only file that imports the client library. */
export { AssayProblem, AssayUnreachable, type Client, createClient } from '@assay/client';
