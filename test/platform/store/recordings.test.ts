import { cpSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  changedRecordings,
  freezeRecording,
  noteDigests,
  RECORDINGS,
  recordedVersions,
} from '#test/support/recordings.ts';

/** On a copy of the recordings, as an engineer would change them. */
describe('recordings of stored shapes', () => {
  const [version = ''] = recordedVersions();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recordings-'));
    cpSync(RECORDINGS, folder, { recursive: true });
    rmSync(join(folder, 'digests.json'));
    noteDigests(version, folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string) => join(folder, version, name);

  test('are unchanged as long as every byte is', () => {
    expect(changedRecordings(folder)).toEqual([]);
  });

  test.each<[string, () => void, string]>([
    [
      'a changed row',
      () => writeFileSync(fileOf('risk.json'), `${readFileSync(fileOf('risk.json'), 'utf8')} `),
      'risk.json',
    ],
    ['a removed file', () => unlinkSync(fileOf('answers.json')), 'answers.json'],
    ['a further file', () => writeFileSync(fileOf('more.json'), '[]'), 'more.json'],
  ])('are found changed by %s', (_what, change, file) => {
    change();

    expect(changedRecordings(folder)).toEqual([`${version}/${file}`]);
    expect(() => freezeRecording(version, folder)).toThrow(file);
  });

  test('can be made anew until they are frozen', () => {
    writeFileSync(fileOf('risk.json'), '[]');
    noteDigests(version, folder);
    expect(changedRecordings(folder)).toEqual([]);

    freezeRecording(version, folder);
    writeFileSync(fileOf('risk.json'), '[ ]');

    expect(() => noteDigests(version, folder)).toThrow('is frozen');
    expect(changedRecordings(folder)).toEqual([`${version}/risk.json`]);
  });

  test('have digests of every version that has a folder', () => {
    cpSync(join(folder, version), join(folder, '9.9.9'), { recursive: true });

    expect(changedRecordings(folder)).toContain('9.9.9/risk.json');
  });

  test('of a version that does not exist cannot be frozen', () => {
    expect(() => freezeRecording('9.9.9', folder)).toThrow('no recording');
  });
});
