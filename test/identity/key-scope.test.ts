import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInScope, KEY_SCOPES, SCOPED_MODULES, scopeNeeded } from '#shared/identity/key-scope.ts';
import { isMutation, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';

const acceptsKeys = ({ access }: Route) => access === 'client' || access === 'key';
const keyRoutes = allRoutes.filter(acceptsKeys);
const titled = keyRoutes.map((route) => [`${route.method} ${route.path}`, route] as const);
const someScopes = fc.uniqueArray(fc.constantFrom(...KEY_SCOPES));
const someRoute = fc.constantFrom(...keyRoutes);

test('key scopes: every module with routes for API keys has a scope, and no other does', () => {
  expect([...new Set(keyRoutes.map(({ module }) => module))].sort()).toEqual([...SCOPED_MODULES].sort());
});

describe('key scopes: one scope alone admits exactly its routes', () => {
  test.each(titled)('%s', (_title, route) => {
    const admitted = KEY_SCOPES.filter((scope) => isInScope(route, [scope]));

    const isWriting = isMutation(route) || route.needsWriteScope;
    const expected = isWriting ? ['all', route.module] : ['all', 'read', route.module, `${route.module}:read`];
    expect([...admitted].sort()).toEqual(expected.sort());
  });
});

test('key scopes: no function that a key with `read` can call may write to a table, bucket or queue', () => {
  const writing = keyRoutes
    .filter((route) => isInScope(route, ['read']))
    .filter(({ uses: { tables = {}, buckets = {}, queues = [] } }) => {
      const actions = [...Object.values(tables), ...Object.values(buckets)].flat();
      return queues.length > 0 || actions.some((action) => /^(Put|Update|Delete|Write)/.test(String(action)));
    });

  expect(writing.map(({ name }) => name)).toEqual([]);
});

test('key scopes: several scopes admit what any of them admits', () => {
  fc.assert(
    fc.property(someRoute, someScopes, (route, scopes) => {
      expect(isInScope(route, scopes)).toBe(scopes.some((scope) => isInScope(route, [scope])));
    }),
  );
});

test('key scopes: the scope that a refusal names admits the route', () => {
  fc.assert(
    fc.property(someRoute, (route) => {
      expect(isInScope(route, [scopeNeeded(route) ?? 'all'])).toBe(true);
    }),
  );
});

test('key scopes: a route of a module without a scope needs `all`', () => {
  const route = { module: 'organization', method: 'GET', isReadOnly: false, needsWriteScope: false } as const;

  expect(scopeNeeded(route)).toBeNull();
  expect(KEY_SCOPES.filter((scope) => isInScope(route, [scope]))).toEqual(['all']);
});
