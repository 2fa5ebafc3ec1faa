import { conflict, Problem, refused } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { findIdempotencyRecord } from '#shared/platform/store/idempotency-records.ts';
import {
  type BatchedRun,
  type BatchItem,
  batchedRun,
  countsOf,
  type NewBatch,
  refusedItem,
  type ScreeningBatch,
} from '../batch.ts';
import { batchCompleted } from '../events.ts';
import { BATCH_RUNS_AT_ONCE } from '../limits.ts';
import type { ResolvedPolicy } from '../profile-use.ts';
import { beginBatch, findBatch, findBegunBatch, placeOfRun, storeBatch } from '../repository/batches.ts';
import type { ScreeningRun } from '../run.ts';
import { createOrderedRun } from './create-run.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { requireKnownLists } from './unknown-keys.ts';

/** Commits one of the changes of a request. */
type CommitPart = <Result>(context: Context, useCase: (context: Context) => Promise<Change<Result>>) => Promise<Result>;

/**
 * Makes a run for each item, each a change of its own, and then the batch that names them. A request that failed on the way
 * is continued by its repetition: the ids of the runs follow from that of the batch, which is stored first.
 */
export async function createBatch(
  context: Context,
  body: NewBatch & { items: BatchItem[] },
  commitPart: CommitPart,
): Promise<Change<ScreeningBatch>> {
  const { caller, now } = context;
  const { items, ...requested } = body;
  assertDistinctSubjects(items);
  const policy = await resolvePolicy(context, requested);
  if (items.some(({ riskSubjectId }) => riskSubjectId)) await requireKnownLists(context, policy.sources);

  const begun = await begin(context, sha256Hex(canonicalJson(body)));
  const stored = begun.isResumed ? await findBatch(context.store, caller, begun.id) : undefined;
  const runs = stored
    ? stored.runs
    : await mapConcurrently([...items.entries()], BATCH_RUNS_AT_ONCE, ([index, item]) =>
        runOf(context, { item, index, policy, batch: begun }, commitPart),
      );
  const batch: ScreeningBatch = stored ?? {
    id: begun.id,
    status: 'completed',
    ...countsOf(runs),
    ...(policy.profile && { profile: policy.profile }),
    runs,
    createdBy: principalOf(caller),
    createdAt: now.toISOString(),
  };
  // If it is stored, so is the answer to the request, which the commit finds then.
  return { writes: [storeBatch(caller, batch)], events: [batchCompleted(batch)], result: batch };
}

/** The order in which the outcomes of two items were recorded on one subject would be left to chance. */
function assertDistinctSubjects(items: readonly BatchItem[]): void {
  const seen = new Set<string>();
  const errors = items.flatMap(({ riskSubjectId }, index) => {
    if (!riskSubjectId) return [];
    const isRepeated = seen.has(riskSubjectId);
    seen.add(riskSubjectId);
    return isRepeated ? [{ path: `items.${index}.riskSubjectId`, message: 'is that of another item' }] : [];
  });
  if (errors.length > 0)
    throw refused('repeated_subject', 'Several items have the same `riskSubjectId`. Screen a subject once.', errors);
}

interface Begun {
  id: string;
  isResumed: boolean;
}

async function begin(
  { store, caller, now, newId, idempotencyKey = newId() }: Context,
  bodyDigest: string,
): Promise<Begun> {
  const request = { idempotencyKey, bodyDigest };
  const [answered, known] = await Promise.all([
    findIdempotencyRecord(store, caller, { idempotencyKey }),
    findBegunBatch(store, caller, request),
  ]);
  if (known) return known;
  if (answered) throw conflict('idempotency_key_reused', 'This idempotency key has been used for a different request.');
  return beginBatch(store, caller, { ...request, id: newId(), now });
}

interface ItemOrder {
  item: BatchItem;
  index: number;
  policy: ResolvedPolicy;
  batch: Begun;
}

async function runOf(context: Context, order: ItemOrder, commitPart: CommitPart): Promise<BatchedRun> {
  const { item } = order;
  try {
    return batchedRun(item, await makeRun(context, order, commitPart));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    return refusedItem(item, { code: error.code, detail: error.message });
  }
}

/** The run was made by an earlier attempt, or by a repetition of the request that is under way. */
class MadeBefore extends Error {
  override name = 'MadeBefore';
  readonly run: ScreeningRun;

  constructor(run: ScreeningRun) {
    super('The run of this item exists.');
    this.run = run;
  }
}

async function makeRun(
  context: Context,
  { item, index, policy, batch }: ItemOrder,
  commitPart: CommitPart,
): Promise<ScreeningRun> {
  let mayExist = batch.isResumed;
  try {
    return await commitPart(context, async (part) => {
      const { id, made } = await placeOfRun(part.store, part.caller, { batchId: batch.id, index, mayExist });
      if (made) throw new MadeBefore(made);
      mayExist = true;
      return createOrderedRun(part, {
        id,
        subject: item.subject,
        riskSubjectId: item.riskSubjectId ?? null,
        recordsFacts: true,
        sessionId: null,
        isSubjectUnreadable: false,
        trigger: 'api',
        ...policy,
      });
    });
  } catch (error) {
    if (error instanceof MadeBefore) return error.run;
    throw error;
  }
}
