import { hash } from 'node:crypto';
import { type Caller, principalOf, type Scope, scopeKey } from '../caller.ts';
import { conflict } from '../problem.ts';
import { pack, unpack } from './packed.ts';
import { shardsUpTo } from './shard-plan.ts';
import { shardPlanOf } from './shard-plans.ts';
import type { Item, Key, Store, Write } from './store.ts';

/**
 * The receipt of a request with an idempotency key: what was asked, by whom, and what was answered. It
 * commits with the effect, so either both exist or neither does, and a key is used up by success only.
 */
export interface ReceiptRequest {
  idempotencyKey: string;
  /** Method and path as called, or a hash of them where the path holds a secret. */
  operation: string;
  bodyDigest: string;
}

export interface Answer {
  status: number;
  body: unknown;
  isReplay: boolean;
}

const KEPT_SECONDS = 31 * 24 * 60 * 60;
/** DynamoDB removes expired rows up to two days late and one by one; further parts outlive the first. */
const PART_KEPT_SECONDS = KEPT_SECONDS + 3 * 24 * 60 * 60;
const shardCount = () => shardsUpTo(shardPlanOf('receipts'));

export const receiptPartitionsOf = (scope: Scope) =>
  Array.from({ length: shardCount() }, (_, shard) => `${scopeKey(scope)}#receipts#${shard}`);

/** `~` cannot occur in an idempotency key, so a part never meets another key's receipt. */
function receiptKey(caller: Caller, idempotencyKey: string, part = 0): Key {
  const shard = (hash('sha256', idempotencyKey, 'buffer')[0] ?? 0) % shardCount();
  const name = nameOf(caller, idempotencyKey);
  return { pk: `${scopeKey(caller)}#receipts#${shard}`, sk: part === 0 ? name : `${name}~${part}` };
}

/**
 * The keys of an organization are shared by all who act for it. A signer does not: whoever holds a link must
 * neither use up a key that the organization is about to send, nor find out which it has sent. So each has
 * keys of their own, behind a `/`, which cannot occur in one either.
 */
const nameOf = ({ kind, id }: Caller, idempotencyKey: string) =>
  kind === 'signer' ? `${id}/${idempotencyKey}` : idempotencyKey;

export function receiptWrites(
  caller: Caller,
  request: ReceiptRequest,
  answer: { commitId: string; status: number; body: unknown; now: Date },
): [Write, ...Write[]] {
  const parts = pack(answer.body);
  const nowSeconds = Math.floor(answer.now.getTime() / 1000);
  const keyOf = (part: number) => receiptKey(caller, request.idempotencyKey, part);
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
        expiresAtSeconds: nowSeconds + KEPT_SECONDS,
      },
      when: 'absent',
    },
    ...parts.slice(1).map((body, index): Write => {
      const expiresAtSeconds = nowSeconds + PART_KEPT_SECONDS;
      return { table: 'journal', put: { ...keyOf(index + 1), body, expiresAtSeconds } };
    }),
  ];
}

export const findReceipt = (store: Store, caller: Caller, { idempotencyKey }: ReceiptRequest) =>
  store.get('journal', receiptKey(caller, idempotencyKey));

/** The first answer again, or a conflict when the key stands for something else. */
export async function answerFrom(
  store: Store,
  caller: Caller,
  request: ReceiptRequest,
  receipt: Item,
): Promise<Answer> {
  if (receipt.principal !== principalOf(caller))
    throw conflict('idempotency_key_reused', 'Another principal has used this idempotency key.');
  if (receipt.operation !== request.operation || receipt.bodyDigest !== request.bodyDigest)
    throw conflict(
      'idempotency_key_reused',
      'This idempotency key has been used for a different request.',
    );

  const bodies = [receipt.body as Uint8Array];
  for (let part = 1; part < Number(receipt.parts); part += 1) {
    const row = await store.get('journal', receiptKey(caller, request.idempotencyKey, part));
    bodies.push(row?.body as Uint8Array);
  }
  return { status: Number(receipt.status), body: unpack(bodies), isReplay: true };
}
