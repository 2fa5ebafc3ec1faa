import { type KeyObject, verify } from 'node:crypto';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import {
  appendLeaves,
  EMPTY_FRONTIER,
  type Frontier,
  frontierLength,
  isConsistent,
  leafHash,
  rootOf,
} from '@assay/foundation/merkle';

/** A sealed root, as `GET /audit/roots` returns it. */
export interface Root {
  organizationId: string;
  mode: string;
  treeSize: number;
  root: string;
  upTo: string;
  sealedAt: string;
  signature: string;
  keyFingerprint: string;
  previousTreeSize: number;
  consistency: string[];
  frontier: string[];
}

/** An event, as an export has it. */
export interface Event {
  id: string;
  data: Record<string, unknown>;
}

export interface Report {
  verified: string[];
  notes: string[];
  findings: string[];
}

const DATA = ['type', 'resource', 'resourceId', 'subjectId', 'actor', 'reason', 'details', 'occurredAt'];

export const leafOf = ({ id, data }: Event): string =>
  leafHash(
    canonicalJson({ id, resource: 'events', data: Object.fromEntries(DATA.map((name) => [name, data[name] ?? null])) }),
  );

/** The milliseconds that a UUIDv7 begins with. */
const msOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const frontierOf = ({ treeSize, frontier }: Root): Frontier => ({ size: treeSize, hashes: frontier });

/** Signatures, and that each root continues the one before it. Roots are in the order of their sizes. */
export function checkRoots(roots: readonly Root[], key: KeyObject): Report {
  const fingerprint = sha256Hex(key.export({ format: 'der', type: 'spki' }));
  const findings = roots.flatMap((root, index) => {
    const before = roots[index - 1];
    const name = nameOf(root);
    const { organizationId, mode, frontier, treeSize } = root;
    return [
      ...(before && (before.organizationId !== organizationId || before.mode !== mode)
        ? [`${name}: is of another organization or mode than the root before.`]
        : []),
      ...(root.keyFingerprint === fingerprint ? [] : [`${name}: was signed by another key, ${root.keyFingerprint}.`]),
      ...(isSigned(root, key) ? [] : [`${name}: the signature does not hold.`]),
      ...(rootOf(frontier) === root.root && frontier.length === frontierLength(treeSize)
        ? []
        : [`${name}: \`frontier\` does not lead to \`root\`.`]),
      ...(before ? continuityFaults(before, root) : []),
    ];
  });
  const [first, last] = [roots[0], roots.at(-1)];
  const notes =
    first && first.previousTreeSize > 0
      ? [`The file begins with the root of ${first.treeSize} events: earlier roots and their events were not checked.`]
      : [];
  const verified =
    findings.length === 0 && last
      ? [
          `Roots: ${roots.length}, signed by the key ${fingerprint}, each continues the one before it, to ${nameOf(last)}.`,
        ]
      : [];
  return { verified, notes, findings };
}

function continuityFaults(before: Root, root: Root): string[] {
  const { previousTreeSize: from, treeSize: to, consistency: path } = root;
  if (from !== before.treeSize)
    return [`${nameOf(root)}: the root of ${from} events before it is missing in the file.`];
  if (isConsistent({ from, to, fromRoot: before.root, toRoot: root.root, path })) return [];
  return [`${nameOf(root)}: does not continue the root of ${from} events. The history before it was changed.`];
}

function isSigned({ organizationId, mode, treeSize, root, upTo, sealedAt, signature }: Root, key: KeyObject): boolean {
  const statement = { statement: 'assay.audit.root', organizationId, mode, treeSize, root, upTo, sealedAt };
  try {
    return verify('sha256', Buffer.from(canonicalJson(statement)), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** That the events lead from each root to the next. Without `all`, of the roots that the export has events of. */
export function checkEvents(events: readonly Event[], roots: readonly Root[], { all }: { all: boolean }): Report {
  const report: Report = { verified: [], notes: [], findings: [] };
  const misplaced = events.findIndex(({ id }, index) => index > 0 && id <= (events[index - 1]?.id ?? ''));
  if (misplaced > 0) report.findings.push(`Event ${events[misplaced]?.id} is not behind the event before it.`);
  const spans = roots.map((root, index) => {
    const [after, before] = [Date.parse(roots[index - 1]?.upTo ?? ''), Date.parse(root.upTo)];
    return { root, events: events.filter(({ id }) => !(msOf(id) < after) && msOf(id) < before) };
  });
  // Without the root before it, the leaves under the first are not known.
  const known = spans.filter(({ root }, index) => index > 0 || root.previousTreeSize === 0);
  const isIn = ({ events: own }: { events: readonly Event[] }) => own.length > 0;
  const wanted = all ? known : known.slice(known.findIndex(isIn), known.findLastIndex(isIn) + 1);
  let count = 0;
  for (const { root, events: own } of wanted) {
    const before = roots.find(({ treeSize }) => treeSize === root.previousTreeSize);
    const start = before ? frontierOf(before) : EMPTY_FRONTIER;
    const computed = rootOf(appendLeaves(start, own.map(leafOf)).hashes);
    const sealed = root.treeSize - start.size;
    if (computed === root.root && own.length === sealed) count += sealed;
    else report.findings.push(`${nameOf(root)}: ${faultOf(own.length, sealed)}`);
  }
  const [first, last] = [wanted[0]?.root, wanted.at(-1)?.root];
  if (first && last)
    report.verified.push(
      `Events: ${count} of the export are as they were sealed, under the roots of ${first.upTo} to ${last.upTo}.`,
    );
  else report.findings.push('The export has no event under a root of the file.');
  const covered = known.reduce((sum, { events: own }) => sum + own.length, 0);
  const lastMs = Date.parse(roots.at(-1)?.upTo ?? '');
  const unsealed = events.filter(({ id }) => msOf(id) >= lastMs).length;
  if (unsealed > 0) report.notes.push(`Events after the last root, not checked: ${unsealed}.`);
  if (events.length > covered + unsealed)
    report.notes.push(`Events before the first root, not checked: ${events.length - covered - unsealed}.`);
  return report;
}

function faultOf(exported: number, sealed: number): string {
  if (exported < sealed) return `${sealed} events were sealed, the export has ${exported}. Events are missing.`;
  if (exported > sealed) return `${sealed} events were sealed, the export has ${exported}. Events were added.`;
  return `the ${sealed} events of the export are not those that were sealed. One was changed or replaced.`;
}

const nameOf = ({ treeSize, upTo }: Root) => `Root of ${treeSize} events up to ${upTo}`;
