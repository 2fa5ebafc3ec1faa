import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { rateLimitClient } from '../aws-clients.ts';
import type { Context } from '../context.ts';
import { optionalSetting, tableNameOf } from '../environment.ts';
import { measure } from '../log.ts';
import { toRow } from '../store/dynamo-calls.ts';
import type { Key, Write } from '../store/store.ts';
import { parseSpendingLimits, type Spending, type SpendingLimits } from './spending-limits.ts';

/**
 * Daily limits of an organization on what costs money outside the service's own tables. A row per organization, kind and
 * day (UTC) has the number used. Without `SPENDING_LIMITS` nothing is limited.
 */
const DAY_MS = 24 * 3600 * 1000;
/** Rows are kept for a day longer than they count. */
const EXPIRY_MS = 2 * DAY_MS;
const DEADLINE_MS = 1_000;

/** For a change: the write that counts it in the same transaction, so that a refused change counts nothing. */
export async function spendWith({ store, caller, now }: Context, kind: Spending): Promise<Write[]> {
  const most = limits()?.[kind];
  if (most === undefined) return [];
  const key = keyOf(caller.organizationId, kind, now);
  const row = await store.get('identity', key);
  const used = Number(row?.used ?? 0);
  if (used >= most) throw spent(kind, most, now);
  // A concurrent change that counted first makes this one run again.
  return row
    ? [{ table: 'identity', update: key, set: { used: used + 1 }, when: { used } }]
    : [{ table: 'identity', put: { ...key, used: 1, expiresAtSeconds: expiryOf(now) }, when: 'absent' }];
}

/**
 * For work that may change nothing: counts it before it begins. Fails open, like the rate limiter: if DynamoDB does not
 * answer, the work is allowed and measured.
 */
export async function spendNow(organizationId: string, kind: Spending, now: Date): Promise<void> {
  const most = limits()?.[kind];
  if (most === undefined) return;
  const command = new UpdateItemCommand({
    TableName: tableNameOf('identity'),
    Key: toRow({ ...keyOf(organizationId, kind, now) }),
    ConditionExpression: 'attribute_not_exists(used) OR used < :most',
    UpdateExpression: 'SET expiresAtSeconds = :expiry ADD used :one',
    ExpressionAttributeValues: toRow({ ':most': most, ':one': 1, ':expiry': expiryOf(now) }),
  });
  const abortSignal = AbortSignal.timeout(Number(optionalSetting('RATE_DEADLINE_MS') ?? DEADLINE_MS));
  try {
    await rateLimitClient().send(command, { abortSignal });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw spent(kind, most, now);
    measure('RatesUnchecked', 1);
  }
}

const keyOf = (organizationId: string, kind: Spending, now: Date): Key => ({
  pk: `rate#spending#${sha256Hex(organizationId)}`,
  sk: `${kind}#${now.toISOString().slice(0, 10)}`,
});

const expiryOf = (now: Date) => Math.ceil((now.getTime() + EXPIRY_MS) / 1000);

const NOUNS: Record<Spending, string> = {
  investigations: 'AI-assisted investigations',
  pings: 'test events of webhooks',
  prints: 'requests that print or inspect files',
};

function spent(kind: Spending, most: number, now: Date): Problem {
  const resetsMs = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  const resetsAt = new Date(resetsMs).toISOString();
  return new Problem(
    429,
    'spending_limit',
    `This organization has used its ${most} ${NOUNS[kind]} of today. Nothing was changed. Retry after ${resetsAt}.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((resetsMs - now.getTime()) / 1000)) },
  );
}

let parsed: { text: string; limits: SpendingLimits | undefined } | undefined;

function limits(): SpendingLimits | undefined {
  const text = optionalSetting('SPENDING_LIMITS');
  if (text === undefined) return undefined;
  if (parsed?.text !== text) parsed = { text, limits: parseSpendingLimits(text) ?? undefined };
  return parsed.limits;
}
