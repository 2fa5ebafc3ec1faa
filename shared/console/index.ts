export { pageHeaders } from './headers.ts';
