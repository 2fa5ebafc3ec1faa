import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { faultsOf } from '#test/support/published-document.ts';

/**
 * The linter checks examples as if every schema, also the parts of an `if` and `then`, refused properties it does not
 * name. Examples are checked against the schemas as they are in `openapi.test.ts`.
 */
const AS_WRITTEN = { severity: 'warn', allowAdditionalProperties: true } as const;

test('OpenAPI document: Redocly’s recommended rules find no error, and no invalid example', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-invalid-schema-examples': AS_WRITTEN, 'no-invalid-media-type-examples': AS_WRITTEN },
  });

  const found = await lintFromString({ source: JSON.stringify(apiDocument()), absoluteRef: 'openapi.json', config });

  const told = found.map(({ severity, ruleId, message, location: [place] }) => ({
    severity,
    ruleId,
    message,
    pointer: place?.pointer,
  }));
  expect(told.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(told.filter(({ ruleId }) => ruleId.includes('example'))).toEqual([]);
});

test('OpenAPI document: every array of a schema has items, as generators and Spectral expect', () => {
  const without: unknown[] = [];
  JSON.stringify(apiDocument().components.schemas, (_name, value) => {
    if (value?.type === 'array' && !value.items) without.push(value);
    return value;
  });

  expect(without).toEqual([]);
});

/** Rules of Spectral's `spectral:oas` that neither Redocly's nor the tests of routes cover. */
describe('OpenAPI document, by rules of Spectral', () => {
  const { paths, components } = JSON.parse(JSON.stringify(apiDocument()));
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));

  test('operation-operationId-valid-in-url, operation-parameters: ids need no escaping, parameters are unique', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { operationId, parameters } of operations) {
      expect(operationId).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
      const places = parameters.map(({ $ref, name, in: place }) => $ref ?? `${place} ${name}`);
      expect(places, operationId).toEqual([...new Set(places)]);
    }
  });

  test('duplicated-entry-in-enum, typed-enum: the values of an enum differ and have its type', () => {
    const enums = schemasBelow({ paths, components }).filter((schema) => Array.isArray(schema.enum));
    expect(enums.length).toBeGreaterThan(50);
    for (const { enum: values = [], type } of enums) {
      expect(values).toEqual([...new Set(values)]);
      const types = [type ?? []].flat();
      if (types.length > 0) expect(values.filter((value) => !types.includes(typeOf(value)))).toEqual([]);
    }
  });

  test('oas3-valid-schema-example: every example of a schema and of a parameter conforms', () => {
    const shared = Object.values<Parameter>(components.parameters);
    const examples = [
      ...schemasBelow(components.schemas).flatMap((schema) =>
        (Array.isArray(schema.examples) ? schema.examples : []).map((example) => ({ schema, example })),
      ),
      ...[...shared, ...operations.flatMap(({ parameters }) => parameters)].flatMap(({ schema, example }) =>
        schema && example !== undefined ? [{ schema, example }] : [],
      ),
    ];
    expect(examples.length).toBeGreaterThan(100);
    for (const { schema, example } of examples)
      expect(faultsOf(schema as JsonSchema, example), JSON.stringify(example)).toEqual([]);
  });
});

type Schema = { type?: string | string[]; enum?: unknown[]; examples?: unknown[] };
type Parameter = { $ref?: string; name?: string; in?: string; schema?: Schema; example?: unknown };
type Operation = { operationId: string; parameters: Parameter[] };

/** All objects of a value: schemas are those that have keywords of one. */
function schemasBelow(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(schemasBelow);
  return Array.isArray(value) ? below : [value, ...below];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
