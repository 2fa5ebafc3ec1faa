import { optionalSetting } from '#shared/platform/environment.ts';
import {
  contentSecurityPolicy,
  IMMUTABLE,
  PAGE_HEADERS,
  pageDirectives,
  staticFileHeaders,
} from '#shared/platform/http/static-files.ts';

/**
 * The page may only run its own scripts and connect to its own service, and to the origin from
 * which large files are downloaded.
 */
export function pageHeaders(): Record<string, string> {
  const files = optionalSetting('SIGNING_FILES_ORIGIN');
  const policy = pageDirectives({
    'connect-src': files ? `'self' ${files}` : "'self'",
    'frame-ancestors': frameAncestors(optionalSetting('SIGNING_FRAME_ANCESTORS')),
    'form-action': "'none'",
  });
  return {
    ...PAGE_HEADERS,
    'content-security-policy': contentSecurityPolicy(policy),
    'x-robots-tag': 'noindex',
    // The URL contains a signer's token, so no shared cache may store it.
    'cache-control': 'private, max-age=300',
    vary: 'accept-language',
  };
}

/** The page of a check is never embedded: another page could show a result of its own around it. */
export const verifyHeaders = (): Record<string, string> => ({
  ...PAGE_HEADERS,
  'content-security-policy': contentSecurityPolicy(
    pageDirectives({ 'connect-src': "'self'", 'frame-ancestors': "'none'", 'form-action': "'none'" }),
  ),
  'x-robots-tag': 'noindex',
  'cache-control': 'public, max-age=300',
});

/**
 * Pages that may embed the signing page: those of the service itself and those the operator
 * configures. Any other page could overlay the Finish button (clickjacking).
 */
const frameAncestors = (named: string | undefined) =>
  named === undefined ? "'self'" : /^(\*|'none')$/.test(named.trim()) ? named : `'self' ${named}`;

/** A worker has its own policy: this one decodes images with WebAssembly and fetches its tables. */
const WORKER_POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
};

export const assetHeaders = (file: string, isOfThisBuild: boolean): Record<string, string> => ({
  // During a deployment one build may be asked for files of another: answered, but not cached.
  ...staticFileHeaders(isOfThisBuild ? IMMUTABLE : 'no-store'),
  ...(file.includes('.worker.') && { 'content-security-policy': contentSecurityPolicy(WORKER_POLICY) }),
});

export const embedHeaders = () => ({
  ...staticFileHeaders('public, max-age=3600'),
  // Intended for other sites, including those that require this header (COEP).
  'cross-origin-resource-policy': 'cross-origin',
});
