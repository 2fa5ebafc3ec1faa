import { type JsonSchema, referred } from './openapi-schemas.ts';

/**
 * Realistic strings and numbers by the name of a property or parameter. `owner.name` takes precedence over
 * `name`; the owner is the property around it or, at the top of a body, the module of the route.
 */
export type ExampleValues = Readonly<Record<string, string | number>>;

export interface ExampleSources {
  components: Record<string, JsonSchema>;
  values: ExampleValues;
}

/** Where a value stands: the names that `ExampleValues` are looked up by. */
export interface Place {
  owner: string;
  name: string;
}

/**
 * An example of a schema: the one given with the schema, or one composed of the examples of its parts.
 * Where that would be invalid (a pattern, a rule between properties), the schema has to give its own.
 */
export function exampleOf(schema: JsonSchema, sources: ExampleSources, place: Place): unknown {
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return exampleOf(referred(schema, sources.components), sources, place);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return exampleOfOption(options.filter(isSchema), sources, place);
  return exampleOfType(schema, sources, place);
}

const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema);

/** Null where it is allowed: a last page, a key that does not expire. */
function exampleOfOption(options: JsonSchema[], sources: ExampleSources, place: Place): unknown {
  if (options.some(({ type }) => type === 'null')) return null;
  return exampleOf(options[0] ?? {}, sources, place);
}

function exampleOfType(schema: JsonSchema, sources: ExampleSources, place: Place): unknown {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('null')) return null;
  if (types.includes('object')) return exampleOfObject(schema, sources, place);
  if (types.includes('array')) return isSchema(schema.items) ? [exampleOf(schema.items, sources, place)] : [];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return exampleOfNumber(schema, sources, place);
  if (types.includes('string')) return exampleOfString(schema, sources, place);
  return {};
}

function exampleOfString({ format = '' }: JsonSchema, sources: ExampleSources, place: Place) {
  const value = valueAt(place, sources);
  return typeof value === 'string' ? value : (EXAMPLES_BY_FORMAT[format] ?? NO_EXAMPLE);
}

function exampleOfNumber({ minimum = 1 }: JsonSchema, sources: ExampleSources, place: Place) {
  const value = valueAt(place, sources);
  return typeof value === 'number' ? value : minimum;
}

const valueAt = ({ owner, name }: Place, { values }: ExampleSources) => values[`${owner}.${name}`] ?? values[name];

function exampleOfObject(schema: JsonSchema, sources: ExampleSources, place: Place) {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) ?? false);
  const owner = place.name || place.owner;
  return Object.fromEntries(
    members.map(([name, member]) => [name, isSchema(member) ? exampleOf(member, sources, { owner, name }) : null]),
  );
}

/** A test refuses it in the published document: the property needs a line in `ExampleValues`. */
const NO_EXAMPLE = 'text';

const EXAMPLES_BY_FORMAT: Record<string, string> = {
  uuid: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  'date-time': '2026-03-14T09:26:53.589Z',
  date: '2026-03-14',
  uri: 'https://example.com/hooks/assay',
  email: 'ada@example.com',
};
