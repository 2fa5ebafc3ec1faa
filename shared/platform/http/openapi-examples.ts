import { type JsonSchema, referred } from './openapi-schemas.ts';

/**
 * An example of a schema: the one given with the schema, or one composed of the examples of its parts.
 * Where that would be invalid (a pattern, a rule between properties), the schema has to give its own.
 */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return exampleOf(referred(schema, components), components);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return exampleOfOption(options.filter(isSchema), components);
  return exampleOfType(schema, components);
}

const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema);

/** Null where it is allowed: a last page, a key that does not expire. */
function exampleOfOption(options: JsonSchema[], components: Record<string, JsonSchema>): unknown {
  if (options.some(({ type }) => type === 'null')) return null;
  return exampleOf(options[0] ?? {}, components);
}

function exampleOfType(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('null')) return null;
  if (types.includes('object')) return exampleOfObject(schema, components);
  if (types.includes('array'))
    return isSchema(schema.items) ? [exampleOf(schema.items, components)] : [];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 1;
  if (types.includes('string')) return EXAMPLES_BY_FORMAT[schema.format ?? ''] ?? 'text';
  return {};
}

function exampleOfObject(schema: JsonSchema, components: Record<string, JsonSchema>) {
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) ?? false,
  );
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      isSchema(member) ? exampleOf(member, components) : null,
    ]),
  );
}

const EXAMPLES_BY_FORMAT: Record<string, string> = {
  uuid: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  'date-time': '2026-03-14T09:26:53.589Z',
  date: '2026-03-14',
  uri: 'https://example.com/hooks/assay',
  email: 'ada@example.com',
};
