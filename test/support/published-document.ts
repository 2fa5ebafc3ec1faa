import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Operation } from '#shared/platform/http/openapi.ts';
import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { fullPath, type Route } from '#shared/platform/http/route.ts';
import { apiDocument } from '#shared/service/api-document.ts';

export function operationOf(route: Route): Operation {
  const operation = apiDocument().paths[fullPath(route)]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.name} is not in the document.`);
  return operation;
}

interface Published {
  schema: JsonSchema;
  example?: unknown;
}

/** What a route is sent, where that is anything. As JSON, where it may be. */
export function publishedBody(route: Route): Published | undefined {
  const { content = {} } = operationOf(route).requestBody ?? {};
  return content['application/json'] ?? Object.values(content)[0];
}

/** What a route answers with, where that is anything. */
export const publishedResult = (route: Route): Published | undefined =>
  Object.values(operationOf(route).responses[route.status]?.content ?? {})[0] as
    | Published
    | undefined;

/**
 * What a stranger's validator makes of a value, who has nothing but the published document. The shapes the
 * service itself parses with are not asked, so that they cannot agree with a document that is wrong.
 */
const DOCUMENT = 'assay';

// OpenAPI has words of its own beside the schemas.
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(
  JSON.parse(JSON.stringify(apiDocument())),
  DOCUMENT,
);
formats.default(ajv);

/** Everything that is wrong with a value by a schema of the document; nothing when it conforms. */
export function faultsOf(schema: JsonSchema, value: unknown): string[] {
  const check = compiled.get(schema) ?? ajv.compile(withinDocument(schema));
  compiled.set(schema, check);
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const compiled = new Map<JsonSchema, ReturnType<typeof ajv.compile>>();

/** A schema that stands somewhere in the document refers to others from the document's root. */
const withinDocument = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? DOCUMENT + value : value,
  );

/** The schema and all within it, those it refers to included. */
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

/** Lists and tables of schemas have further ones in them; what is no schema does no harm. */
const partsOf = (value: unknown): JsonSchema[] =>
  typeof value === 'object' && value !== null ? [value as JsonSchema] : [];
