import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { apiDocument } from '#shared/service/api-document.ts';

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
