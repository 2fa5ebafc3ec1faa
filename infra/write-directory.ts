import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes a directory contain exactly these files. */
export function writeDirectory(directory: string, files: Record<string, Uint8Array>) {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory))
    if (!(name in files)) rmSync(join(directory, name), { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) writeWhenChanged(join(directory, name), content);
}

/**
 * Replaces a file atomically and only if it differs, so that concurrent synths do not disturb each
 * other.
 */
export function writeWhenChanged(file: string, content: Uint8Array) {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
