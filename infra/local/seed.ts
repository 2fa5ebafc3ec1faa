import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Issuer } from './issuer.ts';
import { keepJson, writeJson } from './kept-file.ts';

interface ApiKey {
  id: string;
  key: string;
  secret: string;
}

/** What a person or a test needs to call the local cloud: `.local/dev.json`. */
export interface DevFile {
  baseUrl: string;
  organizationId: string;
  otherOrganizationId: string;
  apiKeys: Record<'test' | 'live' | 'otherTest', ApiKey>;
  tokens: Record<'owner' | 'admin' | 'member' | 'otherOwner' | 'assistant', string>;
}

interface Demo {
  organizationId: string;
  otherOrganizationId: string;
  userIds: Record<keyof DevFile['tokens'], string>;
}

const newDemo = (): Demo => ({
  organizationId: randomUUID(),
  otherOrganizationId: randomUUID(),
  userIds: {
    owner: randomUUID(),
    admin: randomUUID(),
    member: randomUUID(),
    otherOwner: randomUUID(),
    assistant: randomUUID(),
  },
});

/** Two organizations with credentials of every kind. The same ones again on every start. */
export async function seed(baseUrl: string, issuer: Issuer, file: string): Promise<DevFile> {
  const demo = keepJson(file, newDemo);
  try {
    return await credentialsFor(demo, baseUrl, issuer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Somebody tried the deletion of an organization: go on with new ones.
    const another = newDemo();
    writeJson(file, another);
    return credentialsFor(another, baseUrl, issuer);
  }
}

async function credentialsFor(demo: Demo, baseUrl: string, issuer: Issuer): Promise<DevFile> {
  const { organizationId, otherOrganizationId } = demo;
  const tokens = await signTokens(demo, issuer);
  return {
    baseUrl,
    organizationId,
    otherOrganizationId,
    apiKeys: {
      test: await createApiKey(baseUrl, tokens.owner, 'test'),
      live: await createApiKey(baseUrl, tokens.owner, 'live'),
      otherTest: await createApiKey(baseUrl, tokens.otherOwner, 'test'),
    },
    tokens,
  };
}

async function signTokens(demo: Demo, issuer: Issuer): Promise<DevFile['tokens']> {
  const { organizationId, otherOrganizationId, userIds } = demo;
  const sign = (user: keyof Demo['userIds'], org: string, role: string, more = {}) =>
    issuer.sign({ sub: userIds[user], org, role, ...more });
  return {
    owner: await sign('owner', organizationId, 'owner'),
    admin: await sign('admin', organizationId, 'admin'),
    member: await sign('member', organizationId, 'member'),
    otherOwner: await sign('otherOwner', otherOrganizationId, 'owner'),
    assistant: await sign('assistant', organizationId, 'owner', { client_kind: 'assistant' }),
  };
}

const CreatedKey = z.object({
  id: z.string(),
  data: z.object({ key: z.string(), secret: z.string() }),
});

class Refused extends Error {
  override name = 'Refused';
}

/**
 * As anybody would: over HTTP, with an idempotency key, so that a restart is answered with the same
 * key.
 */
async function createApiKey(
  baseUrl: string,
  token: string,
  mode: 'test' | 'live',
): Promise<ApiKey> {
  const response = await fetch(`${baseUrl}/api/v1/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `local-cloud-${mode}`,
    },
    body: JSON.stringify({ name: `Demo, ${mode}`, mode }),
  });
  const answer = await response.text();
  if (response.status === 401) throw new Refused(answer);
  if (!response.ok)
    throw new Error(`The demo API keys could not be made: ${response.status} ${answer}`);
  const { id, data } = CreatedKey.parse(JSON.parse(answer));
  return { id, key: data.key, secret: data.secret };
}
