import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/support/screening-examples.ts';
import { IndexBuilder } from '../../src/search/build-index.ts';
import { openFile, packFile } from '../../src/search/index-file.ts';
import { openIndex } from '../../src/search/list-index.ts';
import { rangeOfBuffer } from '../../src/search/read-range.ts';
import { tables } from './index-support.ts';

const META = { entryCount: 0, termBuilderVersion: 1, texts: [], countrySets: [] };
const nothing = rangeOfBuffer(Buffer.alloc(0));

function builtTable() {
  const builder = new IndexBuilder(tables);
  builder.add(anEntry({ names: [{ text: 'Ada Example', isWeak: false }] }));
  return builder.finish().table;
}

test('index header: the header of a built index is accepted', () => {
  expect(openIndex(builtTable(), nothing).meta.entryCount).toBe(1);
});

test.each([
  ['no metadata', undefined],
  ['no number of entries', { ...META, entryCount: undefined }],
  ['a negative number of entries', { ...META, entryCount: -1 }],
  ['check bits that are text', { ...META, checkBits: '8' }],
  ['no texts', { ...META, texts: undefined }],
])('index header: a file with %s is rejected', (_, meta) => {
  expect(() => openIndex(packFile(meta, {}), nothing)).toThrow();
});

test('index header: a file whose parts lie at negative places is rejected', () => {
  const file = packFile(META, { ids: Uint8Array.of(1) });
  const damaged = Buffer.from(file.toString('latin1').replace('[0,1]', '[-,1'), 'latin1');
  expect(() => openFile(damaged)).toThrow();
});
