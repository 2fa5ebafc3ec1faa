import { parseDocument } from 'yaml';
import type { FileLimits } from './file-limits.ts';
import { documentText } from './json-document.ts';
import { ListUnreadable, raise, unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';

/** The tree of a document takes some thirty times its text, and no roster comes near this. */
const YAML_BYTES = 16 * 1024 * 1024;
/** How often what an alias stands for may be repeated, all in all: enough for a habit, not for a bomb. */
const ALIASES = 100;

/**
 * A YAML roster as plain data. Only what JSON could say is read: a tag of somebody's own is refused, dates
 * stay texts, and aliases cannot multiply. A file that was cut is still YAML; that it shrank is noticed later.
 */
export async function yamlDocument(file: ListFile, limits: FileLimits): Promise<unknown> {
  const documentBytes = Math.min(YAML_BYTES, limits.documentBytes);
  const text = await documentText(file, { ...limits, documentBytes });
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
    if (document.warnings.length > 0)
      unreadable('forbidden_markup', `${file.name} has tags of its own.`);
    if (document.errors.length > 0)
      unreadable('malformed', `${file.name} is not well-formed YAML.`);
    return document.toJS({ maxAliasCount: ALIASES });
  } catch (problem) {
    if (problem instanceof ListUnreadable) raise(problem);
    const isBomb = problem instanceof ReferenceError;
    return isBomb
      ? unreadable('forbidden_markup', `${file.name} repeats itself by aliases beyond measure.`)
      : unreadable('malformed', `${file.name} is not well-formed YAML.`);
  }
}
