import * as z from 'zod';
import { Nothing, type Route } from './route.ts';

/**
 * The shapes of all routes as JSON Schema. A shape with an id becomes a component; requests are described
 * by the input side of a shape, responses by the output side.
 */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface RouteSchemas {
  params: JsonSchema;
  query: JsonSchema;
  body?: JsonSchema;
  result?: JsonSchema;
}

interface Conversion {
  schemas: Record<string, JsonSchema>;
  components: Record<string, JsonSchema>;
}

const SCHEMA_PREFIX = '#/components/schemas/';
const ZOD_PREFIX = '#/$defs/';

/** `others` are sent or returned too, but not by a particular route. */
export function convertShapes(
  routes: readonly Route[],
  others: Record<string, z.ZodType>,
): {
  schemasOf: (route: Route) => RouteSchemas;
  /** Schemas of `others`, by name. */
  schemas: Record<string, JsonSchema>;
  components: Record<string, JsonSchema>;
} {
  const answers = convert('output', { ...shapesOf(routes, ['result']), ...others });
  const requests = rename(convert('input', shapesOf(routes, ['params', 'query', 'body'])), answers);
  const components = { ...requests.components, ...answers.components };

  const schemasOf = (route: Route): RouteSchemas => {
    const body = requests.schemas[partName(route, 'body')];
    const result = answers.schemas[partName(route, 'result')];
    return {
      params: requests.schemas[partName(route, 'params')] ?? {},
      query: requests.schemas[partName(route, 'query')] ?? {},
      ...(body && { body }),
      ...(result && { result }),
    };
  };
  return { schemasOf, schemas: answers.schemas, components: sortedByName(components) };
}

type Part = 'params' | 'query' | 'body' | 'result';

const partName = ({ module, name }: Route, part: Part) => `${module}.${name}.${part}`;

function shapesOf(routes: readonly Route[], parts: readonly Part[]): Record<string, z.ZodType> {
  const named = routes.flatMap((route) =>
    parts.map((part): [string, z.ZodType] => [partName(route, part), route[part]]),
  );
  return Object.fromEntries(named.filter(([, shape]) => shape !== Nothing));
}

/** Converts all shapes as properties of one object, so that those with an id are defined once. */
function convert(io: 'input' | 'output', shapes: Record<string, z.ZodType>): Conversion {
  const whole = z.toJSONSchema(z.object(shapes), { io, override: tidy });
  const { properties = {}, $defs = {} } = redirectReferences(whole, (name) => name) as {
    properties?: Record<string, JsonSchema>;
    $defs?: Record<string, JsonSchema>;
  };
  return { schemas: properties, components: $defs };
}

/** One shape by itself: shapes with an id that it contains are in its `$defs`. */
export function schemaOf(shape: z.ZodType): JsonSchema {
  const {
    $schema,
    $ref,
    $defs = {},
    ...inline
  } = z.toJSONSchema(shape, { io: 'output', override: tidy }) as JsonSchema;
  const root = $ref?.slice(ZOD_PREFIX.length) ?? '';
  const others = Object.entries($defs).filter(([name]) => name !== root);
  return {
    ...($schema && { $schema }),
    ...($defs[root] ?? inline),
    ...(others.length > 0 && { $defs: Object.fromEntries(others) }),
  } as JsonSchema;
}

/** A copy whose references point to the components of OpenAPI. */
function redirectReferences(value: unknown, nameOf: (name: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    // Generators and linters look for a schema of items, also beside those of a tuple, which may grow as objects may.
    if (member?.type === 'array') member.items ||= {};
    if (key !== '$ref' || typeof member !== 'string') return member;
    return SCHEMA_PREFIX + nameOf(member.replace(ZOD_PREFIX, '').replace(SCHEMA_PREFIX, ''));
  });
}

/** A component whose request and response forms differ gets a second name. */
function rename(requests: Conversion, answers: Conversion): Conversion {
  const differing = namesThatDiffer(requests.components, answers.components);
  const nameOf = (name: string) => (differing.has(name) ? `${name}Input` : name);
  const { schemas, components } = redirectReferences(requests, nameOf) as Conversion;
  const renamed = Object.entries(components).map(([name, schema]) => [nameOf(name), schema]);
  return { schemas, components: Object.fromEntries(renamed) };
}

function namesThatDiffer(requests: Conversion['components'], answers: Conversion['components']): Set<string> {
  const shared = Object.keys(requests).filter((name) => name in answers);
  const textOf = (name: string) => JSON.stringify(requests[name]);
  const differing = new Set(shared.filter((name) => textOf(name) !== JSON.stringify(answers[name])));
  // Components that refer to a renamed one differ as well, transitively.
  for (let known = -1; known < differing.size; ) {
    known = differing.size;
    for (const name of shared)
      if ([...differing].some((other) => textOf(name).includes(`"${SCHEMA_PREFIX}${other}"`))) differing.add(name);
  }
  return differing;
}

/** The JSON form of a body, which has no files: of several options those without a file. */
export function inJson(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const options = referred(schema, components).anyOf?.filter(
    (option) => !holdsFile(referred(option as JsonSchema, components)),
  );
  if (!options) return schema;
  const [only, ...others] = options as JsonSchema[];
  return only && others.length === 0 ? only : { anyOf: options };
}

const holdsFile = ({ properties = {} }: JsonSchema) =>
  Object.values(properties).some((member) => typeof member === 'object' && member.format === 'binary');

/** Resolves a reference. */
export function referred(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  if (!schema.$ref) return schema;
  const component = components[schema.$ref.slice(SCHEMA_PREFIX.length)];
  if (!component) throw new Error(`There is no component ${schema.$ref}.`);
  return component;
}

/** Keeps what readers need and removes artefacts of the conversion. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  // Responses may gain properties without notice; only shapes that refuse unknown properties say so.
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  if (jsonSchema.format === 'date-time' && jsonSchema.pattern) jsonSchema.pattern = 'Z$';
  // For a timestamp with any offset, the format is sufficient.
  if ('offset' in def && def.offset) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A minimum above an exclusive one says all of it.
  if (Number(jsonSchema.exclusiveMinimum) < Number(jsonSchema.minimum)) delete jsonSchema.exclusiveMinimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;

  // zod drops these two if a shape transforms its input; ours are written in terms of the input.
  const { default: byDefault, examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (byDefault !== undefined) jsonSchema.default = byDefault;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

const sortedByName = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
