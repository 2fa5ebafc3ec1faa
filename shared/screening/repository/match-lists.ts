import type { ListKind } from '@assay/watchlist';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { endOfRow, msOfPlace, placeAt, placeOf, positionOfPlace } from '#shared/platform/ids.ts';
import { type Collection, chunkOf, openPartitions, partitionsOf } from '#shared/platform/store/collection.ts';
import { firstRows } from '#shared/platform/store/first-rows.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import { type Batch, type EndBetween, PAGE_ROWS, type Page, readPage } from '#shared/platform/store/paging.ts';
import { shardIn } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import {
  DecisionSummary,
  latestDecisions,
  type MatchListItem,
  MatchState,
  MatchSubject,
  MatchSummary,
  matchStateOf,
  ProposalSummary,
  RunSummary,
  subjectOf,
  summarizeMatch,
  summarizeProposal,
  summarizeRun,
} from '../match-list.ts';
import { MATCHES_PER_PART } from '../match-parts.ts';
import { openProposalOf } from '../match-proposal.ts';
import type { StoredRun } from '../stored-run.ts';

/**
 * The lists of pending, proposed and decided matches. A run can have 1,200 matches and a transaction 100 rows, so
 * a row holds up to 100 matches of one run that are in the same state: a run with few matches has one row in each
 * list, and a decision rewrites the rows of its part only. All lists are derived from the stored run and written in
 * its transaction. A page consists of whole rows; the part is the member of their position.
 */

export const matchesOf = (scope: Scope, state: MatchState): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#matches#${state}`,
  shards: shardPlanOf('records'),
});

const sortKeyOf = (place: string, part: number) => place + part.toString(16).padStart(2, '0');
const partOf = (sortKey: string) => Number.parseInt(sortKey.slice(-2), 16);

const keyOf = (scope: Scope, runId: string, state: MatchState, part: number): Key => {
  const { name, shards } = matchesOf(scope, state);
  return { pk: `${name}#${shardIn(shards, runId)}`, sk: sortKeyOf(placeOf(runId), part) };
};

const Content = z.object({
  run: RunSummary,
  subject: MatchSubject.nullable(),
  matches: z.array(
    z.object({
      /** Position among the matches of the run, which never changes. */
      number: z.number(),
      match: MatchSummary,
      proposal: ProposalSummary.nullable(),
      /** Missing without a decision, and in rows written before it was recorded. */
      latestDecision: DecisionSummary.optional(),
    }),
  ),
});
type Content = z.infer<typeof Content>;

interface MatchRow {
  key: Key;
  content: Content;
}

/** Every row that a run has in the lists of matches. */
function rowsOf(scope: Scope, stored: StoredRun): MatchRow[] {
  const { run: whole, proposals = [] } = stored;
  const [run, subject] = [summarizeRun(whole), subjectOf(stored)];
  const latest = latestDecisions(whole);
  const listed = whole.matches.map((match, number) => {
    const proposal = openProposalOf(proposals, match.id);
    const latestDecision = latest.get(match.id);
    return {
      state: matchStateOf(match, proposals),
      number,
      match: summarizeMatch(match),
      proposal: proposal ? summarizeProposal(proposal) : null,
      ...(latestDecision && { latestDecision }),
    };
  });
  const partsOf = (one: (typeof listed)[number]) => Math.floor(one.number / MATCHES_PER_PART);
  return MatchState.options.flatMap((state) => {
    const parts = Map.groupBy(
      listed.filter((one) => one.state === state),
      partsOf,
    );
    return [...parts].map(([part, matches]) => ({
      key: keyOf(scope, whole.id, state, part),
      content: { run, subject, matches: matches.map(({ state: _state, ...match }) => match) },
    }));
  });
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

/** Updates the lists for a run that has changed. */
export function matchListWrites(scope: Scope, before: StoredRun, after: StoredRun): Write[] {
  const oldRows = rowsOf(scope, before);
  const old = new Map(oldRows.map(({ key, content }) => [nameOf(key), content]));
  const rows = rowsOf(scope, after);
  const kept = new Set(rows.map(({ key }) => nameOf(key)));
  const isChanged = ({ key, content }: MatchRow) => JSON.stringify(old.get(nameOf(key))) !== JSON.stringify(content);
  return [
    ...rows.filter(isChanged).map(({ key, content }): Write => {
      const [packed] = pack(content);
      return { table: 'screening', put: { ...key, id: after.run.id, packed } };
    }),
    ...oldRows
      .filter(({ key }) => !kept.has(nameOf(key)))
      .map(({ key }): Write => ({ table: 'screening', remove: key })),
  ];
}

/** The rows of a new run: nothing has to be removed. */
export const newMatchListWrites = (scope: Scope, stored: StoredRun): Write[] =>
  matchListWrites(scope, withoutMatches(stored), stored);

const withoutMatches = (stored: StoredRun): StoredRun => ({
  ...stored,
  run: { ...stored.run, matches: [] },
});

export interface MatchFilter {
  listKind?: ListKind | undefined;
  source?: string | undefined;
  minScore?: number | undefined;
  search?: string | undefined;
}

/** Limits the cost of one page to about 256 read units: it may be empty and name where to continue. */
const BYTES_PER_PAGE = 1024 * 1024;

/** The matches of a row. */
interface Group {
  position: number;
  items: MatchListItem[];
}

/** A page can end between two parts of a run. */
const endOfPart: EndBetween = (last, next) => (endOfRow(last) < next ? endOfRow(last) : last);

/** Oldest run first, and within a run by score. */
export async function listMatches(
  store: Store,
  scope: Scope,
  { state, offset, ...filter }: MatchFilter & { state: MatchState; offset: number },
): Promise<Page<MatchListItem>> {
  const isWanted = wantedBy(filter);
  let bytesRead = 0;

  async function* groupsIn(pk: string, partitions: number): AsyncGenerator<Batch<Group>> {
    const { place, member } = placeAt(offset);
    let after = sortKeyOf(place, member);
    for (;;) {
      const { items, more } = await store.query('screening', { pk, after, limit: chunkOf(PAGE_ROWS, partitions) });
      const last = items.at(-1);
      if (!last) return;
      bytesRead += items.reduce((sum, { packed }) => sum + (packed as Uint8Array).length, 0);
      const rows = items
        .flatMap((row) => groupsOf(row, isWanted))
        .map((group) => ({ position: group.position, value: group }));
      yield { rows, upTo: positionOfRow(last.sk) };
      if (!more) return;
      after = last.sk;
    }
  }

  const { items: groups, nextOffset } = await readPage(
    () => openPartitions(matchesOf(scope, state), offset, groupsIn),
    { endBetween: endOfPart, isSpent: () => bytesRead >= BYTES_PER_PAGE },
  );
  return pageOf(groups, nextOffset);
}

const positionOfRow = (sortKey: string) => positionOfPlace(sortKey) + partOf(sortKey);

function groupsOf(row: Item, isWanted: (item: MatchListItem) => boolean): Group[] {
  const { run, subject, matches } = Content.parse(unpack([row.packed as Uint8Array]));
  const items = matches
    .map(
      ({ match, proposal, latestDecision }): MatchListItem => ({
        match,
        run,
        subject,
        proposal,
        ...(latestDecision && { latestDecision }),
      }),
    )
    .filter(isWanted);
  return items.length > 0 ? [{ position: positionOfRow(row.sk), items }] : [];
}

/** As many groups as fit into a page, and at least one. */
function pageOf(groups: readonly Group[], nextOffset: number | null): Page<MatchListItem> {
  const items: MatchListItem[] = [];
  let end = 0;
  for (const group of groups) {
    if (items.length > 0 && items.length + group.items.length > PAGE_ROWS) return { items, nextOffset: end };
    items.push(...group.items);
    end = group.position;
  }
  return { items, nextOffset };
}

function wantedBy({ listKind, source, minScore, search }: MatchFilter) {
  const sought = search === undefined ? undefined : foldCase(search);
  const textOf = ({ match, subject }: MatchListItem) =>
    foldCase([match.listedName, match.matchedName, match.sourceEntryId, subject?.externalId].join('\n'));
  return (item: MatchListItem) =>
    (listKind === undefined || item.match.listKind === listKind) &&
    (source === undefined || item.match.source === source) &&
    (minScore === undefined || item.match.score >= minScore) &&
    (sought === undefined || textOf(item).includes(sought));
}

/** Matches with an open proposal, the first `limit` rows of them. */
export async function proposedMatches(store: Store, scope: Scope, limit: number): Promise<MatchListItem[]> {
  const partitions = partitionsOf(matchesOf(scope, 'proposed')).map((pk) => ({ pk }));
  const rows = await firstRows(store, 'screening', partitions, { limit });
  return rows.flatMap((row) => groupsOf(row, () => true)).flatMap(({ items }) => items);
}

/** The number of matches in a state, in all and by risk subject, among the first `limit`. */
export async function pendingMatches(
  store: Store,
  scope: Scope,
  { state, limit }: { state: 'pending' | 'proposed'; limit: number },
): Promise<{ total: number; bySubject: ReadonlyMap<string, number> }> {
  const partitions = partitionsOf(matchesOf(scope, state)).map((pk) => ({ pk }));
  const rows = await firstRows(store, 'screening', partitions, { limit });
  const bySubject = new Map<string, number>();
  let total = 0;
  for (const row of rows) {
    const { subject, matches } = Content.parse(unpack([row.packed as Uint8Array]));
    total += matches.length;
    if (subject) bySubject.set(subject.id, (bySubject.get(subject.id) ?? 0) + matches.length);
  }
  return { total: Math.min(total, limit), bySubject };
}

/** How old the runs with pending matches are, of the first `limit` rows. A run with over a hundred matches has several rows. */
export async function agesOfPendingRuns(
  store: Store,
  scope: Scope,
  { now, limit }: { now: Date; limit: number },
): Promise<{ agesMs: number[]; more: boolean }> {
  const partitions = partitionsOf(matchesOf(scope, 'pending')).map((pk) => ({ pk }));
  const rows = await firstRows(store, 'screening', partitions, { limit: limit + 1, keysOnly: true });
  const places = new Set(rows.slice(0, limit).map(({ sk }) => sk.slice(0, -2)));
  return { agesMs: [...places].map((place) => now.getTime() - msOfPlace(place)), more: rows.length > limit };
}
