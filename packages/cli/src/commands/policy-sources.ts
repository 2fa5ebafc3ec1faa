import type { Client } from '../client.ts';
import type { Definition, Scenarios } from './policy-shapes.ts';

const REGISTERED = 'registered:';
const API_KEY = 'api_key:';

/** `source:<key>` by `registered:<id>`, of one mode. */
export type SourceNames = ReadonlyMap<string, string>;

/** Sources of a policy and its scenarios, without duplicates. */
export function sourcesIn({ inputs = [] }: Partial<Definition>, scenarios: Scenarios = []): string[] {
  const accepted = inputs.flatMap(({ acceptedSources = [] }) => acceptedSources);
  return [...new Set([...accepted, ...scenarios.flatMap(({ evidence }) => evidence.map(({ source }) => source))])];
}

export const isRegistered = (source: string) => source.startsWith(REGISTERED);
/** API keys belong to one mode, and have no name that the other mode knows. */
export const isApiKey = (source: string) => source.startsWith(API_KEY);

/** The names of all registered sources, read only where one of these sources is registered. */
export async function sourceNames(client: Client, sources: readonly string[]): Promise<SourceNames> {
  const names = new Map<string, string>();
  if (!sources.some(isRegistered)) return names;
  for await (const one of client.risk.listRecords.each({ params: { resource: 'sources' } }))
    if (one.resource === 'sources') names.set(REGISTERED + one.id, `source:${one.data.key}`);
  return names;
}

/** The definition as another mode and a person can read it. */
export function withSourceNames(definition: Definition, names: SourceNames): Definition {
  if (names.size === 0) return definition;
  const inputs = definition.inputs.map((input) => ({
    ...input,
    acceptedSources: input.acceptedSources.map((source) => names.get(source) ?? source),
  }));
  return { ...definition, inputs };
}

export const scenariosWithNames = <T extends { evidence: { source: string }[] }>(
  scenarios: readonly T[],
  names: SourceNames,
): T[] =>
  scenarios.map((scenario) => ({
    ...scenario,
    evidence: scenario.evidence.map((item) => ({ ...item, source: names.get(item.source) ?? item.source })),
  }));
