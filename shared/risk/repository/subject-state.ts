import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { unavailable } from '#shared/platform/problem.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { EvidenceStatus, FactValue } from '../policy-engine/evaluation.ts';
import { canonicalSource } from '../policy-engine/screening-source.ts';
import { packOne, unpackOne } from './one-part.ts';

/**
 * State of a subject: one version row that every change of its evidence increments, the current
 * receipts of each source, and the latest assessment per policy key. Reading several rows can show
 * half of a transaction (a torn read), so the version row stores the revision at which each source
 * last changed, and readers compare.
 */
export const Head = z.object({
  revision: z.number(),
  /** Number of receipts of the subject. */
  evidenceRevision: z.number(),
  /** When the last receipt was received. Never decreases, even if clocks of machines differ. */
  movedAt: z.string(),
  /** Source -> revision at which it last changed. */
  sources: z.record(z.string(), z.number()),
  /** Whether policies monitor the subject. If so, new evidence makes the row due. */
  isMonitored: z.boolean().default(false),
});
export type Head = z.infer<typeof Head>;

const NO_HEAD: Head = {
  ...{ revision: 0, evidenceRevision: 0, movedAt: '' },
  ...{ sources: {}, isMonitored: false },
};

/**
 * The current receipt of a fact. Large values are stored with the receipt only, and fetched when
 * needed.
 */
export const StandingReceipt = z.object({
  id: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  isElsewhere: z.boolean(),
  observedAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Size of the whole stored receipt as JSON. */
  bytes: z.number(),
});
export type StandingReceipt = z.infer<typeof StandingReceipt>;

/** Fact -> its current receipt. */
export type Standing = ReadonlyMap<string, StandingReceipt>;

/** Enough to decide whether the assessment is current without reading it. */
const LatestAssessment = z.object({
  id: z.string(),
  sequence: z.number(),
  policyVersionId: z.string().optional(),
  evidenceRevision: z.number().optional(),
  freshUntil: z.string().nullable().optional(),
  reviewDueAt: z.string().optional(),
});
export type LatestAssessment = z.infer<typeof LatestAssessment>;

export interface SubjectState {
  head: Head;
  /** By source in canonical form. */
  standing: ReadonlyMap<string, Standing>;
  /** By policy key. */
  latest: ReadonlyMap<string, LatestAssessment>;
}

export const statePartition = (scope: Scope, subjectId: string) =>
  `${scopeKey(scope)}#subject-state#${subjectId}`;

const HEAD = 'head';
const STANDING = 'standing#';
const LATEST = 'latest#';
const TORN_READS = 12;
const TORN_READ_PAUSE_MS = 10;

const keyOf = (scope: Scope, subjectId: string, sk: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk,
});

/** The version row, and whether new evidence has made it due. */
export async function readHead(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<{ head: Head; isDue: boolean }> {
  const row = await store.get('risk', keyOf(scope, subjectId, HEAD));
  return { head: headIn(row), isDue: row?.dueAt !== undefined };
}

/**
 * The version, and the latest assessment of one policy key, to see whether anything has changed
 * since.
 */
export async function readLatest(
  store: Store,
  scope: Scope,
  { subjectId, policyKey }: { subjectId: string; policyKey: string },
): Promise<{ head: Head; latest: LatestAssessment | undefined }> {
  const keys = [HEAD, LATEST + policyKey].map((sk) => keyOf(scope, subjectId, sk));
  const [head, latest] = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
  return { head: headIn(head), latest: latest && LatestAssessment.parse(latest) };
}

/** Version and one source, as one transaction wrote them. */
export async function readSourceState(
  store: Store,
  scope: Scope,
  { subjectId, source }: { subjectId: string; source: string },
): Promise<{ head: Head; standing: Standing }> {
  const keys = [HEAD, STANDING + source].map((sk) => keyOf(scope, subjectId, sk));
  return inOnePiece(async () => {
    const [headRow, row] = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
    const head = headIn(headRow);
    if (!isOfHead(head, source, row)) return undefined;
    return { head, standing: row ? standingIn(row) : new Map() };
  });
}

/** Version, all sources and all policy keys, as one transaction wrote them. */
export async function readState(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<SubjectState> {
  return inOnePiece(async () => {
    const rows = await everyRow(store, statePartition(scope, subjectId));
    const head = headIn(rows.find(({ sk }) => sk === HEAD));
    const sources = rows.filter(({ sk }) => sk.startsWith(STANDING));
    const isWhole =
      sources.length === Object.keys(head.sources).length &&
      sources.every((row) => isOfHead(head, String(row.source), row));
    if (!isWhole) return undefined;
    const latest = rows.filter(({ sk }) => sk.startsWith(LATEST));
    return {
      head,
      standing: standingBySource(sources),
      latest: new Map(
        latest.map((row) => [row.sk.slice(LATEST.length), LatestAssessment.parse(row)]),
      ),
    };
  });
}

const headIn = (row: Item | undefined) => (row ? Head.parse(row) : NO_HEAD);

const isOfHead = ({ sources }: Head, source: string, row: Item | undefined) =>
  sources[source] === row?.revision;

/** Packed also because facts can be any finite number, which DynamoDB cannot store. */
const standingIn = ({ facts }: Item): Standing =>
  new Map(z.array(z.tuple([z.string(), StandingReceipt])).parse(unpackOne(facts)));

/**
 * Screenings used to record sources in the order of the request, before sources were canonical.
 * Rows of the same lists are one source, in which later receipts supersede earlier ones.
 */
function standingBySource(rows: readonly Item[]): Map<string, Standing> {
  const merged = new Map<string, Standing>();
  for (const row of rows.toSorted((a, b) => Number(a.revision) - Number(b.revision))) {
    const source = canonicalSource(String(row.source));
    merged.set(source, new Map([...(merged.get(source) ?? []), ...standingIn(row)]));
  }
  return merged;
}

async function inOnePiece<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < TORN_READS; attempt += 1) {
    const whole = await read();
    if (whole !== undefined) return whole;
    // Another writer is committing. Retry after a short random delay.
    await sleep(Math.random() * TORN_READ_PAUSE_MS * (attempt + 1));
  }
  throw unavailable('The subject is being changed by others. Nothing was changed. Retry later.');
}

async function everyRow(store: Store, pk: string): Promise<Item[]> {
  const rows: Item[] = [];
  let isMore = true;
  while (isMore) {
    const last = rows.at(-1)?.sk;
    const page = await store.query('risk', { pk, ...(last !== undefined && { after: last }) });
    rows.push(...page.items);
    isMore = page.more;
  }
  return rows;
}

const whenAt = ({ revision }: Head) => (revision === 0 ? 'absent' : { revision });

/**
 * Replaces the current receipts of sources and increments the version, on condition that it has not
 * changed meanwhile.
 */
export function moveSources(
  scope: Scope,
  subjectId: string,
  before: Head,
  moved: {
    said: readonly { source: string; standing: Standing }[];
    evidenceRevision: number;
    movedAt: string;
  },
): Write[] {
  const { said, evidenceRevision, movedAt } = moved;
  const revision = before.revision + 1;
  const spoken = said.map(({ source }): [string, number] => [source, revision]);
  return [
    {
      table: 'risk',
      put: {
        ...headRow(scope, subjectId, { ...before, revision, evidenceRevision, movedAt }),
        sources: { ...before.sources, ...Object.fromEntries(spoken) },
        // The next tick finds the row if the stream does not deliver it first.
        ...(before.isMonitored && dueAt(new Date(movedAt), subjectId, 'evidence')),
      },
      when: whenAt(before),
    },
    ...said.map(({ source, standing }): Write => {
      const facts = packOne([...standing]);
      const key = keyOf(scope, subjectId, STANDING + source);
      return { table: 'risk', put: { ...key, source, revision, facts } };
    }),
  ];
}

/**
 * Stores whether policies monitor the subject. Increments the version, so that concurrent evidence
 * that was prepared without knowing this is not committed. A due row stays due.
 */
export function setMonitored(
  scope: Scope,
  subjectId: string,
  before: Head,
  isMonitored: boolean,
): Write {
  const after = { ...before, revision: before.revision + 1, isMonitored };
  const { pk, sk, sources, ...set } = headRow(scope, subjectId, after);
  return before.revision === 0
    ? { table: 'risk', put: { pk, sk, sources, ...set }, when: 'absent' }
    : { table: 'risk', update: { pk, sk }, set, when: whenAt(before) };
}

/**
 * Marks the version row as processed: it is no longer due, unless the version has changed since.
 */
export const restHead = (scope: Scope, subjectId: string, head: Head): Write => ({
  table: 'risk',
  update: keyOf(scope, subjectId, HEAD),
  set: {},
  unset: NOT_DUE,
  when: whenAt(head),
});

/** Contains scope and subject for workers that find the row through the stream or index. */
const headRow = (scope: Scope, subjectId: string, head: Head): Item => ({
  ...keyOf(scope, subjectId, HEAD),
  ...{ organizationId: scope.organizationId, mode: scope.mode, subjectId },
  ...head,
});

/**
 * Stores the latest assessment of a policy key, on condition that no evidence and no other
 * assessment arrived meanwhile.
 */
export const setLatest = (
  scope: Scope,
  subjectId: string,
  { head, latest }: SubjectState,
  { policyKey, ...assessment }: LatestAssessment & { policyKey: string },
): Write[] => {
  const before = latest.get(policyKey);
  return [
    { table: 'risk', check: keyOf(scope, subjectId, HEAD), when: whenAt(head) },
    {
      table: 'risk',
      put: { ...keyOf(scope, subjectId, LATEST + policyKey), ...assessment },
      when: before ? { id: before.id } : 'absent',
    },
  ];
};
