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
 * Where a subject stands: one head that every change of its evidence moves on, per source the receipt
 * that counts for each of its facts, and per policy key the latest assessment. Reads of several rows may
 * show half of a transaction, so the head names the revision at which each source last spoke, and a
 * reader compares.
 */
export const Head = z.object({
  revision: z.number(),
  /** How many receipts the subject has had. */
  evidenceRevision: z.number(),
  /** When the last of them was received. It never goes back, whatever the clocks of machines say. */
  movedAt: z.string(),
  /** Source -> the head's revision when it last spoke. */
  sources: z.record(z.string(), z.number()),
  /** Whether policies watch the subject: then evidence that moves the head makes it due as well. */
  isMonitored: z.boolean().default(false),
});
export type Head = z.infer<typeof Head>;

const NO_HEAD: Head = {
  ...{ revision: 0, evidenceRevision: 0, movedAt: '' },
  ...{ sources: {}, isMonitored: false },
};

/** A receipt that counts. A large value stays with its receipt and is fetched when it is needed. */
export const StandingReceipt = z.object({
  id: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  isElsewhere: z.boolean(),
  observedAt: z.string(),
  expiresAt: z.string().nullable(),
  /** What the whole receipt takes as JSON, with all that is kept about it. */
  bytes: z.number(),
});
export type StandingReceipt = z.infer<typeof StandingReceipt>;

/** Fact -> the receipt that counts. */
export type Standing = ReadonlyMap<string, StandingReceipt>;

/** Enough to tell, without reading it, whether it still speaks for the present. */
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

/** The head alone, and whether evidence has made it due. */
export async function readHead(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<{ head: Head; isDue: boolean }> {
  const row = await store.get('risk', keyOf(scope, subjectId, HEAD));
  return { head: headIn(row), isDue: row?.dueAt !== undefined };
}

/** The head, and the latest assessment of one policy key: whether anything has changed since. */
export async function readLatest(
  store: Store,
  scope: Scope,
  { subjectId, policyKey }: { subjectId: string; policyKey: string },
): Promise<{ head: Head; latest: LatestAssessment | undefined }> {
  const keys = [HEAD, LATEST + policyKey].map((sk) => keyOf(scope, subjectId, sk));
  const [head, latest] = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
  return { head: headIn(head), latest: latest && LatestAssessment.parse(latest) };
}

/** Head and one source, as one transaction left them. */
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

/** Head, all sources and all policy keys, as one transaction left them. */
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

/** Packed also because a fact may be any finite number, and DynamoDB's numbers are not. */
const standingIn = ({ facts }: Item): Standing =>
  new Map(z.array(z.tuple([z.string(), StandingReceipt])).parse(unpackOne(facts)));

/**
 * Screenings recorded their source in the order of the request before it was canonical. Rows of the same
 * lists are one source, in which the later receipt of a fact supersedes the earlier.
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
    // Other writers are in the middle of their commits; a moment later they are not.
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

/** What sources say now, and the head moved on for it, provided nobody else has moved it. */
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
        // Found by the next tick if the stream should not tell of it first.
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
 * Says whether policies watch the subject. The head moves on for it, so that evidence which was decided
 * on without knowing is not committed. A head that is due stays due.
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

/** Whoever watches has been told: the head is no longer due, unless it has moved since. */
export const restHead = (scope: Scope, subjectId: string, head: Head): Write => ({
  table: 'risk',
  update: keyOf(scope, subjectId, HEAD),
  set: {},
  unset: NOT_DUE,
  when: whenAt(head),
});

/** Names what it is the head of, for workers that come upon it. */
const headRow = (scope: Scope, subjectId: string, head: Head): Item => ({
  ...keyOf(scope, subjectId, HEAD),
  ...{ organizationId: scope.organizationId, mode: scope.mode, subjectId },
  ...head,
});

/** The latest assessment of a policy key, provided no evidence and no other assessment came between. */
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
