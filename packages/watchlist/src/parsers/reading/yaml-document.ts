import { parseDocument } from 'yaml';
import type { FileLimits } from './file-limits.ts';
import { documentText } from './json-document.ts';
import { ListUnreadable, raise, unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';

/**
 * A parsed document takes about thirty times the size of its text, and no roster comes near this
 * limit.
 */
const YAML_BYTES = 16 * 1024 * 1024;
/** Maximum number of alias expansions: enough for ordinary use, too few for a YAML bomb. */
const ALIASES = 100;

/**
 * Reads a YAML roster as plain data. Only the JSON subset is accepted: custom tags are rejected,
 * dates stay strings, and alias expansion is limited. A truncated file is still valid YAML; the
 * missing entries are detected later.
 */
export async function yamlDocument(file: ListFile, limits: FileLimits): Promise<unknown> {
  const documentBytes = Math.min(YAML_BYTES, limits.documentBytes);
  const text = await documentText(file, { ...limits, documentBytes });
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
    if (document.warnings.length > 0) unreadable('forbidden_markup', `${file.name} has tags of its own.`);
    if (document.errors.length > 0) unreadable('malformed', `${file.name} is not well-formed YAML.`);
    return document.toJS({ maxAliasCount: ALIASES });
  } catch (problem) {
    if (problem instanceof ListUnreadable) raise(problem);
    const isBomb = problem instanceof ReferenceError;
    return isBomb
      ? unreadable('forbidden_markup', `${file.name} repeats itself by aliases beyond measure.`)
      : unreadable('malformed', `${file.name} is not well-formed YAML.`);
  }
}
