import type { Client } from '../client.ts';
import { EXIT, Failure } from '../failure.ts';
import { differences } from '../json-differences.ts';
import type { Definition, Scenarios } from './policy-shapes.ts';

export type Version = Awaited<ReturnType<Client['risk']['createPolicy']>>;

/** A policy as a file has it. */
export interface PolicySource {
  key: string;
  definition: Definition;
}

/** All versions of a key, newest first. */
export async function versionsOf(client: Client, key: string): Promise<Version[]> {
  const versions: Version[] = [];
  const query = { key, order: 'newest' as const };
  for await (const one of client.risk.listRecords.each({ params: { resource: 'policies' }, query }))
    if (one.resource === 'policies') versions.push(one as Version);
  return versions.toSorted((a, b) => b.data.version - a.data.version);
}

export function versionIn(versions: readonly Version[], key: string, number: number): Version {
  const found = versions.find(({ data }) => data.version === number);
  if (!found) throw new Failure(EXIT.refused, `The policy ${key} has no version ${number}.`);
  return found;
}

/** The version with this number, or else the one in force. */
export async function wantedVersion(client: Client, key: string, number: number | undefined): Promise<Version> {
  const versions = await versionsOf(client, key);
  if (number !== undefined) return versionIn(versions, key, number);
  const inForce = versions.find(({ data }) => data.inForce);
  if (!inForce) throw new Failure(EXIT.refused, `The policy ${key} has no version in force.`);
  return inForce;
}

/** The stored scenarios of a version, as they were sent. */
export async function storedScenarios(client: Client, id: string): Promise<Scenarios> {
  const { scenarios } = await client.risk.readPolicyScenarios({ params: { id } });
  return scenarios.map(({ actual: _actual, passed: _passed, differences: _differences, ...one }) => one);
}

/** The definition with all defaults, as the service stores it. */
export async function normalized(client: Client, { key, definition }: PolicySource): Promise<Definition> {
  const result = await client.risk.validatePolicy({ body: { key, definition } });
  if (result.normalized) return result.normalized;
  throw new Failure(
    EXIT.checkFailed,
    `The policy is invalid:\n${result.errors.map(({ path, message }) => `  ${path}: ${message}`).join('\n')}`,
  );
}

/** Creates a version, unless the latest one is the same. */
export async function createUnlessSame(
  client: Client,
  { key, definition }: PolicySource,
  { stored, ...added }: { stored: unknown; scenarios?: Scenarios; note?: string },
): Promise<{ version: Version; isSame: boolean }> {
  const [latest] = await versionsOf(client, key);
  if (latest && differences(latest.data.definition, stored).length === 0) return { version: latest, isSame: true };
  return { version: await client.risk.createPolicy({ body: { key, definition, ...added } }), isSame: false };
}
