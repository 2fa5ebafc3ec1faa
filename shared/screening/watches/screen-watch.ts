import { Problem } from '@assay/foundation';
import { canonicalJson } from '@assay/foundation/canonical-json';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { TERM_BUILDER_VERSION } from '@assay/names';
import { nextDay, SCORER_VERSION, type Screening, subjectTerms } from '@assay/watchlist';
import { type Caller, serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { StoreUnavailable } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { entryDigest } from '../entry-digest.ts';
import { DEFAULT_LOOKBACK_MONTHS } from '../limits.ts';
import { isOwnKey } from '../lists/list-id.ts';
import { nameTables } from '../name-tables.ts';
import type { ResolvedPolicy } from '../profile-use.ts';
import {
  findWatchRow,
  putTerm,
  removeWatch,
  replaceWatch,
  type TermPosting,
  termKey,
  type WatchRow,
} from '../repository/watches.ts';
import { ScreenedSubject } from '../run-request.ts';
import { unknownLists } from '../unknown-lists.ts';
import { createOrderedRun } from '../use-cases/create-run.ts';
import type { OpenLists } from '../use-cases/open-lists.ts';
import { resolvePolicy } from '../use-cases/resolve-policy.ts';
import { type Comparison, compareWith } from '../use-cases/screen-subject.ts';
import type { StoredWatch } from '../watch.ts';
import type { OpenKeys } from './watch-keys.ts';

/** What screening the watches of one organization and mode takes. */
export interface WatchWork {
  worker: WorkerContext;
  caller: Caller;
  keys: OpenKeys;
}

export const workOf = (worker: WorkerContext, scope: Pick<Caller, 'organizationId' | 'mode'>, keys: OpenKeys) => ({
  worker,
  caller: serviceCaller(scope, 'watches'),
  keys,
});

const TERMS_AT_ONCE = 16;
const DAY_SECONDS = 24 * 60 * 60;

/** Bits of a term that names an entry: it is enough by itself. */
const NAMED = -(2 ** 31);

/** A watch that shows this entry, or a relative of it, has this term. */
export const entryTerm = (list: string, entryId: string) => `e${list}#${entryId}`;

/** A watch whose search found more entries than a run may score: any change of the list may change its result. */
export const cappedTerm = (list: string) => `c${list}`;

/** The lists and scores of a watch, as a run at this moment would have them. */
export const policyOf = ({ worker, caller }: WatchWork, watch: StoredWatch): Promise<ResolvedPolicy> =>
  resolvePolicy(
    { store: worker.store, caller },
    {
      profileKey: watch.profileKey,
      pepLookbackMonths: watch.pepLookbackMonths,
      ...(watch.sources && { sources: watch.sources }),
      ...(watch.reviewScore !== null && { reviewScore: watch.reviewScore }),
      ...(watch.matchScore !== null && { matchScore: watch.matchScore }),
    },
  );

/** Removes the terms of a watch that was deleted, and then the last of it. */
export async function forgetWatch({ worker: { store }, caller }: WatchWork, row: WatchRow): Promise<void> {
  const keys = row.terms.map((digest) => termKey(caller, digest, row.watch.id));
  await store.deleteMany('screening', keys);
  await store.writeOne(removeWatch(caller, row));
}

/**
 * Screens a watch against these versions of the lists, with the scorer that runs have. A run is recorded if the outcome
 * differs from the last one. A watch that cannot be screened says why and is tried again every day, so that it does not hold up others:
 * false.
 */
export async function screenWatch(work: WatchWork, row: WatchRow, opened: OpenLists): Promise<boolean> {
  try {
    await screenOne(work, row, opened);
    return true;
  } catch (error) {
    if (isOutage(error) || error instanceof StoreUnavailable || (error instanceof Problem && error.status >= 500))
      throw error;
    const problem =
      error instanceof Problem
        ? { code: error.code, detail: error.message }
        : { code: 'screening_failed', detail: 'The watch could not be screened.' };
    if (!(error instanceof Problem)) logDefect('screenWatch', work.worker.requestId, error);
    await recordProblem(work, row.watch.id, problem);
    return false;
  }
}

async function recordProblem(work: WatchWork, id: string, problem: NonNullable<StoredWatch['problem']>) {
  const { worker, caller } = work;
  const row = await findWatchRow(worker.store, caller, id);
  if (!row?.sealed) return;
  const watch = { ...row.watch, problem, isPending: false };
  await writeRow(work, row, { ...row, watch, dueAt: addSeconds(worker.clock(), DAY_SECONDS) });
}

/** False if the watch has changed meanwhile. Its risk subject stays, so that one row is written. */
async function writeRow({ worker: { store }, caller }: WatchWork, before: WatchRow, after: WatchRow): Promise<boolean> {
  const [write] = replaceWatch(caller, before, after);
  return write !== undefined && store.writeOne(write);
}

async function screenOne(work: WatchWork, row: WatchRow, opened: OpenLists): Promise<void> {
  const { worker, keys } = work;
  const { watch, sealed } = row;
  if (!sealed) return;
  const subject = ScreenedSubject.parse(keys.openSubject(watch.id, sealed));
  const policy = await policyOf(work, watch);
  const today = worker.clock().toISOString().slice(0, 10);
  const { requestId } = worker;
  const lookbackMonths = policy.pepLookbackMonths ?? DEFAULT_LOOKBACK_MONTHS;
  const lists = listsOf(opened, policy.sources);
  requireOwnLists(lists.sources);
  const compared = await compareWith(lists, { subject, ...policy }, { today, requestId, willRetry: () => true });
  const wanted = await termsOf(work, { watchId: watch.id, subject, policy, screening: compared.screening });
  const indexed = await addTerms(work, row, wanted);
  if (!indexed) return;
  const next = nextDay(compared.screening.matches, { today, lookbackMonths });
  const dueAt = next === undefined ? null : new Date(`${next}T00:00:00.000Z`);
  const outcome = keys.digestOf(outcomeOf(compared.screening));
  const found: Found = { row: indexed, subject, policy, compared, outcome, dueAt };
  const isSame = row.outcome === outcome && !row.isAsked;
  await (isSame ? confirm(work, found) : record(work, found));
  await dropTerms(work, watch.id, wanted);
}

const listsOf = ({ sources, lists }: OpenLists, keys: readonly string[]): OpenLists => ({
  sources: keys.flatMap((key) => sources.find((one) => one.key === key) ?? []),
  lists: keys.flatMap((key) => lists.find((one) => one.key === key) ?? []),
});

/** Runs are refused that name a list which was deleted: a watch that does has failed, and is screened when there is one again. */
function requireOwnLists(sources: OpenLists['sources']): void {
  const isGone = ({ key, listKind }: OpenLists['sources'][number]) => isOwnKey(key) && listKind === undefined;
  const keys = sources.map(({ key }) => key);
  const gone = sources.filter(isGone).map(({ key }) => key);
  if (gone.length > 0) throw unknownLists(keys, gone);
}

const OF_SUBJECT: Screening['incompleteReasons'] = [
  'name_terms_capped',
  'name_without_tokens',
  'subject_unreadable',
  'candidates_capped',
  'pep_candidates_capped',
];

/** Whether a list is stale or held says nothing of the customer, and changes without a version. */
const outcomeOf = ({ errorCode, incompleteReasons, matches }: Screening) =>
  canonicalJson([
    errorCode,
    incompleteReasons.filter((reason) => OF_SUBJECT.includes(reason)).toSorted(),
    matches
      .map(({ source, listKind, entry, score, factors, pep }) => [
        source,
        entry.id,
        score,
        factors,
        pep,
        entryDigest(entry),
        entry.measures ?? [],
        // An own list can be deleted and created with another kind.
        ...(isOwnKey(source) ? [listKind] : []),
      ])
      .map(canonicalJson)
      .toSorted(),
  ]);

type Terms = ReadonlyMap<string, Omit<TermPosting, 'watchId'>>;

interface Asked {
  watchId: string;
  subject: ScreenedSubject;
  policy: ResolvedPolicy;
  screening: Screening;
}

/** Digests of what the subject is found by, and of the entries on which its result depends. */
async function termsOf({ keys }: WatchWork, { watchId, subject, policy, screening }: Asked): Promise<Terms> {
  const { entityType, country, ...stated } = subject;
  const request = { ...stated, entityType: entityType ?? undefined, country: country ?? undefined };
  const { terms, oneWord, beside } = await subjectTerms(nameTables, request);
  const own = {
    oneWord,
    reviewScore: policy.reviewScore,
    beside: beside.map((stated) => keys.besideDigest(watchId, stated)).join(''),
  };
  const digests = new Map([...terms].map(([term, bits]) => [keys.digestOf(term), { bits, ...own }]));
  const isCapped = screening.incompleteReasons.some((reason) => reason.endsWith('candidates_capped'));
  const named = [
    ...screening.matches.flatMap(({ source, entry }) =>
      [entry.id, ...(entry.pep?.relatedTo ?? []).map(({ entryId }) => entryId)].map((id) => entryTerm(source, id)),
    ),
    ...(isCapped ? policy.sources.map(cappedTerm) : []),
  ];
  for (const term of named) digests.set(keys.digestOf(term), { ...own, bits: NAMED });
  return digests;
}

/** The rows of a watch are written again when another version may say something else in them. */
function rulesOf(wanted: Terms): string {
  const [{ oneWord, reviewScore } = { oneWord: 'any', reviewScore: 0 }] = wanted.values();
  return `${SCORER_VERSION} ${TERM_BUILDER_VERSION} ${oneWord} ${reviewScore}`;
}

/**
 * Stores the rows of new terms. The watch names them before they exist and until they are gone, so that none is left behind
 * when a worker dies. Undefined if the watch has changed meanwhile: it is due again.
 */
async function addTerms(work: WatchWork, row: WatchRow, wanted: Terms): Promise<WatchRow | undefined> {
  const { worker, caller } = work;
  const known = new Set(row.terms);
  const indexedBy = rulesOf(wanted);
  const isAnew = row.watch.isPending || row.indexedBy !== indexedBy;
  const added = [...wanted].filter(([digest]) => isAnew || !known.has(digest));
  if (added.length === 0) return row;
  const terms = [...new Set([...row.terms, ...wanted.keys()])];
  // It is due until it has been screened.
  const named = { ...row, terms, indexedBy, dueAt: worker.now };
  if (!(await writeRow(work, row, named))) return undefined;
  await mapConcurrently(added, TERMS_AT_ONCE, ([digest, posting]) =>
    worker.store.writeOne(putTerm(caller, digest, { watchId: row.watch.id, ...posting })),
  );
  return { ...named, revision: row.revision + 1 };
}

/** Removes the rows of terms that the watch no longer has. */
async function dropTerms(work: WatchWork, id: string, wanted: Terms): Promise<void> {
  const { store } = work.worker;
  const { caller } = work;
  const row = await findWatchRow(store, caller, id);
  if (!row?.sealed || row.watch.isPending) return;
  const dropped = row.terms.filter((digest) => !wanted.has(digest));
  if (dropped.length === 0) return;
  const keys = dropped.map((digest) => termKey(caller, digest, id));
  await store.deleteMany('screening', keys);
  await writeRow(work, row, { ...row, terms: [...wanted.keys()] });
}

interface Found {
  row: WatchRow;
  subject: ScreenedSubject;
  policy: ResolvedPolicy;
  compared: Comparison;
  outcome: string;
  dueAt: Date | null;
}

const screenedWith = ({ profile, sources }: ResolvedPolicy) => ({
  isPending: false,
  problem: null,
  profile: profile ?? null,
  lists: sources,
});

/** The same outcome as before: nothing is announced. */
async function confirm(work: WatchWork, { row, policy, dueAt }: Found): Promise<void> {
  const watch = { ...row.watch, ...screenedWith(policy) };
  const isKnown = canonicalJson(watch) === canonicalJson(row.watch) && row.dueAt?.getTime() === dueAt?.getTime();
  if (!isKnown) await writeRow(work, row, { ...row, watch, dueAt });
}

/** Another outcome: the run and the watch change in one transaction. */
async function record({ worker, caller }: WatchWork, found: Found): Promise<void> {
  const { row, subject, policy, compared, outcome, dueAt } = found;
  const { id, riskSubjectId } = row.watch;
  const useCase = async (context: Context): Promise<Change<null>> => {
    const current = await findWatchRow(context.store, caller, id);
    // It was changed or deleted meanwhile, which makes it due again.
    if (current?.revision !== row.revision) return { writes: [], events: [], result: null };
    const { result: run, ...change } = await createOrderedRun(context, {
      ...policy,
      subject,
      riskSubjectId,
      recordsFacts: true,
      sessionId: null,
      isSubjectUnreadable: false,
      trigger: 'watch',
      compared,
    });
    const watch: StoredWatch = {
      ...row.watch,
      ...screenedWith(policy),
      result: {
        status: run.status,
        matchCount: run.matches.length,
        runId: run.id,
        screenedAt: run.createdAt,
      },
    };
    const after = { ...row, watch, outcome, isAsked: false, dueAt };
    return { ...change, writes: [...change.writes, ...replaceWatch(caller, row, after)], result: null };
  };
  await commitAs({ ...worker, now: worker.clock() }, caller, useCase);
}
