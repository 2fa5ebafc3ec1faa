import {
  contentSecurityPolicy,
  IMMUTABLE,
  pageDirectives,
  staticFileHeaders,
} from '#shared/platform/http/static-files.ts';

/**
 * Headers of the page. Scripts and styles come from the service only, and Trusted Types refuse
 * strings as markup or code. `origins` are the hosts other than the service that the page calls.
 */
export const pageHeaders = (origins: readonly string[]): Record<string, string> => ({
  // The names of the files change with every release, so the page is always revalidated.
  ...staticFileHeaders('no-cache'),
  'content-security-policy': contentSecurityPolicy({
    ...pageDirectives({
      'connect-src': ["'self'", ...new Set(origins)].join(' '),
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    }),
    'require-trusted-types-for': "'script'",
  }),
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
});

/** File names contain a digest of their content. */
export const fileHeaders = () => staticFileHeaders(IMMUTABLE);
