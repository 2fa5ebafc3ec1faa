import { createPublicKey, type KeyObject } from 'node:crypto';
import { checkEvents, checkRoots, type Event, type Root } from '../audit/verify-log.ts';
import type { Run } from '../command.ts';
import { EXIT, usageError } from '../failure.ts';
import { parseJson, readText } from '../read-file.ts';
import { jsonText, printable } from '../terminal.ts';

/** Verifies an export of events against sealed roots, without the service. */
export const verifyAuditLog: Run = async (invocation) => {
  const { terminal } = invocation;
  const key = keyIn(invocation.required('public-key'));
  const roots = rootsIn(invocation.required('roots'));
  const events = eventsIn(invocation.argument(0));
  const reports = [checkRoots(roots, key), checkEvents(events, roots, { all: invocation.flag('all') })];
  const [verified, notes, findings] = (['verified', 'notes', 'findings'] as const).map((part) =>
    reports.flatMap((report) => report[part]),
  ) as [string[], string[], string[]];
  const isVerified = findings.length === 0;
  if (invocation.isJson) terminal.out(jsonText({ isVerified, verified, notes, findings }));
  else {
    for (const line of isVerified ? [...verified, ...notes] : notes) terminal.out(printable(line));
    for (const line of findings) terminal.err(printable(line));
    if (isVerified) terminal.out(terminal.style('green', 'Verified.'));
    else terminal.err(`Not verified. ${findings.length} finding(s).`);
  }
  return isVerified ? EXIT.ok : EXIT.checkFailed;
};

function keyIn(path: string): KeyObject {
  const text = readText(path);
  try {
    return createPublicKey(text);
  } catch {
    throw usageError(`${path} is not a public key in PEM format.`);
  }
}

/** One root or page of roots per line, or as a whole. */
function rootsIn(path: string): Root[] {
  const text = readText(path).trim();
  const isLines = text.split('\n').every((line) => line.startsWith('{') && line.endsWith('}'));
  const values = isLines ? text.split('\n').map((line) => parseJson(line, path)) : [parseJson(text, path)];
  const roots = values.flatMap((value) =>
    Array.isArray(value) ? value : ((value as { items?: unknown[] } | null)?.items ?? [value]),
  );
  if (roots.length === 0 || !roots.every(isRoot)) throw usageError(`${path} has no roots of an audit log.`);
  return roots.toSorted((one, other) => one.treeSize - other.treeSize);
}

function isRoot(value: unknown): value is Root {
  const { treeSize, previousTreeSize, frontier, consistency, ...texts } = (value ?? {}) as Record<string, unknown>;
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
  return (
    Number.isSafeInteger(treeSize) &&
    Number.isSafeInteger(previousTreeSize) &&
    isTexts(frontier) &&
    isTexts(consistency) &&
    ['organizationId', 'mode', 'root', 'upTo', 'sealedAt', 'signature', 'keyFingerprint'].every(
      (name) => typeof texts[name] === 'string',
    )
  );
}

function eventsIn(path: string): Event[] {
  const lines = readText(path).split('\n').filter(Boolean);
  return lines.map((line, index) => {
    if (!line.startsWith('{')) throw usageError(`${path} is not an export of events with \`"format": "ndjson"\`.`);
    const event = parseJson(line, `${path}, line ${index + 1},`) as Partial<Event>;
    if (typeof event.id !== 'string' || typeof event.data !== 'object' || event.data === null)
      throw usageError(`${path}, line ${index + 1}, is not an event.`);
    return event as Event;
  });
}
