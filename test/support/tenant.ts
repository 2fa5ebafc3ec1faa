import { randomUUID } from 'node:crypto';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { type ActiveSubscription, activeSetRead, replaceActiveSet } from '#shared/webhooks/subscribers.ts';
import { type Credential, keyOf, userOf } from './api.ts';

/** An organization in one mode, with its callers. */
export interface Tenant extends Scope {
  client: Credential;
  owner: Credential;
}

const WANTED = [['*'], ['risk.*'], ['risk.subject.created', 'screening.run.created'], ['screening.*']];

/** With webhooks of every kind, so that commits write to the outbox. */
export async function plantTenant(mode: Mode = 'test'): Promise<Tenant> {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, mode);
  const user = await userOf(organizationId, 'owner');
  const owner: Credential = async (request) => ({ 'x-risk-mode': mode, ...(await user(request)) });
  await plantSubscriptions({ organizationId, mode }, WANTED);
  return { organizationId, mode, client: credential, owner };
}

export async function plantSubscriptions(scope: Scope, wanted: readonly string[][]): Promise<ActiveSubscription[]> {
  const subscriptions = wanted.map((events) => ({ id: randomUUID(), events }));
  const { table, key } = activeSetRead(scope);
  const before = await dynamoStore.get(table, key);
  await dynamoStore.transact(replaceActiveSet(scope, before, subscriptions), randomUUID());
  return subscriptions;
}

/** The API key if the route accepts API keys, otherwise the owner. */
export const callerFor = ({ client, owner }: Tenant, { access }: Pick<Route, 'access'>) =>
  access === 'client' || access === 'key' ? client : owner;
