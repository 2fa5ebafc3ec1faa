import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { TERM_BUILDER_VERSION } from '#packages/names/src/term-builder-version.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { DETAIL_VERSION } from '#packages/watchlist/src/search/detail-record.ts';
import { continueJob } from '#shared/jobs/index.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { withDigest } from '#shared/screening/attestation.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { type ListEventType, listEvent, SCHEDULE } from '#shared/screening/lists/list-event.ts';
import { activate, holdBack, type ListVersion } from '#shared/screening/lists/list-state.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { storeAttestation, storeCoverage } from '#shared/screening/repository/attestations.ts';
import { recordListEvent } from '#shared/screening/repository/list-history.ts';
import { putIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState, replaceListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, userOf } from './api.ts';
import { workerContext } from './webhook-workers.ts';

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

let searched: Promise<string> | undefined;

/** The id of a version in the history of `eu_fsf`. */
export function existingSearchedVersion(): Promise<string> {
  searched ??= recordActivation('eu_fsf', aVersion(), new Date());
  return searched;
}

/** Records in the history of a list that it was searched in a version from a time on. */
export async function recordActivation(
  list: ListKey,
  version: ListVersion,
  at: Date,
  type: ListEventType = 'screening.list.activated',
): Promise<string> {
  const event = listEvent({ now: at, newId: () => newId(at.getTime()) }, { type, list, actor: SCHEDULE, version });
  await dynamoStore.writeOne(recordListEvent(list, event));
  return version.versionId;
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

export const ATTESTED_DAY = '2026-03-14';

/** An attestation of a day before the lists of the tests. */
export async function attestedDay(scope: Scope): Promise<void> {
  await existingRunWithMatch(scope);
  const day = { id: randomUUID(), ...scope, date: ATTESTED_DAY, madeAt: '2026-03-15T01:00:00.000Z' };
  const attestation = withDigest({ ...day, lists: [], watches: null, runs: { incomplete: 0, failed: 0 } });
  await dynamoStore.transact([storeAttestation(scope, attestation), storeCoverage(scope, attestation)], randomUUID());
}

/** The id of a decision that later runs inherit. */
export async function rememberedDecision({ organizationId, mode }: Scope): Promise<string> {
  await loadedLists();
  const owner = await userOf(organizationId, 'owner');
  const headers = { 'x-risk-mode': mode };
  const remembering = { rememberDecisions: true, expiresAfterDays: 365 };
  await call(owner, screeningRoutes.updateScreeningSettings, { body: remembering, headers });
  for (;;) {
    const { matchId } = await existingRunWithMatch({ organizationId, mode });
    await call(owner, screeningRoutes.decideScreeningMatch, {
      params: { id: matchId },
      body: { decision: 'false_positive', reason: 'Another person.' },
      headers,
    });
    const { body } = await call(owner, screeningRoutes.listRememberedDecisions, { headers });
    if (body.items.length > 0) return body.items[0].id;
    // A process acts on settings that it has read up to five seconds ago.
    await setTimeout(500);
  }
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

/** The id of an uploaded file of one customer for a batch. */
async function existingBatchUpload({ organizationId, mode }: Scope): Promise<string> {
  const owner = await userOf(organizationId, 'owner');
  const file = Buffer.from(`name\n${aRun().subject.name}\n`);
  const { body } = await call(owner, screeningRoutes.createBatchUpload, {
    body: { fileName: 'customers.csv', sizeBytes: file.length },
    headers: { 'x-risk-mode': mode },
  });
  const { 'content-length': _, ...headers } = body.headers;
  const stored = await fetch(body.url, { method: 'PUT', headers, body: file });
  if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}.`);
  return body.uploadId;
}

/** The id of a batch of an uploaded file, which has ended. */
export async function existingUploadedBatch(scope: Scope): Promise<string> {
  await loadedLists();
  const owner = await userOf(scope.organizationId, 'owner');
  const { body } = await call(owner, screeningRoutes.createScreeningBatch, {
    body: { uploadId: await existingBatchUpload(scope), sources: aRun().sources },
    headers: { 'x-risk-mode': scope.mode },
  });
  const { organizationId, mode } = scope;
  await continueJob(workerContext(), { organizationId, mode, jobId: body.id });
  return body.id;
}

/** The name of a mapping of columns. */
export async function existingMapping({ organizationId, mode }: Scope): Promise<string> {
  const name = `m${randomUUID()}`;
  const owner = await userOf(organizationId, 'owner');
  const headers = { 'x-risk-mode': mode };
  await call(owner, screeningRoutes.saveBatchMapping, {
    params: { name },
    body: { columns: { Kunde: 'name' } },
    headers,
  });
  return name;
}

export const aWatch = () => {
  const { subject, sources } = aRun();
  return { subject, sources };
};

/** The id of a watch that waits to be screened. */
export async function existingWatch({ organizationId, mode }: Scope): Promise<string> {
  const owner = await userOf(organizationId, 'owner');
  const headers = { 'x-risk-mode': mode };
  const { body } = await call(owner, screeningRoutes.createScreeningWatch, { body: aWatch(), headers });
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

/** An own list without entries. */
export async function existingOwnList(scope: Scope): Promise<string> {
  const key = 'own_examples';
  const admin = await userOf(scope.organizationId, 'admin');
  const credential: typeof admin = async (request) => ({ 'x-risk-mode': scope.mode, ...(await admin(request)) });
  const body = { name: 'Examples', listKind: 'watch', fileName: 'examples.csv', sizeBytes: 1_000 };
  const { status } = await call(credential, screeningRoutes.saveOwnList, { params: { key }, body });
  if (status !== 200) throw new Error(`An own list was answered with ${status}.`);
  return key;
}
