import { randomUUID } from 'node:crypto';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CallOptions, type Credential, call, keyOf, type Response, userOf } from './api.ts';
import { anActivity, aPolicy, aSubject } from './risk-examples.ts';

/** An organization in one mode, with its users and API keys. */
export interface World extends Scope {
  owner: Credential;
  admin: Credential;
  member: Credential;
  /** An API key that is bound to no source. */
  client: Credential;
  keyId: string;
}

export async function aWorld(mode: Mode = 'test', organizationId: string = randomUUID()): Promise<World> {
  const user = async (role: 'owner' | 'admin' | 'member'): Promise<Credential> => {
    const credential = await userOf(organizationId, role);
    return async (request) => ({ 'x-risk-mode': mode, ...(await credential(request)) });
  };
  const { key, credential } = await keyOf(organizationId, mode);
  return {
    organizationId,
    mode,
    client: credential,
    keyId: key.id,
    owner: await user('owner'),
    admin: await user('admin'),
    member: await user('member'),
  };
}

/** The response body of a call that must succeed. */
export async function done(credential: Credential, route: Route, options: CallOptions = {}): Promise<Response['body']> {
  const response = await call(credential, route, options);
  if (response.status !== route.status)
    throw new Error(`${route.name} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const newSubject = async ({ client }: World, externalId: string = randomUUID()) =>
  (await done(client, riskRoutes.createSubject, { body: { ...aSubject(), externalId } })).id as string;

export interface FactOf {
  key: string;
  type: string;
  itemType?: string;
  values?: string[];
}

/** A registered source, and the API key that is bound to it. */
export interface Source {
  id: string;
  /** As policies name it. */
  identity: string;
  keyId: string;
  speaks: Credential;
}

export const EMAIL_AGE = 'email.age_days';

export const FACTS_OF_EVERY_TYPE: FactOf[] = [
  { key: EMAIL_AGE, type: 'number' },
  { key: 'name.flag', type: 'string' },
  { key: 'is.known', type: 'boolean' },
  { key: 'list.numbers', type: 'list', itemType: 'number' },
  { key: 'list.words', type: 'list', itemType: 'string' },
  { key: 'list.flags', type: 'list', itemType: 'boolean' },
];

export async function newSource(world: World, facts: FactOf[] = [{ key: EMAIL_AGE, type: 'number' }]): Promise<Source> {
  const { key, credential } = await keyOf(world.organizationId, world.mode);
  const body = { key: `s${randomUUID()}`, facts, apiKeyIds: [key.id] };
  const { id } = await done(world.owner, riskRoutes.createSource, { body });
  return { id, identity: `registered:${id}`, keyId: key.id, speaks: credential };
}

/** A source that may submit facts of every type, and a subject. */
export async function sourceAndSubject(world: World) {
  const asked = [newSource(world, FACTS_OF_EVERY_TYPE), newSubject(world)] as const;
  const [source, subjectId] = await Promise.all(asked);
  return { source, subjectId };
}

/** Evidence that was observed a minute ago. */
export const aStatement = (changes: Record<string, unknown> = {}) => ({
  fact: EMAIL_AGE,
  status: 'available',
  value: 3,
  observedAt: ago(60_000),
  ...changes,
});

export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

export const submit = (
  source: Source,
  subjectId: string,
  changes: Record<string, unknown> = {},
  options: CallOptions = {},
) =>
  call(source.speaks, riskRoutes.submitEvidence, {
    params: { id: subjectId },
    body: { sourceRegistrationId: source.id, ...aStatement(changes) },
    ...options,
  });

export async function stated(
  source: Source,
  subjectId: string,
  changes: Record<string, unknown> = {},
): Promise<Response['body']> {
  const response = await submit(source, subjectId, changes);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
}

/** The same for several facts, in one batch. */
export const statedTogether = (
  source: Source,
  subjectId: string,
  changes: readonly Record<string, unknown>[],
): Promise<Response['body']> =>
  done(source.speaks, riskRoutes.submitEvidenceBatch, {
    params: { id: subjectId },
    body: { sourceRegistrationId: source.id, items: changes.map(aStatement) },
  });

/** Reports an activity of a second ago and returns the id of its event. */
export async function newActivity(
  { client }: World,
  subjectId: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const body = { ...anActivity(), occurredAt: ago(1_000), ...changes };
  return (await done(client, riskRoutes.reportActivity, { params: { id: subjectId }, body })).id;
}

/** A policy that accepts the source, with parts of its definition replaced. */
export const aDefinition = (identity: string, changes: Record<string, unknown> = {}) => ({
  ...aPolicy(identity),
  ...changes,
});

/** Two sources with contradicting evidence about one subject; that of the second expires. */
export async function disputedSubject(world: World, changes: Record<string, unknown> = {}) {
  const [lasting, expiring] = [await newSource(world), await newSource(world)];
  const subjectId = await newSubject(world);
  const { inputs, ...rest } = aDefinition(lasting.identity, changes);
  const acceptedSources = [lasting.identity, expiring.identity];
  const policyId = await newPolicy(world, {
    ...rest,
    inputs: inputs.map((input) => ({ ...input, acceptedSources })),
  });
  const observedAt = now().toISOString();
  const expiresAt = addSeconds(now(), 3600).toISOString();
  await stated(lasting, subjectId, { value: 3, observedAt });
  await stated(expiring, subjectId, { value: 90, observedAt, expiresAt });
  return { subjectId, policyId, expiresAt };
}

export async function newPolicy(
  { owner }: World,
  definition: unknown,
  key: string = `p${randomUUID()}`,
): Promise<string> {
  const { id } = await done(owner, riskRoutes.createPolicy, { body: { key, definition } });
  await done(owner, riskRoutes.publishPolicy, { params: { id } });
  return id;
}

/** A source, and a policy that accepts it. */
export async function sourceAndPolicy(world: World) {
  const source = await newSource(world);
  return { source, policyId: await newPolicy(world, aDefinition(source.identity)) };
}

export const tryToAssess = (
  { client }: World,
  subjectId: string,
  policyVersionId: string,
  { body, ...options }: CallOptions & { body?: object } = {},
) =>
  call(client, riskRoutes.createAssessment, {
    params: { id: subjectId },
    body: { policyVersionId, trigger: 'test', ...body },
    ...options,
  });

export async function assessed(
  world: World,
  subjectId: string,
  policyVersionId: string,
  body: object = {},
): Promise<Response['body']> {
  const response = await tryToAssess(world, subjectId, policyVersionId, { body });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
}

/** A subject that a policy assesses as risky, and the assessment. */
export async function riskySubject(world: World) {
  const [subjectId, source] = await Promise.all([newSubject(world), newSource(world)]);
  const policyId = await newPolicy(world, aDefinition(source.identity));
  await stated(source, subjectId);
  return { subjectId, source, policyId, assessment: await assessed(world, subjectId, policyId) };
}

export const readRecord = (world: World, resource: string, id: string) =>
  call(world.client, riskRoutes.readRecord, { params: { resource, id } });

export const stateOf = async (world: World, id: string) =>
  done(world.client, riskRoutes.readAssessmentState, { params: { id } });

export const list = (world: World, resource: string, query: Record<string, string | number> = {}): Promise<Response> =>
  call(world.client, riskRoutes.listRecords, { params: { resource }, query });

/** Every item of a list, read page by page, and the sizes of the pages. */
export async function everyItem(
  page: (offset: number) => Promise<Response>,
): Promise<{ items: Response['body'][]; pageBytes: number[] }> {
  const items: Response['body'][] = [];
  const pageBytes: number[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { status, body } = await page(offset);
    if (status !== 200) throw new Error(JSON.stringify(body));
    items.push(...body.items);
    pageBytes.push(Buffer.byteLength(JSON.stringify(body)));
    offset = body.nextOffset;
  }
  return { items, pageBytes };
}

/** The events about a record, as `type actor-kind`, oldest first. */
export const eventTypes = async (world: World, resourceId: string): Promise<string[]> =>
  (await everyItem((offset) => list(world, 'events', { resourceId, offset }))).items.map(({ data }) => data.type);
