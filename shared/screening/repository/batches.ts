import { hash } from 'node:crypto';
import { conflict, unavailable } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { type Caller, principalOf, type Scope, scopeKey } from '#shared/platform/caller.ts';
import { derivedId, msOf } from '#shared/platform/ids.ts';
import { type Collection, findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import type { ScreeningRun } from '../run.ts';
import { StoredBatch } from '../uploaded/stored-upload.ts';
import { findRunAt } from './runs.ts';

/** Batches of an organization and mode. */
export const batchesOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-batches`,
  shards: shardPlanOf('records'),
});

/**
 * What a request for a batch has begun. Its runs are changes of their own; the id from which theirs follow is therefore
 * stored before the first of them, so that the request can be repeated after any failure without making a run twice.
 */
const Begun = z.object({ id: z.uuid(), bodyDigest: z.string() });

const BEGUN_SHARDS = 16;
/** Longer than the answer to the request is kept. */
const BEGUN_SECONDS = 34 * 24 * 60 * 60;

export const begunPartitionsOf = (scope: Scope): string[] =>
  Array.from({ length: BEGUN_SHARDS }, (_, shard) => `${scopeKey(scope)}#batch-requests#${shard}`);

function begunKey(caller: Caller, idempotencyKey: string): Key {
  const sk = sha256Hex(`${principalOf(caller)}\n${idempotencyKey}`);
  return { pk: begunPartitionsOf(caller)[Number.parseInt(sk.slice(0, 4), 16) % BEGUN_SHARDS] ?? '', sk };
}

interface Begin {
  id: string;
  idempotencyKey: string;
  bodyDigest: string;
  now: Date;
}

/** What an earlier attempt at the request has begun. */
export async function findBegunBatch(
  store: Store,
  caller: Caller,
  { idempotencyKey, bodyDigest }: Pick<Begin, 'idempotencyKey' | 'bodyDigest'>,
): Promise<{ id: string; isResumed: boolean } | undefined> {
  const row = await store.get('screening', begunKey(caller, idempotencyKey));
  if (!row) return undefined;
  const begun = Begun.parse(row);
  if (begun.bodyDigest !== bodyDigest)
    throw conflict('idempotency_key_reused', 'This idempotency key has been used for a different request.');
  return { id: begun.id, isResumed: true };
}

/** Stores the id of a batch, unless a concurrent attempt at the request has stored one. */
export async function beginBatch(
  store: Store,
  caller: Caller,
  begin: Begin,
): Promise<{ id: string; isResumed: boolean }> {
  const { id, idempotencyKey, bodyDigest, now } = begin;
  const expiresAtSeconds = Math.floor(now.getTime() / 1000) + BEGUN_SECONDS;
  const put = { ...begunKey(caller, idempotencyKey), id, bodyDigest, expiresAtSeconds };
  if (await store.writeOne({ table: 'screening', put, when: 'absent' })) return { id, isResumed: false };
  const begun = await findBegunBatch(store, caller, begin);
  if (!begun) throw unavailable('The request is being repeated. Retry later.');
  return begun;
}

/** The id of the run of an item. Those of a batch follow each other by a millisecond, in the order of the items. */
export const runIdIn = (batchId: string, { index, attempt }: { index: number; attempt: number }, ms: number) =>
  derivedId(hash('sha256', `${batchId}\n${index}\n${attempt}`, 'buffer'), ms + index);

/** The id of the run of an item, and the run if it has been made. A place can be taken by the run of another request. */
export async function placeOfRun(
  store: Store,
  scope: Scope,
  { batchId, index, mayExist }: { batchId: string; index: number; mayExist: boolean },
): Promise<{ id: string; made: ScreeningRun | undefined }> {
  for (let attempt = 0; ; attempt += 1) {
    const id = runIdIn(batchId, { index, attempt }, msOf(batchId));
    const found = mayExist ? await findRunAt(store, scope, id) : undefined;
    if (!found || found.stored.run.id === id) return { id, made: found?.stored.run };
  }
}

const rowOf = (scope: Scope, batch: StoredBatch) => {
  const [packed] = pack(batch);
  return { ...keyIn(batchesOf(scope), batch.id), id: batch.id, packed };
};

export const storeBatch = (scope: Scope, batch: StoredBatch): Write => ({
  table: 'screening',
  put: rowOf(scope, batch),
  when: 'absent',
});

/** Replaces the batch of an upload when its job has ended. */
export const replaceBatch = (scope: Scope, batch: StoredBatch): Write => ({
  table: 'screening',
  put: rowOf(scope, batch),
  when: { id: batch.id },
});

const batchIn = ({ packed }: Item): StoredBatch => StoredBatch.parse(unpack([packed as Uint8Array]));

export async function findBatch(store: Store, scope: Scope, id: string): Promise<StoredBatch | undefined> {
  const row = await findOwnRow(store, batchesOf(scope), id);
  return row && batchIn(row);
}

export const listBatches = (store: Store, scope: Scope, offset: number) =>
  listCollection(store, batchesOf(scope), { offset, order: 'newest', expand: oneRecord(batchIn) });
