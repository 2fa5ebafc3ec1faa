import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a JSON file, or creates it on the first start. */
export function readOrCreateJson<T>(file: string, make: () => T): T {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = make();
  writeJson(file, made);
  return made;
}

/** Written atomically and readable by the owner only, because these files hold keys and secrets. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
