import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { apiDocument } from '#shared/service/api-document.ts';

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
