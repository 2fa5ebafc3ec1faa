/** For programs that send requests without the typed client. */
export { type RequestBody, requestBody } from './request-body.ts';
