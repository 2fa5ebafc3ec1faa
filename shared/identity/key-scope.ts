import { Problem } from '@assay/foundation';
import * as z from 'zod';
import type { Caller } from '#shared/platform/caller.ts';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { isMutation, type Route } from '#shared/platform/http/route.ts';

/** Modules that API keys can call. Organization settings need a user's token, service routes are public. */
export const SCOPED_MODULES = [
  'risk',
  'screening',
  'verification',
  'documents',
  'webhooks',
  'jobs',
  'quality',
] as const;
type ScopedModule = (typeof SCOPED_MODULES)[number];

export const KEY_SCOPES = [
  'all',
  'read',
  ...SCOPED_MODULES,
  ...SCOPED_MODULES.map((module) => `${module}:read` as const),
] as const;

export const KeyScope = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof KeyScope>;

export const UNRESTRICTED: readonly KeyScope[] = ['all'];

export const KeyScopes = distinct(z.array(KeyScope).min(1)).describe(
  'What the key can call. `all`: every operation that accepts API keys. `read`: every operation that changes nothing ' +
    '(GET, and POST operations that only answer a question). A module (`risk`, `screening`, `verification`, ' +
    '`documents`, `webhooks`, `jobs`): every operation of that module. A module with `:read`: the operations of that ' +
    'module that change nothing. An operation outside the scopes is refused with 403 `insufficient_scope`.',
);

type ScopedRoute = Pick<Route, 'module' | 'method' | 'isReadOnly' | 'needsWriteScope'>;

const isWriting = (route: ScopedRoute) => isMutation(route) || route.needsWriteScope;

/** The narrowest scope that covers a route; null if only `all` does. */
export function scopeNeeded(route: ScopedRoute): KeyScope | null {
  if (!isScoped(route.module)) return null;
  return isWriting(route) ? route.module : `${route.module}:read`;
}

export function isInScope(route: ScopedRoute, scopes: readonly string[]): boolean {
  const granted = (scope: KeyScope) => scopes.includes(scope);
  if (granted('all')) return true;
  const needed = scopeNeeded(route);
  if (needed === null || !isScoped(route.module)) return false;
  return granted(needed) || granted(route.module) || (!isWriting(route) && granted('read'));
}

/** The only place that enforces scopes. Users and signers have none; access depends on their role. */
export function assertScope(route: ScopedRoute, { kind, scopes }: Caller): void {
  if (kind !== 'api_key' || scopes === undefined || isInScope(route, scopes)) return;
  const needed = scopeNeeded(route) ?? 'all';
  throw new Problem(
    403,
    'insufficient_scope',
    `This API key does not have the scope \`${needed}\`. Use a key with that scope.`,
  );
}

const isScoped = (module: string): module is ScopedModule => (SCOPED_MODULES as readonly string[]).includes(module);
