import { randomUUID } from 'node:crypto';
import { fetchWithRetries, readOrCreateJson, writeJson } from '@assay/local-aws';
import * as z from 'zod';
import type { LocalIssuer } from './issuer.ts';
import { peopleOf } from './people.ts';

interface ApiKey {
  id: string;
  key: string;
  secret: string;
}

/** Everything needed to call the local cloud: `.local/dev.json`. */
export interface DevFile {
  baseUrl: string;
  organizationId: string;
  otherOrganizationId: string;
  apiKeys: Record<'test' | 'live' | 'otherTest', ApiKey>;
  tokens: Record<'owner' | 'admin' | 'member' | 'otherOwner' | 'assistant', string>;
}

export interface Demo extends Record<Organization, string> {
  userIds: Record<keyof DevFile['tokens'], string>;
}

type Organization = 'organizationId' | 'otherOrganizationId';

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

/** The organizations of an earlier start, or new ones. */
export const readDemo = (file: string): Demo => readOrCreateJson(file, newDemo);

/**
 * Two organizations with credentials of every kind. They stay the same on every start; a deleted
 * one is replaced, and the other keeps its data.
 */
export async function seed(
  baseUrl: string,
  issuer: LocalIssuer,
  { file, onReplaced }: { file: string; onReplaced: (demo: Demo) => void },
): Promise<DevFile> {
  let demo = readDemo(file);
  for (const replaced = new Set<Organization>(); ; ) {
    try {
      return await credentialsFor(demo, baseUrl, issuer);
    } catch (error) {
      if (!(error instanceof Refused) || replaced.has(error.organization)) throw error;
      replaced.add(error.organization);
      demo = { ...demo, [error.organization]: randomUUID() };
      writeJson(file, demo);
      onReplaced(demo);
    }
  }
}

async function credentialsFor(demo: Demo, baseUrl: string, issuer: LocalIssuer): Promise<DevFile> {
  const { organizationId, otherOrganizationId } = demo;
  const tokens = await signTokens(demo, issuer);
  const ownKey = (mode: 'test' | 'live') =>
    createApiKey(baseUrl, tokens.owner, { mode, organization: 'organizationId' });
  const otherKey = (mode: 'test' | 'live') =>
    createApiKey(baseUrl, tokens.otherOwner, { mode, organization: 'otherOrganizationId' });
  return {
    baseUrl,
    organizationId,
    otherOrganizationId,
    apiKeys: {
      test: await ownKey('test'),
      live: await ownKey('live'),
      otherTest: await otherKey('test'),
    },
    tokens,
  };
}

async function signTokens(demo: Demo, issuer: LocalIssuer): Promise<DevFile['tokens']> {
  const { owner, admin, member, otherOwner } = peopleOf(demo);
  const assistant = {
    sub: demo.userIds.assistant,
    org: demo.organizationId,
    role: 'owner',
    name: 'Assistant',
    email: 'assistant@example.com',
    client_kind: 'assistant',
  };
  return {
    owner: await issuer.sign(owner),
    admin: await issuer.sign(admin),
    member: await issuer.sign(member),
    otherOwner: await issuer.sign(otherOwner),
    assistant: await issuer.sign(assistant),
  };
}

const CreatedKey = z.object({
  id: z.string(),
  data: z.object({ key: z.string(), secret: z.string() }),
});

/** The organization has been deleted, so its credentials are refused. */
class Refused extends Error {
  override name = 'Refused';
  readonly organization: Organization;

  constructor(organization: Organization, answer: string) {
    super(answer);
    this.organization = organization;
  }
}

/**
 * Creates API keys through the API with an idempotency key, so that a restart gets the same key.
 */
async function createApiKey(
  baseUrl: string,
  token: string,
  { mode, organization }: { mode: 'test' | 'live'; organization: Organization },
): Promise<ApiKey> {
  const response = await fetchWithRetries(`${baseUrl}/api/v1/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `local-cloud-${mode}`,
    },
    body: JSON.stringify({ name: `Demo, ${mode}`, mode }),
  });
  const answer = await response.text();
  if (response.status === 401) throw new Refused(organization, answer);
  if (!response.ok) throw new Error(`The demo API keys could not be created: ${response.status} ${answer}`);
  const { id, data } = CreatedKey.parse(JSON.parse(answer));
  return { id, key: data.key, secret: data.secret };
}
