import { optionalSetting } from '#shared/platform/environment.ts';
import { HSTS } from '#shared/platform/http/hsts.ts';

/** Headers of everything a browser loads for signing. */
const ALWAYS = {
  ...HSTS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * The page may only run its own scripts and connect to its own service, and to the origin from
 * which large files are downloaded.
 */
export function pageHeaders(): Record<string, string> {
  const files = optionalSetting('SIGNING_FILES_ORIGIN');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': files ? `'self' ${files}` : "'self'",
    'worker-src': "'self'",
    'frame-ancestors': frameAncestors(optionalSetting('SIGNING_FRAME_ANCESTORS')),
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  return {
    ...ALWAYS,
    'content-security-policy': written(policy),
    'x-robots-tag': 'noindex',
    // The URL contains a signer's token, so no shared cache may store it.
    'cache-control': 'private, max-age=300',
    vary: 'accept-language',
  };
}

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

export function assetHeaders(file: string, isOfThisBuild: boolean): Record<string, string> {
  return {
    ...ALWAYS,
    'content-encoding': 'gzip',
    // During a deployment one build may be asked for files of another: answered, but not cached.
    'cache-control': isOfThisBuild ? 'public, max-age=31536000, immutable' : 'no-store',
    ...(file.includes('.worker.') && { 'content-security-policy': written(WORKER_POLICY) }),
  };
}

export const embedHeaders = () => ({
  ...ALWAYS,
  'content-encoding': 'gzip',
  'cache-control': 'public, max-age=3600',
  // Intended for other sites, including those that require this header (COEP).
  'cross-origin-resource-policy': 'cross-origin',
});

const written = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
