import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeAt, offsetOf, parseJson, placeIn, withSwapped, withValue } from '../../console/parts/json-text.ts';

const TEXT = `{
  "bands": [ {"id": "low", "from": 0.10}, { "from": 45.00, "x-own": {"kept":  true} } ],
  "rules": [],
  "limit": 1e2
}
`;

const placeOf = (text: string, path: string) => {
  const { root } = parseJson(text);
  return root && placeIn(text, offsetOf(root, path));
};

describe('JSON with places', () => {
  test('JSON: every value is read as `JSON.parse` reads it, and its place has its text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { root } = parseJson(text);
        expect(root?.value).toEqual(JSON.parse(text));
        expect(text.slice(root?.start, root?.end)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  test('JSON: what `JSON.parse` refuses is refused at its place', () => {
    const faults: Record<string, [string, number]> = {
      '': ['The text ends too early.', 0],
      '{"a": 1,}': ['Expected the name of a member in double quotes.', 8],
      '{"a": 1 "b": 2}': ['Expected a comma or the end of the object.', 8],
      "{'a': 1}": ['Expected the name of a member in double quotes.', 1],
      '{"a" 1}': ['Expected a colon after the name.', 5],
      '[1, 01]': ['Expected a comma or the end of the list.', 5],
      '[1] 2': ['Nothing may follow the end.', 4],
      '["\n"]': ['Expected a value.', 1],
      '{"a": 1, "a": 2}': ['The member “a” is there twice.', 9],
    };
    for (const [text, [message, offset]] of Object.entries(faults))
      expect({ text, ...parseJson(text) }).toEqual({ text, fault: { message, offset } });
    expect(parseJson('['.repeat(100_000)).fault?.message).toBe('Too many levels.');
  });

  test('JSON: a path leads to its line and column, and a missing member to what it would be in', () => {
    expect(placeOf(TEXT, 'bands.1.from')).toEqual({ line: 2, column: 53 });
    expect(placeOf(TEXT, 'bands.1.effect.decision')).toEqual({ line: 2, column: 43 });
    expect(placeOf(TEXT, 'rules.3.key')).toEqual({ line: 3, column: 12 });
    expect(placeOf(TEXT, '')).toEqual({ line: 1, column: 1 });
  });

  test('JSON: a change leaves every other character as it was written', () => {
    expect(withValue(TEXT, ['bands', 1, 'from'], 60)).toBe(TEXT.replace('45.00', '60'));
    expect(withValue(TEXT, ['bands', 0, 'id'], undefined)).toBe(TEXT.replace('"id": "low", ', ''));
    expect(withValue(TEXT, ['bands', 0, 'from'], undefined)).toBe(TEXT.replace(', "from": 0.10', ''));
    expect(withValue(TEXT, ['rules', 0], { key: 'a' })).toBe(
      TEXT.replace('[],', '[\n    {\n      "key": "a"\n    }\n  ],'),
    );
    expect(withValue(TEXT, ['floor'], 1)).toBe(TEXT.replace('1e2\n', '1e2,\n  "floor": 1\n'));
    expect(withSwapped(TEXT, ['bands'], 0)).toBe(
      TEXT.replace(/(\{"id.*?\}), (\{ "from.*\} \}) /, (_, one: string, other: string) => `${other}, ${one} `),
    );
    for (const path of [
      ['rules', 0, 'key'],
      ['limit', 'x'],
      ['no', 'such'],
    ])
      expect(withValue(TEXT, path, 1)).toBe(TEXT);
    expect(withValue('{"a": ', ['a'], 1)).toBe('{"a": ');
  });

  test('JSON: whatever is changed, the text says exactly that afterwards', () => {
    const object = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });
    fc.assert(
      fc.property(
        object,
        fc.stringMatching(/^[a-z]{1,3}$/),
        fc.option(fc.jsonValue(), { nil: undefined }),
        (...given) => {
          const [before, name, value] = given;
          const { root } = parseJson(withValue(JSON.stringify(before, null, 2), [name], value));
          const { [name]: _, ...rest } = before;
          const expected = JSON.parse(JSON.stringify(value === undefined ? rest : { ...rest, [name]: value }));
          expect(root?.value).toEqual(expected);
          expect(root && nodeAt(root, [name])?.value).toEqual(expected[name]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
