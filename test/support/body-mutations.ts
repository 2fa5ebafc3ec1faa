import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { referredBy } from './published-document.ts';

/**
 * Bodies that differ from a valid one in one place: a property removed or added, another type, another value of the
 * schema, a duplicate item. Most are invalid, some only by a rule about several values.
 */
export const mutationsOf = (body: unknown, schema: JsonSchema): unknown[] => replacements(body, optionsOf(schema));

const STRANGE: readonly unknown[] = [null, true, 0, -1, 0.0001, 1.0000001, 1e9, '', ' ', 'x', [], {}];

function replacements(value: unknown, options: readonly JsonSchema[]): unknown[] {
  const others = [...STRANGE, ...options.flatMap((option) => samplesOf(option))];
  if (Array.isArray(value)) return [...others, ...changedItems(value, options)];
  if (typeof value !== 'object' || value === null) return others;
  return [...others, ...changedMembers(value, options)];
}

function changedItems(items: readonly unknown[], options: readonly JsonSchema[]): unknown[][] {
  const ofItem = options.flatMap(({ items: schema }) => optionsOf(schema as JsonSchema));
  return items.flatMap((item, index) => [
    items.toSpliced(index, 1),
    items.toSpliced(index, 0, item),
    ...replacements(item, ofItem).map((other) => items.with(index, other)),
  ]);
}

function changedMembers(value: object, options: readonly JsonSchema[]): object[] {
  const known = options.flatMap(({ properties = {} }) => Object.entries(properties));
  const schemasOf = (name: string) =>
    known.flatMap(([other, schema]) => (other === name ? optionsOf(schema as JsonSchema) : []));
  const absent = known.map(([name]) => name).filter((name) => !(name in value));
  return [
    { ...value, foreign: 1 },
    ...Object.entries(value).flatMap(([name, member]) => [
      Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
      ...replacements(member, schemasOf(name)).map((other) => ({ ...value, [name]: other })),
    ]),
    ...absent.flatMap((name) =>
      schemasOf(name)
        .flatMap((schema) => samplesOf(schema))
        .map((sample) => ({ ...value, [name]: sample })),
    ),
  ];
}

/** Values that a schema allows, those at its bounds, and one beyond each bound. */
function samplesOf(schema: JsonSchema): unknown[] {
  const stated = [schema.const, ...(schema.enum ?? []), ...(schema.examples ?? [])];
  const given = stated.filter((value) => value !== undefined);
  if (given.length > 0) return given;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'integer' || schema.type === 'number')
    return [schema.minimum ?? 1, schema.maximum ?? 2].flatMap((bound) => around(bound));
  if (schema.type === 'string') return [SAMPLES_BY_FORMAT[schema.format ?? ''] ?? 'text', ...longTexts(schema)];
  if (schema.type === 'array')
    return optionsOf(schema.items as JsonSchema).flatMap((item) => samplesOf(item).map((sample) => [sample]));
  return schema.type === 'object' ? [sampleObject(schema)] : [];
}

const around = (bound: number) => [bound - 1, bound, bound + 1];

const longTexts = ({ maxLength = 0 }: JsonSchema) =>
  around(maxLength).flatMap((length) => (length > 1 ? ['x'.repeat(length)] : []));

const SAMPLES_BY_FORMAT: Record<string, string> = {
  uuid: '019CED2C-0E65-7A4C-9B1D-6F1C2B9A4E00',
  'date-time': '2026-03-14T09:26:53+01:00',
  email: 'ada@example.com',
};

const sampleObject = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.fromEntries(required.map((name) => [name, optionsOf(properties[name] as JsonSchema).flatMap(samplesOf)[0]]));

/** The alternatives of a schema, with references resolved. */
function optionsOf(schema: JsonSchema | undefined): JsonSchema[] {
  if (typeof schema !== 'object') return [];
  if (schema.$ref) return optionsOf(referredBy(schema.$ref));
  return schema.anyOf?.flatMap((option) => optionsOf(option as JsonSchema)) ?? [schema];
}
