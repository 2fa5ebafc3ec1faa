import { optionalSetting } from '#shared/platform/environment.ts';
import { HSTS } from '#shared/platform/http/hsts.ts';

/** On everything that a browser loads for signing. */
const ALWAYS = {
  ...HSTS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * The page runs its own scripts alone and speaks with its own service alone, but for the place where
 * large files are fetched from.
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
    // The address is a signer's own, so nothing between us and the browser keeps it.
    'cache-control': 'private, max-age=300',
    vary: 'accept-language',
  };
}

/**
 * Pages that may embed the signing page: those of the service itself and those the operator names. Any
 * other page could lay its own elements over Finish.
 */
const frameAncestors = (named: string | undefined) =>
  named === undefined ? "'self'" : /^(\*|'none')$/.test(named.trim()) ? named : `'self' ${named}`;

/** A worker goes by its own headers: this one decodes images with WebAssembly, and fetches its tables. */
const WORKER_POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
};

export function assetHeaders(file: string, isOfThisBuild: boolean): Record<string, string> {
  return {
    ...ALWAYS,
    'content-encoding': 'gzip',
    // Half-way through a deployment one build is asked for files of another: answered, never kept.
    'cache-control': isOfThisBuild ? 'public, max-age=31536000, immutable' : 'no-store',
    ...(file.includes('.worker.') && { 'content-security-policy': written(WORKER_POLICY) }),
  };
}

export const embedHeaders = () => ({
  ...ALWAYS,
  'content-encoding': 'gzip',
  'cache-control': 'public, max-age=3600',
  // Made to be loaded by pages of others, also by those that want to be told so.
  'cross-origin-resource-policy': 'cross-origin',
});

const written = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
