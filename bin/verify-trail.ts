import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * npm run verify-trail: checks a saved answer of `GET /documents/{id}/audit`, and the sealed or original PDF, offline.
 *
 *     npm run -s verify-trail -- trail.json [file.pdf]
 *
 * It imports nothing but Node.js, so that it can be read, copied and run by anyone who doubts the service: it computes
 * every hash again from the documented rule instead of calling the code that wrote them.
 */
type Entry = Record<string, unknown>;

const USAGE = 'Usage: npm run -s verify-trail -- trail.json [file.pdf]';
const NO_ENTRY = '0'.repeat(64);

const [trailFile, pdfFile, ...rest] = process.argv.slice(2);
if (trailFile === undefined || rest.length > 0) fail(USAGE, 2);

const entries = entriesIn(trailFile);
const differences = [...chainDifferences(entries)];
if (pdfFile !== undefined) differences.push(...fileDifferences(entries, pdfFile));
for (const difference of differences) console.error(difference);
if (differences.length > 0) {
  console.error(`Not verified: ${differences.length} difference(s).`);
  process.exitCode = 1;
} else {
  const last = entries.at(-1);
  console.log(`Verified: ${entries.length} entries, the last with hash ${String(last?.hash)}.`);
  if (pdfFile === undefined) console.log('No PDF was given, so no file was compared.');
}

function entriesIn(file: string): Entry[] {
  let content: unknown;
  try {
    content = JSON.parse(read(file).toString('utf8'));
  } catch (error) {
    return fail(
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      2,
    );
  }
  const items = Array.isArray(content) ? content : (content as { items?: unknown } | null)?.items;
  if (!Array.isArray(items) || items.some((one) => typeof one !== 'object' || one === null))
    return fail(`${file} is not an audit trail: expected { "items": [ … ] }.`, 2);
  if (items.length === 0) return fail(`${file} has no entries.`, 2);
  return items as Entry[];
}

/**
 * Checks each entry separately, so that one changed entry is named instead of all that follow it.
 */
function* chainDifferences(trail: readonly Entry[]): Generator<string> {
  let previous = NO_ENTRY;
  for (const [index, entry] of trail.entries()) {
    const name = `Entry ${index + 1} (${String(entry.action)})`;
    const { hash, ...content } = entry;
    if (entry.number !== index + 1)
      yield `${name}: \`number\` is ${String(entry.number)}, expected ${index + 1}. An entry is missing, added or moved.`;
    if (entry.previousHash !== previous)
      yield `${name}: \`previousHash\` is ${String(entry.previousHash)}, but the entry before has hash ${previous}.`;
    const computed = sha256(canonicalJson(content));
    if (hash !== computed)
      yield `${name}: \`hash\` is ${String(hash)}, but its content has ${computed}. The entry was changed.`;
    previous = String(hash);
  }
}

function* fileDifferences(trail: readonly Entry[], file: string): Generator<string> {
  const computed = sha256(read(file));
  const [sealed, original] = ['document.completed', 'document.created'].map((action) => {
    const entry = trail.find((one) => one.action === action);
    return (entry?.details as { sha256?: unknown } | undefined)?.sha256;
  });
  if (computed === sealed) return console.log(`${file} is the sealed file.`);
  if (computed === original) return console.log(`${file} is the original file, before signing.`);
  yield sealed === undefined
    ? `${file} has SHA-256 ${computed}. The document is not completed; its original has ${String(original)}.`
    : `${file} has SHA-256 ${computed}, but the sealed file has ${String(sealed)}. The file was changed, or is another.`;
}

/** Canonical JSON (RFC 8785): no white space, properties sorted by name at every depth. */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    return fail(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      2,
    );
  }
}

function fail(why: string, code: number): never {
  console.error(why);
  process.exit(code);
}
