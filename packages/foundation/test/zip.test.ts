import { expect, test } from 'vitest';
import { unzip, type ZipFile, zipEnd, zipFile } from '../src/zip.ts';

function archiveOf(contents: Record<string, string>): Buffer {
  const files: ZipFile[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(contents)) {
    const { file, bytes } = zipFile(name, Buffer.from(text), offset);
    files.push(file);
    parts.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([...parts, zipEnd(files, offset)]);
}

const CONTENTS = { 'history-1.ndjson': '{"a":1}\n'.repeat(5_000), 'Größe/ü.json': '', 'manifest.json': '{}' };

test('zip: files are read back by name, and the same files make the same bytes', () => {
  const archive = archiveOf(CONTENTS);
  const texts = [...unzip(archive)].map(([name, content]) => [name, content.toString('utf8')]);
  expect(Object.fromEntries(texts)).toEqual(CONTENTS);
  expect(archive.length).toBeLessThan(1_000);
  expect(archiveOf(CONTENTS)).toEqual(archive);
});

test('zip: damage, content beside the directory and a false size are refused', () => {
  const archive = archiveOf(CONTENTS);
  expect(() => unzip(archive.subarray(0, -1))).toThrow('no end');
  const changed = Buffer.from(archive);
  changed[60] = (changed[60] ?? 0) ^ 1;
  expect(() => unzip(changed)).toThrow();
  const { file, bytes } = zipFile('hidden', Buffer.from('x'), 0);
  const second = zipFile('shown', Buffer.from('y'), bytes.length);
  const end = zipEnd([second.file], bytes.length + second.bytes.length);
  expect(() => unzip(Buffer.concat([bytes, second.bytes, end]))).toThrow('more than its directory');
  const large = zipFile('large', Buffer.alloc(100_000), 0);
  const falsified = zipEnd([{ ...large.file, size: 10 }], large.bytes.length);
  expect(() => unzip(Buffer.concat([large.bytes, falsified]))).toThrow();
  expect(file.size).toBe(1);
});
