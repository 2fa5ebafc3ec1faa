import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Operation } from '#shared/platform/http/openapi.ts';
import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { documentedPath, type Route } from '#shared/platform/http/route.ts';
import { apiDocument } from '#shared/service/api-document.ts';

/** With the responses that it shares with other operations. */
export function operationOf(route: Route): Operation {
  const { paths, components } = apiDocument();
  const operation = paths[documentedPath(route)]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.name} is not in the document.`);
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!('$ref' in response)) return [status, response];
    const shared = components.responses?.[String(response.$ref).split('/').at(-1) ?? ''];
    if (!shared) throw new Error(`${response.$ref} is not in the document.`);
    return [status, shared];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

interface Published {
  schema: JsonSchema;
  example?: unknown;
}

/** The published schema of a route's body, as JSON if possible; undefined without a body. */
export function publishedBody(route: Route): Published | undefined {
  const { content = {} } = operationOf(route).requestBody ?? {};
  return content['application/json'] ?? Object.values(content)[0];
}

/** The published schema of a route's result; undefined without one. */
export const publishedResult = (route: Route): Published | undefined =>
  Object.values(operationOf(route).responses[route.status]?.content ?? {})[0] as Published | undefined;

/**
 * Validates values with the published OpenAPI document only. The service's own zod schemas are not
 * used, so that they cannot hide an error in the document.
 */
const DOCUMENT = 'assay';

// OpenAPI has keywords of its own besides JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(
  JSON.parse(JSON.stringify(apiDocument())),
  DOCUMENT,
);
formats.default(ajv);

/** All faults of a value by a schema of the document; empty if it conforms. */
export function faultsOf(schema: JsonSchema, value: unknown): string[] {
  // A reference is the same whichever object it is in.
  const known = typeof schema.$ref === 'string' && Object.keys(schema).length === 1 ? schema.$ref : schema;
  const check = compiled.get(known) ?? ajv.compile(withinDocument(schema));
  compiled.set(known, check);
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const compiled = new Map<JsonSchema | string, ReturnType<typeof ajv.compile>>();

/** References within the document are resolved from its root. */
const withinDocument = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? DOCUMENT + value : value,
  );

/** The schema and all nested and referenced schemas. */
export function schemasIn(schema: JsonSchema, known = new Set<JsonSchema>()): Set<JsonSchema> {
  if (known.has(schema)) return known;
  known.add(schema);
  if (schema.$ref) schemasIn(referredBy(schema.$ref), known);
  for (const part of Object.values(schema).flatMap(partsOf)) schemasIn(part, known);
  return known;
}

export function referredBy($ref: string): JsonSchema {
  const schema = apiDocument().components.schemas[$ref.split('/').at(-1) ?? ''];
  if (!schema) throw new Error(`The document has no ${$ref}.`);
  return schema;
}

/** Arrays and maps of schemas are searched as well; other values are ignored. */
const partsOf = (value: unknown): JsonSchema[] =>
  typeof value === 'object' && value !== null ? [value as JsonSchema] : [];
