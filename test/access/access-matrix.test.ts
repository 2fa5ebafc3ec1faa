import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { isMutation, RecordId, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { accessOf, type Principal, principals } from '#test/support/principals.ts';
import { exampleOf } from '#test/support/route-examples.ts';

/**
 * Every principal on every route, in both modes, towards what is its own, what is of its other mode
 * and what is another organization's. What is expected follows from the route's own line. Where a
 * path names no record, the others have made the very same call before, which must not matter.
 */
type Home = 'own' | 'other mode' | 'other organization';
const HOMES: Home[] = ['own', 'other mode', 'other organization'];
const MODES: Mode[] = ['test', 'live'];
const COMBINATIONS = MODES.flatMap((mode) => HOMES.map((home) => ({ mode, home })));
const INDISTINCT = {
  status: 401,
  code: 'unauthenticated',
  detail: 'The credential is missing, unknown, expired or wrong.',
};

interface Cell {
  route: Route;
  principal: Principal;
  mode: Mode;
  home: Home;
}

const strangers = randomUUID();
let cells = 0;

beforeAll(prepareEngine);
afterAll(() => console.log(`access matrix: ${cells} cells`));

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_title, route) => {
    test.each(askedBy(route))('%s', async (_name, principal) => {
      const access = accessOf(route, principal);
      // Who is nobody is turned away before it matters what they ask for.
      const asked =
        access === 401 ? COMBINATIONS.filter(({ home }) => home === 'own') : COMBINATIONS;
      const expectations = asked.map((combination) => {
        const cell = { route, principal, ...combination };
        cells += 1;
        if (access !== true) return expectRefused(cell, access);
        return isForeign(cell) ? expectLikeUnknown(cell) : expectAnswered(cell);
      });
      await Promise.all(expectations);
    });
  },
);

/** What is open to all, or to whoever has the link, looks at no credential: one of each kind shows that. */
const ANYBODY = ['API key', 'owner', 'assistant', 'nobody', 'revoked key'];

const askedBy = ({ access }: Route) =>
  Object.entries(principals).filter(
    ([name]) => (access !== 'signer' && access !== 'public') || ANYBODY.includes(name),
  );

const nameOf = ({ mode, home }: Cell) => `in ${mode} towards ${home}`;

function homeOf({ home }: Cell, { organizationId, mode }: Scope): Scope {
  if (home === 'own') return { organizationId, mode };
  if (home === 'other organization') return { organizationId: strangers, mode };
  return { organizationId, mode: mode === 'test' ? 'live' : 'test' };
}

function isForeign({ route, home }: Cell): boolean {
  // Whose a record is follows from the link that leads to it, whoever holds it.
  if (route.access === 'signer') return false;
  const namesRecord = Object.values(route.params.shape).includes(RecordId);
  const isOurs = home === 'own' || (home === 'other mode' && exampleOf(route).isForBothModes);
  return namesRecord && !isOurs;
}

/** Nobody who is refused changes anything, so they share an organization, credentials and targets. */
const refusedFrom: Scope = { organizationId: randomUUID(), mode: 'test' };
const credentials = new Map<string, Promise<Credential>>();
const targets = new Map<string, Promise<CallOptions>>();

async function expectRefused(cell: Cell, status: 401 | 403) {
  const { route, principal, mode } = cell;
  const scope = { ...refusedFrom, mode };
  const home = homeOf(cell, scope);
  const name = Object.keys(principals).find((known) => principals[known] === principal);
  const credential = await once(credentials, `${name} ${mode}`, () =>
    principal.credential(scope.organizationId, mode),
  );
  const target = await targetOf(route, home);

  const refused = await call(credential, route, target);

  expect(refused.status, nameOf(cell)).toBe(status);
  if (status === 401) expect(refused.body, nameOf(cell)).toMatchObject(INDISTINCT);
}

/** What nobody is let at stays as it is, so one of a kind will do. */
const targetOf = (route: Route, home: Scope) =>
  once(targets, `${route.name} ${home.organizationId} ${home.mode}`, () =>
    exampleOf(route).prepare(home),
  );

function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>) {
  const made = known.get(name) ?? make();
  known.set(name, made);
  return made;
}

/** Whoever is let in gets an organization of their own, since the call may end it. */
async function letIn({ principal, mode }: Cell) {
  const scope = { organizationId: randomUUID(), mode };
  return { scope, credential: await principal.credential(scope.organizationId, mode) };
}

/** Byte for byte, the request's id aside. */
async function expectLikeUnknown(cell: Cell) {
  const { route } = cell;
  const { scope, credential } = await letIn(cell);
  const target = await targetOf(route, homeOf(cell, scope));
  const unknown = Object.entries(target.params ?? {}).map(([name, value]) =>
    route.params.shape[name] === RecordId ? [name, randomUUID()] : [name, value],
  );

  const foreign = await call(credential, route, target);
  const missing = await call(credential, route, {
    ...target,
    params: Object.fromEntries(unknown),
  });

  expect(foreign.status, nameOf(cell)).toBe(404);
  const [one, other] = [foreign, missing].map((answer) =>
    JSON.stringify(answer).replaceAll(answer.body.requestId, ''),
  );
  expect(one, nameOf(cell)).toBe(other);
}

async function expectAnswered(cell: Cell) {
  const { route, home } = cell;
  const { scope, credential } = await letIn(cell);
  const { isForBothModes, prepare } = exampleOf(route);
  const theirs = homeOf(cell, scope);
  const target = await prepare(isForBothModes ? theirs : scope);
  const idempotencyKey = route.idempotency === 'none' ? null : randomUUID();
  if (home !== 'own' && isMutation(route) && !isForBothModes) {
    const headers = { 'x-risk-mode': theirs.mode };
    const owner = await userOf(theirs.organizationId, 'owner');
    const same = route.isModeInBody ? await prepare(theirs) : target;
    await call(owner, route, { ...same, idempotencyKey, headers });
  }

  const response = await call(credential, route, { ...target, idempotencyKey });

  expect(response.status, nameOf(cell)).toBe(route.status);
}
