import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@assay/foundation';
import { EvidenceStatus, FactValue } from '@assay/policy-engine';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { canonicalSource } from '../listed-sources.ts';
import { packOne, unpackOne } from './one-part.ts';
import { type SubjectWork, subjectWorkIn } from './subject-work.ts';

/**
 * State of a subject: one subject version that every change of its evidence increments, the current
 * receipts of each source, and the latest assessment per policy key. Reading several rows can show
 * half of a transaction (a torn read), so the subject version stores the revision at which each source
 * last changed, and readers compare.
 */
export const SubjectVersion = z.object({
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
export type SubjectVersion = z.infer<typeof SubjectVersion>;

const NEW_SUBJECT: SubjectVersion = { revision: 0, evidenceRevision: 0, movedAt: '', sources: {}, isMonitored: false };

/**
 * The current receipt of a fact. Large values are stored with the receipt only, and fetched when
 * needed.
 */
export const CurrentReceipt = z.object({
  id: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  isElsewhere: z.boolean(),
  observedAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Size of the whole stored receipt as JSON. */
  bytes: z.number(),
  /** Of the receipt. Absent in rows of earlier releases. */
  evidenceRevision: z.number().optional(),
});
export type CurrentReceipt = z.infer<typeof CurrentReceipt>;

/** Fact -> its current receipt. */
export type CurrentReceipts = ReadonlyMap<string, CurrentReceipt>;

/** Enough to decide whether the assessment is current without reading it. */
const LatestAssessment = z.object({
  id: z.string(),
  sequence: z.number(),
  policyVersionId: z.string().optional(),
  evidenceRevision: z.number().optional(),
  freshUntil: z.string().nullable().optional(),
  reviewDueAt: z.string().optional(),
  /** The last override of the assessment. */
  overrideId: z.string().optional(),
  /** `AssessmentSummary`, packed because a score can be any number. Absent in rows of earlier releases. */
  summary: z.unknown().optional(),
});
export type LatestAssessment = z.infer<typeof LatestAssessment>;

export interface SubjectState {
  version: SubjectVersion;
  /** By source in canonical form. */
  currentReceipts: ReadonlyMap<string, CurrentReceipts>;
  /** By policy key. */
  latest: ReadonlyMap<string, LatestAssessment>;
  /** Undefined before the first assessment that requests actions, and the first assignment. */
  work: SubjectWork | undefined;
}

export const statePartition = (scope: Scope, subjectId: string) => `${scopeKey(scope)}#subject-state#${subjectId}`;

const VERSION_KEY = 'head';
/** The open work of the subject, which `work.ts` writes. */
export const WORK_KEY = 'work';
const RECEIPTS_PREFIX = 'standing#';
const ASSESSMENT_PREFIX = 'latest#';
const TORN_READS = 12;
const TORN_READ_PAUSE_MS = 10;

const keyOf = (scope: Scope, subjectId: string, sk: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk,
});

/** The subject version, and whether new evidence has made it due. */
export async function readSubjectVersion(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<{ version: SubjectVersion; isDue: boolean }> {
  const row = await store.get('risk', keyOf(scope, subjectId, VERSION_KEY));
  return { version: versionIn(row), isDue: row?.dueAt !== undefined };
}

/** The version of a subject, and its latest assessment by one policy. */
interface PresentState {
  version: SubjectVersion;
  latest: LatestAssessment | undefined;
}

/**
 * The version, and the latest assessment of one policy key, to see whether anything has changed
 * since.
 */
export async function readLatestAssessment(
  store: Store,
  scope: Scope,
  asked: { subjectId: string; policyKey: string },
): Promise<PresentState> {
  const [present] = await findLatestAssessments(store, scope, [asked]);
  return present ?? { version: NEW_SUBJECT, latest: undefined };
}

/** The same of several subjects and policies, in one read. */
export async function findLatestAssessments(
  store: Store,
  scope: Scope,
  asked: readonly { subjectId: string; policyKey: string }[],
): Promise<PresentState[]> {
  const subjectIds = [...new Set(asked.map(({ subjectId }) => subjectId))];
  const keys = [
    ...subjectIds.map((id) => keyOf(scope, id, VERSION_KEY)),
    ...asked.map(({ subjectId, policyKey }) => keyOf(scope, subjectId, ASSESSMENT_PREFIX + policyKey)),
  ];
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk' as const, key })));
  return asked.map(({ subjectId }, index) => {
    const latest = rows[subjectIds.length + index];
    return {
      version: versionIn(rows[subjectIds.indexOf(subjectId)]),
      latest: latest && LatestAssessment.parse(latest),
    };
  });
}

/** More policy keys than a list considers of one subject. */
const SUMMARIZED_POLICIES = 50;

/** The version of a subject, and its latest assessment by each policy: neighbours in its state, so one read. */
export async function readLatestAssessments(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<{ version: SubjectVersion; latest: ReadonlyMap<string, LatestAssessment> }> {
  const { items } = await store.query('risk', {
    pk: statePartition(scope, subjectId),
    from: VERSION_KEY,
    // `$` sorts right after `#`.
    upTo: ASSESSMENT_PREFIX.replace('#', '$'),
    limit: 1 + SUMMARIZED_POLICIES,
  });
  const latest = items.filter(({ sk }) => sk.startsWith(ASSESSMENT_PREFIX));
  return {
    version: versionIn(items.find(({ sk }) => sk === VERSION_KEY)),
    latest: new Map(latest.map((row) => [row.sk.slice(ASSESSMENT_PREFIX.length), LatestAssessment.parse(row)])),
  };
}

/** Version and one source, as one transaction wrote them. */
export async function readSourceState(
  store: Store,
  scope: Scope,
  { subjectId, source }: { subjectId: string; source: string },
): Promise<{ version: SubjectVersion; currentReceipts: CurrentReceipts }> {
  const keys = [VERSION_KEY, RECEIPTS_PREFIX + source].map((sk) => keyOf(scope, subjectId, sk));
  return readConsistently(async () => {
    const [versionRow, row] = await store.getMany(keys.map((key) => ({ table: 'risk', key })));
    const version = versionIn(versionRow);
    if (!matchesVersion(version, source, row)) return undefined;
    return { version, currentReceipts: row ? currentReceiptsIn(row) : new Map() };
  });
}

/** Version, all sources and all policy keys, as one transaction wrote them. */
export async function readState(store: Store, scope: Scope, subjectId: string): Promise<SubjectState> {
  return readConsistently(async () => {
    const rows = await queryAll(store, statePartition(scope, subjectId));
    const version = versionIn(rows.find(({ sk }) => sk === VERSION_KEY));
    const sources = rows.filter(({ sk }) => sk.startsWith(RECEIPTS_PREFIX));
    const isWhole =
      sources.length === Object.keys(version.sources).length &&
      sources.every((row) => matchesVersion(version, String(row.source), row));
    if (!isWhole) return undefined;
    const latest = rows.filter(({ sk }) => sk.startsWith(ASSESSMENT_PREFIX));
    const work = rows.find(({ sk }) => sk === WORK_KEY);
    return {
      version,
      currentReceipts: currentReceiptsBySource(sources),
      latest: new Map(latest.map((row) => [row.sk.slice(ASSESSMENT_PREFIX.length), LatestAssessment.parse(row)])),
      work: work && subjectWorkIn(subjectId, work),
    };
  });
}

const versionIn = (row: Item | undefined) => (row ? SubjectVersion.parse(row) : NEW_SUBJECT);

const matchesVersion = ({ sources }: SubjectVersion, source: string, row: Item | undefined) =>
  sources[source] === row?.revision;

/** Packed also because facts can be any finite number, which DynamoDB cannot store. */
const currentReceiptsIn = ({ facts }: Item): CurrentReceipts =>
  new Map(z.array(z.tuple([z.string(), CurrentReceipt])).parse(unpackOne(facts)));

/**
 * Screenings used to record sources in the order of the request, before sources were canonical.
 * Rows of the same lists are one source, in which later receipts supersede earlier ones.
 */
function currentReceiptsBySource(rows: readonly Item[]): Map<string, CurrentReceipts> {
  const merged = new Map<string, CurrentReceipts>();
  for (const row of rows.toSorted((a, b) => Number(a.revision) - Number(b.revision))) {
    const source = canonicalSource(String(row.source));
    merged.set(source, new Map([...(merged.get(source) ?? []), ...currentReceiptsIn(row)]));
  }
  return merged;
}

async function readConsistently<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < TORN_READS; attempt += 1) {
    const whole = await read();
    if (whole !== undefined) return whole;
    // Another writer is committing. Retry after a short random delay.
    await sleep(Math.random() * TORN_READ_PAUSE_MS * (attempt + 1));
  }
  throw unavailable('The subject is being changed by others. Nothing was changed. Retry later.');
}

async function queryAll(store: Store, pk: string): Promise<Item[]> {
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

const ifUnchanged = ({ revision }: SubjectVersion) => (revision === 0 ? 'absent' : { revision });

/**
 * Replaces the current receipts of sources and increments the version, on condition that it has not
 * changed meanwhile.
 */
export function replaceCurrentReceipts(
  scope: Scope,
  subjectId: string,
  before: SubjectVersion,
  moved: {
    changed: readonly { source: string; currentReceipts: CurrentReceipts }[];
    evidenceRevision: number;
    movedAt: string;
  },
): Write[] {
  const { changed, evidenceRevision, movedAt } = moved;
  const revision = before.revision + 1;
  const revisions = changed.map(({ source }): [string, number] => [source, revision]);
  return [
    {
      table: 'risk',
      put: {
        ...versionRow(scope, subjectId, { ...before, revision, evidenceRevision, movedAt }),
        sources: { ...before.sources, ...Object.fromEntries(revisions) },
        // The next tick finds the row if the stream does not deliver it first.
        ...(before.isMonitored && dueAt(new Date(movedAt), subjectId, 'evidence')),
      },
      when: ifUnchanged(before),
    },
    ...changed.map(({ source, currentReceipts }): Write => {
      const facts = packOne([...currentReceipts]);
      const key = keyOf(scope, subjectId, RECEIPTS_PREFIX + source);
      return { table: 'risk', put: { ...key, source, revision, facts } };
    }),
  ];
}

/**
 * Increments the version of a subject with evidence, without adding any, so that concurrent evidence that was
 * prepared from older data about the subject is not committed. A due row stays due.
 */
export const advanceVersion = (scope: Scope, subjectId: string, before: SubjectVersion): Write => ({
  table: 'risk',
  update: keyOf(scope, subjectId, VERSION_KEY),
  set: { revision: before.revision + 1 },
  when: { revision: before.revision },
});

/**
 * Stores whether policies monitor the subject. Increments the version, so that concurrent evidence
 * that was prepared without knowing this is not committed. A due row stays due.
 */
export function setMonitored(scope: Scope, subjectId: string, before: SubjectVersion, isMonitored: boolean): Write {
  const after = { ...before, revision: before.revision + 1, isMonitored };
  const { pk, sk, sources, ...set } = versionRow(scope, subjectId, after);
  return before.revision === 0
    ? { table: 'risk', put: { pk, sk, sources, ...set }, when: 'absent' }
    : { table: 'risk', update: { pk, sk }, set, when: ifUnchanged(before) };
}

/**
 * Marks the subject version as processed: it is no longer due, unless the version has changed since.
 */
export const clearDue = (scope: Scope, subjectId: string, version: SubjectVersion): Write => ({
  table: 'risk',
  update: keyOf(scope, subjectId, VERSION_KEY),
  set: {},
  unset: NOT_DUE,
  when: ifUnchanged(version),
});

/** Contains scope and subject for workers that find the row through the stream or index. */
const versionRow = (scope: Scope, subjectId: string, version: SubjectVersion): Item => ({
  ...keyOf(scope, subjectId, VERSION_KEY),
  organizationId: scope.organizationId,
  mode: scope.mode,
  subjectId,
  ...version,
});

/**
 * Stores the latest assessment of a policy key, on condition that no evidence and no other
 * assessment arrived meanwhile.
 */
export const replaceLatestAssessment = (
  scope: Scope,
  subjectId: string,
  { version, latest }: SubjectState,
  { policyKey, ...assessment }: LatestAssessment & { policyKey: string },
): Write[] => {
  const before = latest.get(policyKey);
  return [
    { table: 'risk', check: keyOf(scope, subjectId, VERSION_KEY), when: ifUnchanged(version) },
    {
      table: 'risk',
      put: { ...keyOf(scope, subjectId, ASSESSMENT_PREFIX + policyKey), ...assessment },
      when: before ? sameAs(before) : 'absent',
    },
  ];
};

/** Neither another assessment nor another override meanwhile. */
const sameAs = ({ id, overrideId }: LatestAssessment) => ({ id, overrideId });

/** Names the last override of the latest assessment, on condition that it still is the latest. */
export const replaceLatestOverride = (
  scope: Scope,
  { subjectId, policyKey }: { subjectId: string; policyKey: string },
  before: LatestAssessment,
  overrideId: string,
): Write => ({
  table: 'risk',
  update: keyOf(scope, subjectId, ASSESSMENT_PREFIX + policyKey),
  set: { overrideId },
  when: sameAs(before),
});
