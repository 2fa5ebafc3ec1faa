export { contentTypeOf } from './content-types.ts';
export { pageHeaders } from './headers.ts';
