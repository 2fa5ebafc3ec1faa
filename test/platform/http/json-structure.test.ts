import fc from 'fast-check';
import { expect, test } from 'vitest';
import { structureOf } from '#shared/platform/http/json-structure.ts';
import { parseJson } from '#shared/platform/http/parse-json.ts';

/** What an object repeats, and what is wrong with a text that is not JSON. */
const problemOf = (text: string | Uint8Array) => {
  try {
    parseJson(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  } catch (error) {
    const { status, code, message, details } = error as { [name: string]: unknown } & { details: { errors?: unknown } };
    return { status, code, message, errors: details.errors };
  }
  return undefined;
};

test.each([
  ['{"kind":"person","kind":"business"}', 'kind'],
  ['{"a":1,"b":{"c":[{"d":1},{"d":1,"e":2,"d":3}]}}', 'b.c.1.d'],
  ['{"a":{"x":1},"b":{"x":1},"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"\\"":1,"\\u0022":2}', '"'],
  ['[[],[{"":1,"":2}]]', '1.0.'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{ "a" : "}" , "b\\\\" : [1, 2] , "b\\\\" : "," }', 'b\\'],
])('JSON body: %s is refused, because it repeats %s', (text, path) => {
  expect(problemOf(text)).toEqual({
    status: 400,
    code: 'invalid_json',
    message: 'An object of the body has two properties with the same name. See `errors`.',
    errors: [{ path, message: 'Repeated property.' }],
  });
});

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"b","b":"a"}',
  '{"a":["a","a"],"b":"a"}',
  '{"a":1,"A":2,"a ":3}',
  '{"a\\\\":1,"a":2}',
  '{"x":"\\"a\\":1,\\"a\\":2"}',
])('JSON body: %s repeats no property', (text) => {
  expect(problemOf(text)).toBeUndefined();
});

test('JSON body: no value that JSON.stringify writes repeats a property, and its depth is right', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1), (value, space) => {
      const { depth, repeated } = structureOf(JSON.stringify(value, undefined, space), 64);
      expect({ depth, repeated }).toEqual({ depth: depthOf(value), repeated: undefined });
    }),
  );
});

test('JSON body: a property that any object repeats is found at its path', () => {
  const name = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '}', 'é'), maxLength: 3 });

  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }), fc.nat(), (members, pick) => {
      const names = Object.keys(members);
      const chosen = names[pick % names.length] ?? '';
      const inside = JSON.stringify(members).replace(/\}$/, `,${JSON.stringify(chosen)}:0}`);
      expect(structureOf(`{"x":[0,${inside}]}`, 64).repeated).toBe(`x.1.${chosen}`);
    }),
  );
});

test.each([
  ['', 'The body is empty.'],
  [' \n', 'The body is empty.'],
  ['{"a":1,}', 'The body is not valid JSON. Line 1, column 8: expected a property name in double quotes, found `}`.'],
  ['[1,2,]', 'The body is not valid JSON. Line 1, column 6: expected a value, found `]`.'],
  ['{"a":1', 'The body is not valid JSON. Line 1, column 7: expected `,` or `}`, but the body ends.'],
  ['{"a":"b', 'The body is not valid JSON. Line 1, column 8: expected `"`, the end of the string, but the body ends.'],
  ['{\n  "a": 1\n  "b": 2\n}', 'The body is not valid JSON. Line 3, column 3: expected `,` or `}`, found `"`.'],
  ["{'a':1}", "The body is not valid JSON. Line 1, column 2: expected a property name in double quotes, found `'`."],
  ['{a:1}', 'The body is not valid JSON. Line 1, column 2: expected a property name in double quotes, found `a`.'],
  ['{"a" 1}', 'The body is not valid JSON. Line 1, column 6: expected `:`, found `1`.'],
  ['{"é😀":tru}', 'The body is not valid JSON. Line 1, column 7: expected a value, found `t`.'],
  ['kind=person', 'The body is not valid JSON. Line 1, column 1: expected a value, found `k`.'],
  ['{} {}', 'The body is not valid JSON. Line 1, column 4: expected the end of the body, found `{`.'],
  ['"a\tb"', 'The body is not valid JSON. Line 1, column 3: expected an escape, such as `\\n`, found U+0009.'],
  ['01', 'The body is not valid JSON. Line 1, column 2: expected the end of the body, found `1`.'],
])('JSON body: %j is refused with the place of the error', (text, message) => {
  expect(problemOf(text)).toMatchObject({ status: 400, code: 'invalid_json', message });
});

test('JSON body: bytes that are not UTF-8 are refused', () => {
  const message = 'The body is not valid UTF-8.';
  expect(problemOf(Buffer.from('7b2261223a22ff227d', 'hex'))).toMatchObject({
    status: 400,
    code: 'invalid_json',
    message,
  });
});

test('JSON body: every text that JSON.parse refuses is refused with a place', () => {
  const text = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n0-1.eEutrflsn'), maxLength: 12 });
  const isJson = (written: string) => {
    try {
      JSON.parse(written);
      return true;
    } catch {
      return false;
    }
  };

  fc.assert(
    fc.property(text, (written) => {
      fc.pre(!isJson(written) && written.trim() !== '');
      expect(problemOf(written)?.message).toMatch(/^The body is not valid JSON\. Line \d+, column \d+: expected .+\.$/);
    }),
  );
});
