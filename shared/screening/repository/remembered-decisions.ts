import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { endOfRow, memberId, positionOf, rowIdOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, listCollection, partitionsOf } from '#shared/platform/store/collection.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import { PAGE_ROWS, type Page } from '#shared/platform/store/paging.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { MOST_REMEMBERED_DAYS } from '../limits.ts';
import { expiryOf, StoredRemembered } from '../remembered.ts';
import type { ScreeningMatch, ScreeningRun } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';

/**
 * The latest decision by subject, list and entry. Subjects share a fixed number of partitions, which makes their rows erasable
 * without reading any run; people decide too rarely to exceed a partition.
 */
const BUCKETS = 16;

const partitionOf = (scope: Scope, bucket: number) => `${scopeKey(scope)}#remembered#${bucket}`;

/**
 * The decisions in the order in which they were made: one row for each change, which refers to the rows above. A reference whose
 * decision was replaced or expired is skipped by those who read the list.
 */
const listingOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#remembered-listed`,
  shards: shardPlanOf('records'),
});

export const rememberedPartitionsOf = (scope: Scope): string[] => [
  ...Array.from({ length: BUCKETS }, (_, bucket) => partitionOf(scope, bucket)),
  ...partitionsOf(listingOf(scope)),
];

/** How the subject of a run is recognised. */
export const subjectKeyOf = (
  { riskSubjectId }: Pick<ScreeningRun, 'riskSubjectId'>,
  { screenedDigest }: NonNullable<StoredRun['memory']>,
) => (riskSubjectId ? subjectKey(riskSubjectId) : dataKey(screenedDigest));

const subjectKey = (riskSubjectId: string) => `subject#${riskSubjectId}`;
export const dataKey = (screenedDigest: string) => `data#${screenedDigest}`;

type About = Pick<ScreeningMatch, 'source' | 'sourceEntryId'>;

const bucketOf = (scope: Scope, subject: string) =>
  partitionOf(scope, hash('sha256', subject, 'buffer').readUInt8(0) % BUCKETS);

/** Entry ids can be longer than a sort key. */
const entryKey = ({ source, sourceEntryId }: About) => `${source}#${hash('sha256', sourceEntryId).slice(0, 32)}`;

export const rememberedKey = (scope: Scope, subject: string, about: About): Key => ({
  pk: bucketOf(scope, subject),
  sk: `${subject}#${entryKey(about)}`,
});

const rememberedIn = ({ data }: Item): StoredRemembered => StoredRemembered.parse(data);

/** Every decision of a subject; of a run, the one for each match. */
export async function rememberedOf(store: Store, scope: Scope, subject: string) {
  const known = new Map<string, StoredRemembered>();
  const range = { from: `${subject}#`, upTo: `${subject}#~` };
  for await (const rows of rowsOf(store, 'screening', bucketOf(scope, subject), range))
    for (const row of rows) known.set(row.sk, rememberedIn(row));
  return { all: [...known.values()], of: (about: About) => known.get(rememberedKey(scope, subject, about).sk) };
}

/** The stored decisions at these keys, in their order. */
export async function rememberedAt(
  store: Store,
  keys: readonly Key[],
): Promise<{ key: Key; remembered: StoredRemembered | undefined }[]> {
  if (keys.length === 0) return [];
  const rows = await store.getMany(keys.map((key) => ({ table: 'screening', key })));
  return keys.map((key, index) => {
    const row = rows[index];
    return { key, remembered: row && rememberedIn(row) };
  });
}

/** Under no setting is a decision remembered for longer. */
const expiresAtSeconds = (remembered: Pick<StoredRemembered, 'decidedAt'>) =>
  Math.floor(expiryOf(remembered, MOST_REMEMBERED_DAYS).getTime() / 1000);

/** Replaces what is remembered at a key, unless another decision was faster. */
export const replaceRemembered = (key: Key, before: StoredRemembered | undefined, data: StoredRemembered): Write => ({
  table: 'screening',
  put: { ...key, id: data.id, isExpired: data.expired !== undefined, data, expiresAtSeconds: expiresAtSeconds(data) },
  when: before ? { id: before.id, isExpired: before.expired !== undefined } : 'absent',
});

export const forget = (key: Key, before: StoredRemembered): Write => ({
  table: 'screening',
  remove: key,
  when: { id: before.id },
});

const Reference = z.object({ id: z.string(), pk: z.string(), sk: z.string() });
type Reference = z.infer<typeof Reference>;

/** The ids of the decisions of one change. */
export const idsFor = (rowId: string, count: number): string[] =>
  Array.from({ length: count }, (_, member) => memberId(rowId, member));

/** Lists the decisions of one change, whose ids are those of one row. */
export function listRemembered(scope: Scope, decided: readonly { key: Key; remembered: StoredRemembered }[]): Write[] {
  const [first] = decided;
  if (!first) return [];
  const rowId = rowIdOf(first.remembered.id);
  const refers = decided.map(({ key, remembered }): Reference => ({ id: remembered.id, ...key }));
  const row = { ...keyIn(listingOf(scope), rowId), id: rowId, refers };
  return [
    {
      table: 'screening',
      put: { ...row, expiresAtSeconds: Math.max(...decided.map(({ remembered }) => expiresAtSeconds(remembered))) },
      when: 'absent',
    },
  ];
}

const referencesIn = ({ refers }: Item): Reference[] => z.array(Reference).parse(refers);

export interface RememberedFilter {
  subject?: string | undefined;
  source?: string | undefined;
  decidedBy?: string | undefined;
  /** Decided before this time. */
  decidedBefore?: string | undefined;
}

const isListed = (remembered: StoredRemembered | undefined, id: string): remembered is StoredRemembered =>
  remembered !== undefined && remembered.id === id && !remembered.expired;

const wantedBy =
  ({ source, decidedBy, decidedBefore }: RememberedFilter) =>
  (one: StoredRemembered) =>
    (source === undefined || one.source === source) &&
    (decidedBy === undefined || one.decidedBy === decidedBy) &&
    (decidedBefore === undefined || one.decidedAt < decidedBefore);

/** Oldest decision first. A page can have fewer than 100, or none. */
export async function listRememberedDecisions(
  store: Store,
  scope: Scope,
  { offset, ...filter }: RememberedFilter & { offset: number },
): Promise<Page<StoredRemembered>> {
  const isWanted = wantedBy(filter);
  if (filter.subject !== undefined) {
    const { all } = await rememberedOf(store, scope, subjectKey(filter.subject));
    return pageOf(
      all.filter((one) => !one.expired && isWanted(one)),
      offset,
    );
  }
  const { items, nextOffset } = await listCollection(store, listingOf(scope), {
    offset,
    expand: (row) => referencesIn(row).map((value) => ({ position: positionOf(value.id), value })),
  });
  const found = await rememberedAt(store, items);
  const listed = found.flatMap(({ remembered }, index) =>
    isListed(remembered, items[index]?.id ?? '') && isWanted(remembered) ? [remembered] : [],
  );
  return { items: listed, nextOffset };
}

/** A subject has few decisions: they are all read, and a page ends behind the decisions of one change. */
function pageOf(all: readonly StoredRemembered[], offset: number): Page<StoredRemembered> {
  const rest = all
    .map((one) => ({ one, position: positionOf(one.id) }))
    .filter(({ position }) => position > offset)
    .toSorted((a, b) => a.position - b.position);
  const last = rest[PAGE_ROWS - 1];
  const end = last && endOfRow(last.position);
  const page = end === undefined ? rest : rest.filter(({ position }) => position <= end);
  return { items: page.map(({ one }) => one), nextOffset: end !== undefined && page.length < rest.length ? end : null };
}

/** The decisions with these ids, in their order; undefined where there is none, or another decision has replaced it. */
export async function findRemembered(
  store: Store,
  scope: Scope,
  ids: readonly string[],
): Promise<({ key: Key; remembered: StoredRemembered } | undefined)[]> {
  const rowIds = [...new Set(ids.map(rowIdOf))];
  const rows = await store.getMany(rowIds.map((id) => ({ table: 'screening', key: keyIn(listingOf(scope), id) })));
  const references = new Map(rows.flatMap((row) => (row ? referencesIn(row) : [])).map((one) => [one.id, one]));
  const wanted = ids.map((id) => references.get(id));
  const known = wanted.filter((one) => one !== undefined);
  const found = await rememberedAt(
    store,
    known.map(({ pk, sk }) => ({ pk, sk })),
  );
  const byId = new Map(known.map(({ id }, index) => [id, found[index]]));
  return ids.map((id) => {
    const one = byId.get(id);
    return one?.remembered && one.remembered.id === id ? { key: one.key, remembered: one.remembered } : undefined;
  });
}
