import { HSTS } from '#shared/platform/http/hsts.ts';

/** Headers of everything that a browser loads for the console. */
const ALWAYS = {
  ...HSTS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Headers of the page. Scripts and styles come from the service only, and Trusted Types refuse
 * strings as markup or code. `origins` are the hosts other than the service that the page calls.
 */
export const pageHeaders = (origins: readonly string[]): Record<string, string> => ({
  ...ALWAYS,
  'content-security-policy': contentSecurityPolicy(origins),
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'content-encoding': 'gzip',
  // The names of the files change with every release, so the page is always revalidated.
  'cache-control': 'no-cache',
});

/** File names contain a digest of their content. */
export const fileHeaders = (): Record<string, string> => ({
  ...ALWAYS,
  'content-encoding': 'gzip',
  'cache-control': 'public, max-age=31536000, immutable',
});

const contentSecurityPolicy = (origins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
