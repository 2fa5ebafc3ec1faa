import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings of a stage as JSON, in the operator's checkout. */
const STAGES = 'stages';

/** What the file of a stage sets; nothing if there is none. */
export function readStageFile(stage: string, folder = STAGES): Record<string, unknown> {
  const path = join(folder, `${stage}.json`);
  if (!existsSync(path)) return {};
  const settings: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error(`${path} must be an object of settings.`);
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, textOf(value)]));
}

/** Lists and objects as `-c` has them: with commas, and as JSON. */
function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
