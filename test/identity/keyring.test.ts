import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKeyring, serializeKeyring, withKey, withNewestInUse, withoutKey } from '#shared/identity/keyring.ts';

const keys = fc.string({ minLength: 1 }).filter((text) => !text.startsWith('{'));

test('keyring: a plain string is key 1', () => {
  expect(parseKeyring('secret')).toEqual({ current: 1, keys: new Map([[1, 'secret']]) });
});

test('keyring: additions keep every key and its number', () => {
  fc.assert(
    fc.property(keys, fc.array(keys, { minLength: 1, maxLength: 5 }), (first, added) => {
      let keyring = parseKeyring(first);
      for (const key of added) {
        keyring = parseKeyring(serializeKeyring(withKey(keyring, key)));
        expect(keyring.current).toBe(1);
      }
      expect([...keyring.keys]).toEqual([first, ...added].map((key, index) => [index + 1, key]));
      expect(withNewestInUse(keyring).current).toBe(added.length + 1);
    }),
  );
});

test('keyring: a number is not used again after its key was removed', () => {
  const used = withNewestInUse(withKey(parseKeyring('one'), 'two'));

  const left = withoutKey(used, 1);

  expect([...left.keys.keys()]).toEqual([2]);
  expect(withKey(left, 'three').added).toBe(3);
});

test('keyring: the current key and unknown keys cannot be removed', () => {
  const keyring = parseKeyring('one');

  expect(() => withoutKey(keyring, 1)).toThrow('Key 1 is in use');
  expect(() => withoutKey(keyring, 2)).toThrow('no key 2');
});

test.each([
  ['no JSON', '{'],
  ['no current key', '{"keys":{"1":"a"}}'],
  ['an unknown current key', '{"current":2,"keys":{"1":"a"}}'],
  ['an empty key', '{"current":1,"keys":{"1":""}}'],
  ['a number that is none', '{"current":1,"keys":{"1":"a","x":"b"}}'],
])('keyring: a value with %s is an error', (_case, text) => {
  expect(() => parseKeyring(text)).toThrow();
});
