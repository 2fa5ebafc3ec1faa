import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The recordings of stored shapes and their digests. The recording of a frozen version is what that version wrote,
 * and never changes: a test compares it with its digests, and recording it again is refused.
 */
export const RECORDINGS = new URL('../fixtures/stored/', import.meta.url).pathname;
const DIGESTS = 'digests.json';

interface Recording {
  isFrozen: boolean;
  /** File -> SHA-256 of its bytes. */
  files: Record<string, string>;
}
type Recordings = Record<string, Recording>;

export const recordedVersions = (folder = RECORDINGS) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

const readDigests = (folder: string): Recordings =>
  existsSync(join(folder, DIGESTS)) ? JSON.parse(readFileSync(join(folder, DIGESTS), 'utf8')) : {};

function digestsOf(folder: string, version: string): Record<string, string> {
  const files = readdirSync(join(folder, version)).toSorted();
  return Object.fromEntries(
    files.map((file) => {
      const bytes = readFileSync(join(folder, version, file));
      return [file, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

const writeDigests = (folder: string, recordings: Recordings) =>
  writeFileSync(join(folder, DIGESTS), `${JSON.stringify(recordings, null, 2)}\n`);

const FROZEN = 'is frozen: its recording shows what it wrote. Raise the version in package.json.';

export function assertNotFrozen(version: string, folder = RECORDINGS): void {
  if (readDigests(folder)[version]?.isFrozen) throw new Error(`${version} ${FROZEN}`);
}

/** After a recording was made. */
export function noteDigests(version: string, folder = RECORDINGS): void {
  assertNotFrozen(version, folder);
  const files = digestsOf(folder, version);
  writeDigests(folder, { ...readDigests(folder), [version]: { isFrozen: false, files } });
}

export function freezeRecording(version: string, folder = RECORDINGS): void {
  const changed = changedRecordings(folder);
  if (changed.length > 0) throw new Error(`Changed since it was recorded: ${changed.join(', ')}.`);
  const recordings = readDigests(folder);
  const recording = recordings[version];
  if (!recording) throw new Error(`${version} has no recording. Run npm run record-stored-shapes.`);
  writeDigests(folder, { ...recordings, [version]: { ...recording, isFrozen: true } });
}

/** Files that differ from their digests, are missing, or have none. */
export function changedRecordings(folder = RECORDINGS): string[] {
  const recordings = readDigests(folder);
  const versions = new Set([...Object.keys(recordings), ...recordedVersions(folder)]);
  return [...versions].flatMap((version) => {
    const noted = recordings[version]?.files ?? {};
    const found = existsSync(join(folder, version)) ? digestsOf(folder, version) : {};
    return [...new Set([...Object.keys(noted), ...Object.keys(found)])]
      .filter((file) => noted[file] !== found[file])
      .map((file) => `${version}/${file}`);
  });
}
