import { conflict, Problem } from '@assay/foundation';
import { checkNotErased } from '#shared/identity/index.ts';
import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { logDefect } from '#shared/platform/log.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { everyAuditedScope } from '#shared/risk/index.ts';
import { commitAs } from '#shared/worker.ts';
import { type Attestation, withDigest } from '../attestation.ts';
import { DAY_MS, dayOfList, type ListDay } from '../lists/day-of-list.ts';
import { LIST_KEYS } from '../lists/list.ts';
import { isSwitchedOff, refreshOf } from '../lists/list-files.ts';
import { keyOfList, type ListId } from '../lists/list-id.ts';
import {
  dayAfter,
  findAttestation,
  findAttestedThrough,
  storeAttestation,
  storeAttestedThrough,
  storeCoverage,
} from '../repository/attestations.ts';
import { checkedOwnLists, checksOf } from '../repository/list-checks.ts';
import { listingFor, newestRunIds } from '../repository/runs.ts';
import { findWatchScope } from '../repository/watch-scopes.ts';
import { lastSettledDay } from './settled-days.ts';

/** Time that one attestation may still take when the run is about to end. */
const LAST_STEP_MS = 10_000;

/**
 * Attests the days that are over, for every organization and mode that has screened anyone. A day is taken an hour after its
 * end, when no run of it can follow. A day that a worker died in, or that one organization failed on, begins again:
 * attestations that exist stay.
 */
export async function attestDays(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const yesterday = lastSettledDay(now);
  const through = await findAttestedThrough(store);
  let isEveryDayWhole = true;
  for (let date = through ? dayAfter(through) : yesterday; date <= yesterday; date = dayAfter(date)) {
    isEveryDayWhole = (await attestDay(context, date)) && isEveryDayWhole;
    if (isEveryDayWhole) await store.writeOne(storeAttestedThrough(date));
  }
}

/** False if something is left to do. */
async function attestDay(context: WorkerContext, date: string): Promise<boolean> {
  const lists = await listDays(context.store, date);
  let isWhole = true;
  for await (const scopes of everyAuditedScope(context.store))
    for (const scope of scopes) {
      if (context.remainingMs() < LAST_STEP_MS) return false;
      try {
        await attest(context, scope, { date, lists });
      } catch (error) {
        isWhole = false;
        logDefect('attestDay', context.requestId, error);
      }
    }
  return isWhole;
}

/** The lists of the catalogue are the same for everyone. */
const listDays = (store: Store, date: string): Promise<ListDay[]> =>
  Promise.all(LIST_KEYS.filter((key) => !isSwitchedOff(key)).map((key) => listDay(store, key, date)));

const listDay = async (store: Store, id: ListId, date: string): Promise<ListDay> =>
  dayOfList({
    key: keyOfList(id),
    date,
    staleAfterHours: refreshOf(id)?.staleAfterHours,
    ...(await checksOf(store, id, date)),
  });

/** A deleted own list is attested for as long as a version of it was searched. */
async function ownListDays(store: Store, scope: Scope, date: string): Promise<ListDay[]> {
  const ids = await checkedOwnLists(store, scope);
  const days = await Promise.all(ids.map((id) => listDay(store, id, date)));
  return days.filter(({ versions }) => versions.length > 0);
}

/** Attests one day of an organization and mode, once. */
async function attest(
  context: WorkerContext,
  scope: Scope,
  { date, lists }: { date: string; lists: ListDay[] },
): Promise<void> {
  const { store } = context;
  if (await findAttestation(store, scope, date)) return;
  const [start, end] = [Date.parse(date), Date.parse(date) + DAY_MS];
  const watching = await findWatchScope(store, scope);
  const before = positionAt(new Date(end));
  const hasRun = (await newestRunIds(store, listingFor(scope, {}), { before, limit: 1 })).length > 0;
  if (!hasRun && !watching) return;
  const [incomplete, failed] = await Promise.all(
    (['incomplete', 'error'] as const).map((status) => countRuns(store, scope, { status, start, end })),
  );
  const watched = watching?.state.days?.find((one) => one.day === date);
  const { count = watching?.state.count ?? 0, failed: unscreened = 0, verifiedAt = null, against = [] } = watched ?? {};
  const verified = verifiedAt === null ? 0 : Math.max(0, count - unscreened);
  const attestation = withDigest({
    id: context.newId(),
    organizationId: scope.organizationId,
    mode: scope.mode,
    date,
    madeAt: context.now.toISOString(),
    lists: [...lists, ...(await ownListDays(store, scope, date))],
    watches: watching ? { count, verified, failed: unscreened, verifiedAt, against } : null,
    runs: { incomplete: incomplete ?? 0, failed: failed ?? 0 },
  });
  await record(context, scope, attestation);
}

const isAttested = () => conflict('attested', 'Another worker has attested the day.');

async function record(context: WorkerContext, scope: Scope, attestation: Attestation): Promise<void> {
  const { id, date, digest } = attestation;
  try {
    await commitAs(context, serviceCaller(scope, 'attestations'), async () => ({
      writes: [
        { ...storeAttestation(scope, attestation), otherwise: isAttested },
        storeCoverage(scope, attestation),
        { ...checkNotErased(scope.organizationId), otherwise: isAttested },
      ],
      events: [
        {
          type: 'screening.attestation.recorded',
          resource: 'screening-attestations',
          resourceId: id,
          subjectId: null,
          announced: false,
          details: { date, digest },
        },
      ],
      result: null,
    }));
  } catch (error) {
    if (!(error instanceof Problem && error.code === isAttested().code)) throw error;
  }
}

async function countRuns(
  store: Store,
  scope: Scope,
  { status, start, end }: { status: 'incomplete' | 'error'; start: number; end: number },
): Promise<number> {
  const [from, upTo] = [positionAt(new Date(start)), positionAt(new Date(end)) - 1].map((at) => placeAt(at).place);
  const counts = partitionsOf(listingFor(scope, { status }), end).map(async (pk) => {
    let count = 0;
    for await (const rows of rowsOf(store, 'screening', pk, { from: from ?? '', upTo: upTo ?? '' }))
      count += rows.length;
    return count;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
