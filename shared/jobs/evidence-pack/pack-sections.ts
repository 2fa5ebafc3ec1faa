import {
  documentRead,
  isDeleted,
  listAuditEntries,
  readDocumentFile,
  storedDocument,
} from '#shared/documents/index.ts';
import type { JobContext } from '#shared/platform/jobs/run-job.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import { type AuditRoot, listRecords, NOTE_ADDED, presentEvent, proveIn } from '#shared/risk/index.ts';
import { FIRST_PAGE, listRuns } from '#shared/screening/index.ts';
import type { PackInput } from './pack.ts';

/** One page of a part of the pack: lines by the file that they are in, and whole files. */
export interface SectionPage {
  lines: Record<string, readonly object[]>;
  files?: Record<string, Buffer>;
  records: number;
  unproved?: number;
  withheld?: number;
  next: number | null;
}

export interface PackContext {
  context: JobContext;
  input: PackInput;
  root: AuditRoot | undefined;
}

type Section = (about: PackContext, offset: number) => Promise<SectionPage>;

/** What the pack has, in this order. Each reads the pages of one list of the subject. */
export const SECTIONS: readonly Section[] = [
  history,
  recordsIn('evidence'),
  recordsIn('assessments'),
  recordsIn('overrides'),
  recordsIn('actions'),
  screeningRuns,
  agreements,
];

/** Events as exports have them, each with its proof, or with the reason why it has none yet. */
async function history({ context, input, root }: PackContext, offset: number): Promise<SectionPage> {
  const { store, caller } = context;
  const { items, nextOffset } = await listHistory(store, caller, { offset, subjectId: input.subjectId });
  const events = items.filter(({ type }) => input.includeNotes || type !== NOTE_ADDED);
  const proofs = await Promise.all(
    events.map(async (event) => ({ event, proof: root && (await proveIn(context, event, root)) })),
  );
  return {
    lines: {
      history: events.map(presentEvent),
      proofs: proofs.flatMap(({ event, proof }) =>
        proof && root ? [{ eventId: event.id, treeSize: root.treeSize, root: root.root, ...proof }] : [],
      ),
    },
    records: events.length,
    unproved: proofs.filter(({ proof }) => !proof).length,
    withheld: items.length - events.length,
    next: nextOffset,
  };
}

function recordsIn(resource: 'evidence' | 'assessments' | 'overrides' | 'actions'): Section {
  return async ({ context, input }, offset) => {
    const { items, nextOffset } = await listRecords(context, resource, { offset, aboutId: input.subjectId });
    return { lines: { [resource]: items }, records: items.length, next: nextOffset };
  };
}

const RUNS_PER_PAGE = 50;

/** Runs with their matches and decisions, newest first. */
async function screeningRuns({ context, input }: PackContext, offset: number): Promise<SectionPage> {
  const page = offset === 0 ? FIRST_PAGE : offset;
  const { items, nextPage } = await listRuns(context, { page, limit: RUNS_PER_PAGE, riskSubjectId: input.subjectId });
  return { lines: { 'screening-runs': items }, records: items.length, next: nextPage };
}

/** Sealed files with their audit trails, one document at a time. */
async function agreements({ context, input }: PackContext, offset: number): Promise<SectionPage> {
  const { store, caller } = context;
  const id = input.documentIds[offset];
  if (id === undefined) return { lines: {}, records: 0, next: null };
  const next = offset + 1 < input.documentIds.length ? offset + 1 : null;
  const [row] = await store.getMany([documentRead(caller, id)]);
  const final = row && !isDeleted(row) ? storedDocument(row).record.final : null;
  // Deleted since the pack was asked for: the report and the list of what is missing say so.
  if (!final) return { lines: {}, records: 0, next };
  const trail = { items: await listAuditEntries(store, caller, id) };
  return {
    lines: {},
    files: {
      [`agreements/${id}.pdf`]: await readDocumentFile(final.key),
      [`agreements/${id}-trail.json`]: Buffer.from(JSON.stringify(trail)),
    },
    records: 1,
    next,
  };
}
