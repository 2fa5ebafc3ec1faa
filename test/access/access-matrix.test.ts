import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { isMutation, RecordId, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { accessOf, type Principal, principals } from '#test/support/principals.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { isFull, isSoaking, oneOfEachKind } from '#test/support/soak.ts';

/**
 * Principals on every route, in both modes, against its own records, those of its other mode and those
 * of another organization. The expectation follows from the definition of the route. If a path names no
 * record, other organizations have made the same call before, which must not matter.
 */
type Home = 'own' | 'other mode' | 'other organization';
const HOMES: Home[] = ['own', 'other mode', 'other organization'];
const MODES: Mode[] = ['test', 'live'];
const COMBINATIONS = MODES.flatMap((mode) => HOMES.map((home) => ({ mode, home })));
const OWN = COMBINATIONS.filter(({ home }) => home === 'own');
const LIVE = OWN.filter(({ mode }) => mode === 'live');
const A_STRANGERS = { mode: 'live', home: 'other organization' } as const;
const INDISTINCT = {
  status: 401,
  code: 'unauthenticated',
  detail: 'The credential is missing, unknown, expired or invalid.',
};

interface Cell {
  route: Route;
  principal: Principal;
  mode: Mode;
  home: Home;
}

/** All routes in the soak. */
const OF_EACH_KIND = new Set(oneOfEachKind(allRoutes));
const strangers = randomUUID();
let cells = 0;

beforeAll(prepareEngine);
afterAll(() => console.log(`access matrix: ${cells} cells`));

/** The mode of an API key is its own, that of an owner comes from a header. */
const THOROUGH = ['API key', 'owner'];

/** Public routes and routes of signing links check no credential; one of each kind shows that. */
const ANYBODY = ['API key', 'owner', 'assistant', 'no credential', 'revoked key'];

/** Every route refuses these; the other invalid credentials are sent to one of each kind of route. */
const REFUSED = isFull ? ['no credential', 'key with a wrong signature', 'token changed by hand'] : ['no credential'];

const askedBy = (route: Route) =>
  Object.entries(principals).filter(([name, principal]) => {
    if (askedFor(route, accessOf(route, principal), name).length === 0) return false;
    if (route.access === 'signer' || route.access === 'public') return ANYBODY.includes(name);
    if (principal.is === 401) return REFUSED.includes(name) || OF_EACH_KIND.has(route);
    return isFull || isBoundary(name, route) || OF_EACH_KIND.has(route);
  });

/** Every run calls every route as everyone it must refuse, and as one of those it must serve; the full run as all. */
const isBoundary = (name: string, route: Route) => {
  const isServed = (one: string) => principals[one] !== undefined && accessOf(route, principals[one]) === true;
  return !isServed(name) || name === THOROUGH.find(isServed);
};

/**
 * The soak calls every route as every principal in every combination. Every run leaves out
 * combinations that cannot differ: a credential that is refused with 401 is refused before the
 * request is examined; a 403 comes before any record is read; a signing link leads to the same
 * document for every holder, so one foreign record stands for all; and a route that reads without
 * naming a record has no foreign one. The records that a caller reaches depend on organization and
 * mode only, not on the role, so the API key and the owner, whose modes come from different places,
 * cover every home, and the other roles two. The mode is determined before the use case, so one
 * route of each kind is called in both modes, the others in live mode.
 */
function askedFor(route: Route, access: true | 401 | 403, name: string) {
  if (isSoaking) return COMBINATIONS;
  if (!isFull && !OF_EACH_KIND.has(route)) return askedOnce(route, access);
  if (access === 401) return LIVE;
  if (access === 403) return [...LIVE, A_STRANGERS];
  if (route.access === 'signer') return [...LIVE, A_STRANGERS];
  if (!THOROUGH.includes(name)) return [...LIVE, ...(namesRecord(route) ? [A_STRANGERS] : [])];
  const homes = namesRecord(route) || (isFull && isMutation(route)) ? COMBINATIONS : OWN;
  return homes.filter(({ mode }) => mode === 'live' || OF_EACH_KIND.has(route));
}

/**
 * With the record of another organization, which must be refused as if it was the caller's own, and not be found by
 * whom the route serves. `routes-in-use.test.ts` shows that it serves them.
 */
function askedOnce(route: Route, access: true | 401 | 403) {
  if (namesRecord(route) || route.access === 'signer') return [A_STRANGERS];
  return access === true ? [] : LIVE;
}

const nameOf = ({ mode, home }: Cell) => `in ${mode} towards ${home}`;

function homeOf({ home }: Cell, { organizationId, mode }: Scope): Scope {
  if (home === 'own') return { organizationId, mode };
  if (home === 'other organization') return { organizationId: strangers, mode };
  return { organizationId, mode: mode === 'test' ? 'live' : 'test' };
}

function isForeign({ route, home }: Cell): boolean {
  // The organization of a record follows from the link, not from its holder.
  if (route.access === 'signer') return false;
  // Versions of lists belong to the installation, so every organization can read them.
  if (exampleOf(route).isSharedByAll) return false;
  const isOurs = home === 'own' || (home === 'other mode' && exampleOf(route).isForBothModes);
  return namesRecord(route) && !isOurs;
}

const namesRecord = ({ params }: Route) => Object.values(params.shape).includes(RecordId);

/** Refused and reading callers change nothing, so they share an organization, credentials and targets. */
const onlookers = randomUUID();
const credentials = new Map<string, Promise<Credential>>();
const targets = new Map<string, Promise<CallOptions>>();

async function expectRefused(cell: Cell, status: 401 | 403) {
  const { credential, target } = await onlooker(cell);

  const answer = await call(credential, cell.route, target);

  expect(answer.status, nameOf(cell)).toBe(status);
  const expected = cell.principal.isSkewed ? { code: 'timestamp_out_of_range' } : indistinctTo(cell.principal);
  if (status === 401) expect(answer.body, nameOf(cell)).toMatchObject(expected);
}

/** The answer to a request without a credential says how to send one; that says nothing about any credential. */
const indistinctTo = (principal: Principal) =>
  principal === principals['no credential']
    ? { ...INDISTINCT, detail: expect.stringMatching(/^The request has no/) }
    : INDISTINCT;

async function onlooker(cell: Cell) {
  const { route, principal, mode } = cell;
  const home = homeOf(cell, { organizationId: onlookers, mode });
  const name = Object.keys(principals).find((known) => principals[known] === principal);
  const credential = await once(credentials, `${name} ${mode}`, () => principal.credential(onlookers, mode));
  const target = await once(targets, `${route.module} ${route.name} ${home.organizationId} ${home.mode}`, () =>
    exampleOf(route).prepare(home),
  );
  return { credential, target };
}

function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>) {
  const made = known.get(name) ?? make();
  known.set(name, made);
  return made;
}

/** Byte for byte, except for the request id. */
async function expectLikeUnknown(cell: Cell) {
  const { route } = cell;
  const { credential, target } = await onlooker(cell);
  const unknown = Object.entries(target.params ?? {}).map(([name, value]) =>
    route.params.shape[name] === RecordId ? [name, randomUUID()] : [name, value],
  );

  const foreign = await call(credential, route, target);
  const missing = await call(credential, route, {
    ...target,
    params: Object.fromEntries(unknown),
  });

  expect(foreign.status, nameOf(cell)).toBe(404);
  const [one, other] = [foreign, missing].map((answer) => JSON.stringify(answer).replaceAll(answer.body.requestId, ''));
  expect(one, nameOf(cell)).toBe(other);
}

async function expectAnswered(cell: Cell) {
  const { route } = cell;
  const { credential, target } = isMutation(route) ? await actor(cell) : await onlooker(cell);

  const response = await call(credential, route, target);

  // Before, the owner of the other organization has made the call with the same link.
  const isRepeated = route.access === 'signer' && route.idempotency === 'none' && cell.home !== 'own';
  const { repeatedStatus = route.status } = exampleOf(route);
  expect(response.status, nameOf(cell)).toBe(isRepeated && isMutation(route) ? repeatedStatus : route.status);
}

/** A caller that may change something gets its own organization, since the call may delete it. */
async function actor(cell: Cell): Promise<{ credential: Credential; target: CallOptions }> {
  const { route, principal, mode, home } = cell;
  const scope = { organizationId: randomUUID(), mode };
  const credential = await principal.credential(scope.organizationId, mode);
  const { isForBothModes, isSharedByAll, prepare } = exampleOf(route);
  const theirs = homeOf(cell, scope);
  // A route that names no record concerns the caller's own organization.
  const target = await prepare(isForBothModes && namesRecord(route) ? theirs : scope);
  const idempotencyKey = route.idempotency === 'none' ? null : randomUUID();
  if (home !== 'own' && !isForBothModes) {
    const headers = { 'x-risk-mode': theirs.mode };
    const owner = await userOf(theirs.organizationId, 'owner');
    const same = route.isModeInBody || isSharedByAll ? await prepare(theirs) : target;
    await call(owner, route, { ...same, idempotencyKey, headers });
  }
  return { credential, target: { ...target, idempotencyKey } };
}

const walks = allRoutes
  .map((route) => [`${route.method} ${route.path}`, route, askedBy(route)] as const)
  .filter(([, , asked]) => asked.length > 0);

describe.each(walks)('%s', (_title, route, asked) => {
  test.each(asked)('%s', async (name, principal) => {
    const access = accessOf(route, principal);
    const expectations = askedFor(route, access, name).map((combination) => {
      const cell = { route, principal, ...combination };
      cells += 1;
      if (access !== true) return expectRefused(cell, access);
      return isForeign(cell) ? expectLikeUnknown(cell) : expectAnswered(cell);
    });
    await Promise.all(expectations);
  });
});
