import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parsePep } from '../../src/parsers/pep.ts';
import { fixture, readList, refusal } from './read-lists.ts';

const JSON_ROSTER = fixture('pep/legislators-current.json');
const YAML_ROSTER = stringify(JSON.parse(Buffer.from(JSON_ROSTER).toString()));

const fromYaml = (text: string, limits = {}) =>
  readList(parsePep, { 'rosters/legislators-current.yaml': text }, { limits });

test('a roster reads the same as YAML and as JSON', async () => {
  const json = await readList(parsePep, { 'legislators-current.json': JSON_ROSTER });

  expect(await fromYaml(YAML_ROSTER)).toEqual(json);
});

test('a date without quotes stays the text that it is', async () => {
  const { entries } = await fromYaml(YAML_ROSTER.replaceAll('"', ''));

  expect(entries[0]?.births).toEqual([{ from: '1958-10-13', to: '1958-10-13', isCirca: false }]);
});

const BOMB = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(', ')}]`),
].join('\n');

describe('refuses', () => {
  test.each([
    ['a bomb of aliases', BOMB, 'forbidden_markup'],
    ['a tag of its own', YAML_ROSTER.replace('id:', 'id: !!js/function'), 'forbidden_markup'],
    ['a tag that makes objects', '!ruby/object:Gem::Installer\ni: x\n', 'forbidden_markup'],
    ['text that is no YAML', 'a: [1, 2\nb: }', 'malformed'],
    ['a key that stands twice', 'a: 1\na: 2\n', 'malformed'],
    ['brackets without end', '['.repeat(20_000), 'malformed'],
    ['a page of apology', '<!DOCTYPE html><html><body>Sorry</body></html>', 'unexpected_format'],
    ['an unknown roster', 'stamps: []\n', 'unexpected_format'],
    ['an empty file', '\n', 'empty_file'],
  ])('%s', async (_case, text, code) => {
    expect(await refusal(fromYaml(text))).toMatchObject({ code });
  });

  test('a file larger than a document may be', async () => {
    expect(await refusal(fromYaml(YAML_ROSTER, { documentBytes: 100 }))).toMatchObject({
      code: 'too_large',
    });
  });
});
