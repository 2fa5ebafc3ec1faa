import { randomUUID } from 'node:crypto';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { DETAIL_VERSION } from '#packages/watchlist/src/search/detail-record.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { activate, holdBack, type ListVersion } from '#shared/screening/lists/list-state.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { putIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState, replaceListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, userOf } from './api.ts';

/** An invented listed person. */
export const anEntry = (changes: Partial<ListedEntry> = {}): ListedEntry => ({
  id: randomUUID(),
  kind: 'person',
  names: [{ text: 'Ambrose Quillfeather', isWeak: false }],
  births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
  countries: ['IR'],
  identifiers: [],
  programmes: [],
  ...changes,
});

export const aVersion = (changes: Partial<ListVersion> = {}): ListVersion => ({
  versionId: newId(),
  publishedAt: '2026-03-14',
  builtAt: new Date().toISOString(),
  entryCount: 1,
  droppedEntries: 0,
  digest: randomUUID(),
  termBuilderVersion: TERM_BUILDER_VERSION,
  detailVersion: DETAIL_VERSION,
  origin: 'publisher',
  reasons: [],
  ...changes,
});

/** Changes the state of a list, with retries if it is changed concurrently. */
export async function changeList(
  key: ListKey,
  change: (state: Awaited<ReturnType<typeof readListState>>) => typeof state,
): Promise<void> {
  for (;;) {
    const before = await readListState(dynamoStore, key);
    if (await dynamoStore.writeOne(replaceListState(key, before, change(before)))) return;
  }
}

/** Loads a list with these entries as its active version. */
export async function loadList(
  key: ListKey,
  entries: readonly ListedEntry[],
  changes: Partial<ListVersion> = {},
): Promise<ListVersion> {
  const builder = new IndexBuilder(nameTables);
  for (const entry of entries) builder.add(entry);
  const version = aVersion({ entryCount: entries.length, ...changes });
  await putIndex(key, version.versionId, builder.finish());
  await changeList(key, (state) => ({
    ...activate(state, version).state,
    confirmedAt: new Date().toISOString(),
  }));
  return version;
}

/** Adds a version that waits for approval. */
export async function holdVersion(key: ListKey, changes: Partial<ListVersion> = {}): Promise<ListVersion> {
  const version = aVersion({ reasons: ['shrunk'], ...changes });
  await changeList(key, (state) => holdBack(state, version).state);
  return version;
}

/**
 * Lists whose entries no example needs, used in turn: lists are shared, and examples run
 * concurrently.
 */
const SPARE_LISTS = ['idb_sanctions', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions'] as const;
let held = 0;

const spareList = () => {
  held += 1;
  return SPARE_LISTS[held % SPARE_LISTS.length] ?? 'idb_sanctions';
};

export async function holdSomeVersion(changes: Partial<ListVersion> = {}) {
  const key = spareList();
  return { key, ...(await holdVersion(key, changes)) };
}

/** Adds an earlier active version. */
export async function replaceSomeVersion() {
  const key = spareList();
  const version = aVersion();
  // Concurrent examples of the same list must not push out each other's versions.
  await changeList(key, (state) => ({
    ...state,
    active: state.active ?? aVersion(),
    previous: [version, ...state.previous],
  }));
  return { key, ...version };
}

export const aRun = (changes: Record<string, unknown> = {}) => ({
  subject: { name: 'Ambrose Quillfeather', entityType: 'person' },
  sources: ['eu_fsf', 'service_pep'],
  ...changes,
});

let isLoaded: Promise<unknown> | undefined;

const LISTED = anEntry();

/** The lists belong to no organization, so they are loaded once. */
async function loadedLists() {
  isLoaded ??= Promise.all([loadList('eu_fsf', [LISTED]), loadList('service_pep', [anEntry()])]);
  await isLoaded;
}

/** An entry of the `eu_fsf` list. */
export async function existingEntryId() {
  await loadedLists();
  return LISTED.id;
}

/** A run with a match. */
export async function existingRunWithMatch(scope: Scope, changes?: Record<string, unknown>) {
  await loadedLists();
  const owner = await userOf(scope.organizationId, 'owner');
  const { body } = await call(owner, screeningRoutes.createScreeningRun, {
    body: aRun(changes),
    headers: { 'x-risk-mode': scope.mode },
  });
  const matchId: string = body.matches[0].id;
  const groupId: string = body.matches[0].group.id;
  return { runId: body.id as string, matchId, groupId };
}

/** The id of a batch of one run. */
export async function existingBatch({ organizationId, mode }: Scope): Promise<string> {
  await loadedLists();
  const owner = await userOf(organizationId, 'owner');
  const { subject, sources } = aRun();
  const headers = { 'x-risk-mode': mode };
  const { body } = await call(owner, screeningRoutes.createScreeningBatch, {
    body: { items: [{ subject }], sources },
    headers,
  });
  return body.id;
}

export const aProfile = (changes: Record<string, unknown> = {}) => ({
  sources: ['eu_fsf', 'uk_sanctions'],
  reviewScore: 65,
  purpose: 'Customers without a document.',
  riskRationale: 'Names are typed by the customer.',
  ...changes,
});

/** The key of a profile. */
export async function existingProfile({ organizationId, mode }: Scope): Promise<string> {
  const key = `p${randomUUID()}`;
  const owner = await userOf(organizationId, 'owner');
  const headers = { 'x-risk-mode': mode };
  await call(owner, screeningRoutes.saveScreeningProfile, { params: { key }, body: aProfile(), headers });
  return key;
}

/** The key of a profile with an open proposal. */
export async function proposedProfile(scope: Scope): Promise<string> {
  const key = await existingProfile(scope);
  const owner = await userOf(scope.organizationId, 'owner');
  const body = aProfile({ reviewScore: 60, reason: 'Typing errors were missed.' });
  const headers = { 'x-risk-mode': scope.mode };
  await call(owner, screeningRoutes.proposeScreeningProfile, { params: { key }, body, headers });
  return key;
}
