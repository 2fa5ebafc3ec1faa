import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { EvidenceStatus, FactValue } from '../policy-engine/evaluation.ts';

/**
 * Where a subject stands: one head that every change of its evidence and assessments moves on, and per
 * source the receipt that counts for each of its facts. A query may show half of a transaction, so the
 * head names the revision at which each source last spoke, and a reader compares.
 */
export const Head = z.object({
  revision: z.number(),
  /** How many receipts the subject has had. */
  evidenceRevision: z.number(),
  /** Source -> the head's revision when it last spoke. */
  sources: z.record(z.string(), z.number()),
  /** Policy key -> its latest assessment. */
  assessments: z.record(z.string(), z.object({ id: z.string(), sequence: z.number() })),
});
export type Head = z.infer<typeof Head>;

const NO_HEAD: Head = { revision: 0, evidenceRevision: 0, sources: {}, assessments: {} };

/** A receipt that counts. A large value stays with its receipt and is fetched when it is needed. */
export const StandingReceipt = z.object({
  id: z.string(),
  status: EvidenceStatus,
  value: FactValue.nullable(),
  isElsewhere: z.boolean(),
  observedAt: z.string(),
  expiresAt: z.string().nullable(),
});
export type StandingReceipt = z.infer<typeof StandingReceipt>;

const Facts = z.record(z.string(), StandingReceipt);

export interface SubjectState {
  head: Head;
  /** Source -> fact -> receipt. */
  standing: Record<string, Record<string, StandingReceipt>>;
}

export const statePartition = (scope: Scope, subjectId: string) =>
  `${scopeKey(scope)}#subject-state#${subjectId}`;

const HEAD = 'head';
const standingKey = (source: string) => `standing#${source}`;
const TORN_READS = 5;

/** The head alone: whether anything has changed since. */
export async function readHead(store: Store, scope: Scope, subjectId: string): Promise<Head> {
  const row = await store.get('risk', { pk: statePartition(scope, subjectId), sk: HEAD });
  return row ? Head.parse(row) : NO_HEAD;
}

/** Head and all sources, as one transaction left them. */
export async function readState(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<SubjectState> {
  for (let attempt = 0; attempt < TORN_READS; attempt += 1) {
    const rows = await everyRow(store, statePartition(scope, subjectId));
    const head = Head.parse(rows.find(({ sk }) => sk === HEAD) ?? NO_HEAD);
    const sources = rows.filter(({ sk }) => sk !== HEAD);
    const isWhole =
      sources.length === Object.keys(head.sources).length &&
      sources.every(({ source, revision }) => head.sources[String(source)] === revision);
    if (isWhole) {
      const standing = sources.map(({ source, facts }) => [source, parseFacts(facts)]);
      return { head, standing: Object.fromEntries(standing) };
    }
  }
  throw new Error('The state of a subject could not be read in one piece.');
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

/** As text: a fact may be any finite number, and DynamoDB's numbers are not. */
const parseFacts = (facts: unknown) => Facts.parse(JSON.parse(String(facts)));

/** Moves the head on, provided nobody else has. */
export function moveHead(
  scope: Scope,
  subjectId: string,
  before: Head,
  after: Partial<Head>,
): Write {
  return {
    table: 'risk',
    put: {
      pk: statePartition(scope, subjectId),
      sk: HEAD,
      ...before,
      ...after,
      revision: before.revision + 1,
    },
    when: before.revision === 0 ? 'absent' : { revision: before.revision },
  };
}

/** What a source says now; in the same transaction as the move of the head to this revision. */
export const setStanding = (
  scope: Scope,
  subjectId: string,
  said: { source: string; revision: number; facts: Record<string, StandingReceipt> },
): Write => ({
  table: 'risk',
  put: {
    pk: statePartition(scope, subjectId),
    sk: standingKey(said.source),
    source: said.source,
    revision: said.revision,
    facts: JSON.stringify(said.facts),
  },
});
