import { hash } from 'node:crypto';
import { conflict } from '@assay/foundation';
import { type Caller, principalOf, type Scope, scopeKey } from '../caller.ts';
import { pack, unpack } from './packed.ts';
import { shardsUpTo } from './shard-plan.ts';
import { shardPlanOf } from './shard-plans.ts';
import type { Item, Key, Store, Write } from './store.ts';

/**
 * Identifies a request with an idempotency key. The record of it, with principal and answer, commits in the
 * same transaction as the change: either both exist or neither, and only success uses up a key.
 */
export interface IdempotentRequest {
  idempotencyKey: string;
  /** Method and path as called, or a hash of them if the path contains a secret. */
  operation: string;
  bodyDigest: string;
}

export interface RequestAnswer {
  status: number;
  body: unknown;
  isReplay: boolean;
}

const RETENTION_SECONDS = 31 * 24 * 60 * 60;
/** DynamoDB deletes expired rows one by one, up to two days late, so further parts must outlive the first. */
const PART_RETENTION_SECONDS = RETENTION_SECONDS + 3 * 24 * 60 * 60;
const shardCount = () => shardsUpTo(shardPlanOf('receipts'));

export const idempotencyPartitionsOf = (scope: Scope) =>
  Array.from({ length: shardCount() }, (_, shard) => `${scopeKey(scope)}#receipts#${shard}`);

/** `~` cannot occur in an idempotency key, so parts never collide with the record of another key. */
function recordKey(caller: Caller, idempotencyKey: string, part = 0): Key {
  const shard = (hash('sha256', idempotencyKey, 'buffer')[0] ?? 0) % shardCount();
  const name = nameOf(caller, idempotencyKey);
  return { pk: `${scopeKey(caller)}#receipts#${shard}`, sk: part === 0 ? name : `${name}~${part}` };
}

/**
 * All API keys and users of an organization share its idempotency keys. Each signer has a namespace of their
 * own, so that a holder of a signing link can neither use up a key of the organization nor probe which it has
 * used. The separator `/` cannot occur in an idempotency key.
 */
const nameOf = ({ kind, id }: Caller, idempotencyKey: string) =>
  kind === 'signer' ? `${id}/${idempotencyKey}` : idempotencyKey;

export function idempotencyWrites(
  caller: Caller,
  request: IdempotentRequest,
  answer: { commitId: string; status: number; body: unknown; now: Date },
): [Write, ...Write[]] {
  const parts = pack(answer.body);
  const nowSeconds = Math.floor(answer.now.getTime() / 1000);
  const keyOf = (part: number) => recordKey(caller, request.idempotencyKey, part);
  return [
    {
      table: 'journal',
      put: {
        ...keyOf(0),
        operation: request.operation,
        principal: principalOf(caller),
        bodyDigest: request.bodyDigest,
        commitId: answer.commitId,
        status: answer.status,
        body: parts[0],
        parts: parts.length,
        expiresAtSeconds: nowSeconds + RETENTION_SECONDS,
      },
      when: 'absent',
    },
    ...parts.slice(1).map((body, index): Write => {
      const expiresAtSeconds = nowSeconds + PART_RETENTION_SECONDS;
      return { table: 'journal', put: { ...keyOf(index + 1), body, expiresAtSeconds } };
    }),
  ];
}

export const findIdempotencyRecord = (
  store: Store,
  caller: Caller,
  { idempotencyKey }: Pick<IdempotentRequest, 'idempotencyKey'>,
) => store.get('journal', recordKey(caller, idempotencyKey));

/** The stored answer, or a conflict if the key was used for a different request. */
export async function answerFrom(
  store: Store,
  caller: Caller,
  request: IdempotentRequest,
  record: Item,
): Promise<RequestAnswer> {
  if (record.principal !== principalOf(caller))
    throw conflict('idempotency_key_reused', 'Another principal has used this idempotency key.');
  if (record.operation !== request.operation || record.bodyDigest !== request.bodyDigest)
    throw conflict('idempotency_key_reused', 'This idempotency key has been used for a different request.');

  const bodies = [record.body as Uint8Array];
  for (let part = 1; part < Number(record.parts); part += 1) {
    const row = await store.get('journal', recordKey(caller, request.idempotencyKey, part));
    bodies.push(row?.body as Uint8Array);
  }
  return { status: Number(record.status), body: unpack(bodies), isReplay: true };
}
