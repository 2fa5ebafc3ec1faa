/** Signatures cover the path in the form that the service normalizes it to. */
export { withPathEscaped } from '../../../shared/platform/http/path-escapes.ts';
