import { randomUUID } from 'node:crypto';
import type { Mode } from '#shared/platform/caller.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { type Credential, call, keyOf, type Response } from '#test/support/api.ts';

/** An organization in one mode, with a caller. */
export interface Organization {
  organizationId: string;
  mode: Mode;
  client: Credential;
}

export async function anOrganization(
  mode: Mode = 'test',
  organizationId: string = randomUUID(),
): Promise<Organization> {
  const { credential } = await keyOf(organizationId, mode);
  return { organizationId, mode, client: credential };
}

export interface Subscribed {
  id: string;
  secret: string;
}

export async function subscribe(
  { client, mode }: Organization,
  url: string,
  events: readonly string[] = ['risk.*'],
): Promise<Subscribed> {
  const response = await call(client, webhookRoutes.createWebhook, { body: { url, events, mode } });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return { id: response.body.id, secret: response.body.data.secret };
}

/** Causes an event by registering a subject, and returns its id. */
export async function causeEvent({ client }: Pick<Organization, 'client'>): Promise<string> {
  const body = { kind: 'person', externalId: randomUUID() };
  const response = await call(client, riskRoutes.createSubject, { body });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.id;
}

export const readWebhook = async ({ client }: Organization, id: string) =>
  (await call(client, webhookRoutes.readWebhook, { params: { id } })).body;

/** One page of a webhook's deliveries. */
export const deliveriesPage = (
  { client }: Organization,
  id: string,
  query: Record<string, string | number> = {},
): Promise<Response> => call(client, webhookRoutes.listDeliveries, { params: { id }, query });
