import { invalid, refused } from '@assay/foundation';
import { DefinitionKey, type PolicyIssue, policyIssue, type Validation } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { messageOf } from '#shared/platform/http/shape-messages.ts';
import { canonicalSource, validateDefinition } from '../listed-sources.ts';
import { findIdsByName } from '../repository/names.ts';
import type { Scenario } from '../scenario.ts';
import { sourceIdentity } from '../source.ts';

/**
 * Requests can name a registered source by its key, so that one file fits test and live mode. It is stored as
 * `registered:<id>` of the organization and mode of the caller.
 */
const NAMED = 'source:';

/** Undefined for other sources. What is not a key is left to validation. */
const keyIn = (source: unknown) =>
  typeof source === 'string' && source.startsWith(NAMED)
    ? DefinitionKey.safeParse(source.slice(NAMED.length)).data
    : undefined;

const UNKNOWN = 'No source with this key is registered in this mode.';

/** Reads the ids of all keys in one round trip, and nothing if no source is named by its key. */
async function identitiesOf({ store, caller }: Context, sources: readonly unknown[]) {
  const keys = [...new Set(sources.flatMap((source) => keyIn(source) ?? []))];
  const ids = keys.length > 0 ? await findIdsByName(store, caller, 'sources', keys) : new Map<string, string>();
  return {
    isUnknown: (source: unknown) => {
      const key = keyIn(source);
      return key !== undefined && !ids.has(key);
    },
    identityOf: <T>(source: T) => {
      const id = ids.get(keyIn(source) ?? '');
      return id === undefined ? source : sourceIdentity(id);
    },
  };
}

/** Validates a definition that can name sources by their keys. An unknown key is an error at its path. */
export async function validateNamed(context: Context, value: unknown): Promise<Validation & { definition: unknown }> {
  const { definition, unknown } = await withSourceIds(context, value);
  const { errors, normalized } = validateDefinition(definition, messageOf);
  const isUnknown = ({ path, code }: PolicyIssue) =>
    code === 'invalid_source' && unknown.some((issue) => issue.path === path);
  const findings = [...errors.filter((issue) => !isUnknown(issue)), ...unknown];
  return { valid: findings.length === 0, errors: findings, normalized, definition };
}

async function withSourceIds(context: Context, definition: unknown) {
  const inputs = isObject(definition) && Array.isArray(definition.inputs) ? definition.inputs : [];
  const { isUnknown, identityOf } = await identitiesOf(context, inputs.flatMap(sourcesOf));
  const unknown = inputs.flatMap((input, at) =>
    sourcesOf(input).flatMap((source, index) =>
      isUnknown(source) ? [policyIssue(`inputs.${at}.acceptedSources.${index}`, 'unknown_source', UNKNOWN)] : [],
    ),
  );
  const resolved = inputs.map((input: unknown) =>
    sourcesOf(input).length === 0 ? input : { ...(input as object), acceptedSources: sourcesOf(input).map(identityOf) },
  );
  return { definition: inputs.length === 0 ? definition : { ...(definition as object), inputs: resolved }, unknown };
}

const sourcesOf = (input: unknown): unknown[] =>
  isObject(input) && Array.isArray(input.acceptedSources) ? input.acceptedSources : [];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Scenarios whose evidence names sources as policies store them. */
export async function withNamedSources(context: Context, scenarios: readonly Scenario[]): Promise<Scenario[]> {
  const sources = scenarios.flatMap(({ evidence }) => evidence.map(({ source }) => source));
  const { isUnknown, identityOf } = await identitiesOf(context, sources);
  const unknown = scenarios.flatMap(({ evidence }, at) =>
    evidence.flatMap(({ source }, index) =>
      isUnknown(source) ? [{ path: `scenarios.${at}.evidence.${index}.source`, message: UNKNOWN }] : [],
    ),
  );
  if (unknown.length > 0) throw refused('unknown_source', UNKNOWN, unknown);
  const resolved = scenarios.map(({ evidence, ...scenario }) => ({
    ...scenario,
    evidence: evidence.map((item) => ({ ...item, source: identityOf(item.source) })),
  }));
  assertDistinct(resolved);
  return resolved;
}

/** A source can be named by its key and by its id. */
function assertDistinct(scenarios: readonly Scenario[]): void {
  const repeated = scenarios.flatMap(({ evidence }, at) =>
    new Set(evidence.map(({ fact, source }) => `${fact} ${canonicalSource(source)}`)).size === evidence.length
      ? []
      : [{ path: `scenarios.${at}.evidence`, message: 'Must not repeat a fact of a source.' }],
  );
  if (repeated.length > 0) throw invalid('invalid_body', 'The request body is invalid. See `errors`.', repeated);
}
