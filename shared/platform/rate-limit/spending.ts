import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { rateLimitClient } from '../aws-clients.ts';
import type { Scope } from '../caller.ts';
import type { Context } from '../context.ts';
import { optionalSetting, tableNameOf } from '../environment.ts';
import { measure } from '../log.ts';
import { toRow } from '../store/dynamo-calls.ts';
import type { Item, Key, Store, Write } from '../store/store.ts';
import { parseSpendingLimits, type Spending, type SpendingLimits } from './spending-limits.ts';

/**
 * What an organization uses of things that cost money outside the service's own tables. A row per organization, kind
 * and day (UTC) has the number used, which the daily limit is compared with, and the number of each mode. It is counted
 * without limits too, for `usage.ts`.
 */
const DAY_MS = 24 * 3600 * 1000;
/** Usage can be read for a year. */
const EXPIRY_MS = 400 * DAY_MS;
const DEADLINE_MS = 1_000;

/** Counted one by one; tokens are counted by `model-tokens.ts`. */
type SpentSingly = Exclude<Spending, 'tokens'>;

/** For a change: the write that counts it in the same transaction, so that a refused change counts nothing. */
export async function spendWith({ store, caller, now }: Context, kind: SpentSingly): Promise<Write[]> {
  const most = spendingLimits()?.[kind];
  const key = spendingKey(caller.organizationId, kind, dayOf(now));
  const row = await store.get('identity', key);
  const used = Number(row?.used ?? 0);
  if (most !== undefined && used >= most) throw spent(kind, most, now);
  const counted = { used: used + 1, [caller.mode]: Number(row?.[caller.mode] ?? 0) + 1, ...expiryFrom(now) };
  return [countedFrom(row, key, counted)];
}

/**
 * For a worker with many equal pieces of work: as many of them as are left of today, and the write that counts them with
 * the progress of the work. 0 if the limit is used up.
 */
export async function spendUpTo(
  { store, caller, now }: Pick<Context, 'store' | 'caller' | 'now'>,
  kind: SpentSingly,
  wanted: number,
): Promise<{ granted: number; writes: Write[] }> {
  const most = spendingLimits()?.[kind];
  const key = spendingKey(caller.organizationId, kind, dayOf(now));
  const row = await store.get('identity', key);
  const used = Number(row?.used ?? 0);
  const granted = Math.max(0, Math.min(wanted, (most ?? Number.POSITIVE_INFINITY) - used));
  if (granted === 0) return { granted, writes: [] };
  const counted = {
    used: used + granted,
    [caller.mode]: Number(row?.[caller.mode] ?? 0) + granted,
    ...expiryFrom(now),
  };
  return { granted, writes: [countedFrom(row, key, counted)] };
}

/** A concurrent change that counted first makes this one run again. */
const countedFrom = (row: Item | undefined, key: Key, counted: Record<string, unknown>): Write =>
  row
    ? { table: 'identity', update: key, set: counted, when: { used: row.used } }
    : { table: 'identity', put: { ...key, ...counted }, when: 'absent' };

/**
 * For work that may change nothing: counts it before it begins. Fails open, like the rate limiter: if DynamoDB does not
 * answer, the work is allowed and measured.
 */
export async function spendNow(scope: Scope, kind: SpentSingly, now: Date): Promise<void> {
  const abortSignal = AbortSignal.timeout(Number(optionalSetting('RATE_DEADLINE_MS') ?? DEADLINE_MS));
  const isWithin = await addWithinLimit(
    scope.organizationId,
    kind,
    now,
    { used: 1, [scope.mode]: 1 },
    abortSignal,
  ).catch(() => {
    measure('RatesUnchecked', 1);
    return true;
  });
  if (!isWithin) throw spent(kind, spendingLimits()?.[kind] ?? 0, now);
}

/** Adds to the numbers of today, or returns false if the limit is used up. */
export async function addWithinLimit(
  organizationId: string,
  kind: Spending,
  now: Date,
  add: Readonly<Record<string, number>>,
  abortSignal: AbortSignal,
): Promise<boolean> {
  const most = spendingLimits()?.[kind];
  const names = Object.keys(add);
  const command = new UpdateItemCommand({
    TableName: tableNameOf('identity'),
    Key: toRow({ ...spendingKey(organizationId, kind, dayOf(now)) }),
    ...(most !== undefined && { ConditionExpression: 'attribute_not_exists(used) OR used < :most' }),
    UpdateExpression: `SET expiresAtSeconds = :expiry ADD ${names.map((name, index) => `${name} :add${index}`).join(', ')}`,
    ExpressionAttributeValues: toRow({
      ...(most !== undefined && { ':most': most }),
      ...Object.fromEntries(names.map((name, index) => [`:add${index}`, add[name]])),
      ':expiry': expiryFrom(now).expiresAtSeconds,
    }),
  });
  try {
    await rateLimitClient().send(command, { abortSignal });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Refuses work of which today's limit is used up, without counting it. */
export async function assertNotSpent(store: Store, organizationId: string, kind: Spending, now: Date): Promise<void> {
  const most = spendingLimits()?.[kind];
  if (most === undefined) return;
  const row = await store.get('identity', spendingKey(organizationId, kind, dayOf(now)));
  if (Number(row?.used ?? 0) >= most) throw spent(kind, most, now);
}

/** All rows of an organization. */
export const spendingPartition = (organizationId: string) => `rate#spending#${sha256Hex(organizationId)}`;

export const spendingKey = (organizationId: string, kind: Spending, day: string): Key => ({
  pk: spendingPartition(organizationId),
  sk: `${kind}#${day}`,
});

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export const expiryFrom = (now: Date) => ({ expiresAtSeconds: Math.ceil((now.getTime() + EXPIRY_MS) / 1000) });

const NOUNS: Record<Spending, string> = {
  investigations: 'AI-assisted investigations',
  pings: 'test events of webhooks',
  prints: 'requests that print or inspect files',
  tokens: 'tokens of the AI model',
};

function spent(kind: Spending, most: number, now: Date): Problem {
  const resetsAt = nextDay(now);
  return new Problem(
    429,
    'spending_limit',
    `${spentText(kind, most)} Nothing was changed. Retry after ${resetsAt.toISOString()}.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)) },
  );
}

const spentText = (kind: Spending, most: number) => `This organization has used its ${most} ${NOUNS[kind]} of today.`;

/** Which limit is used up, and when the next day begins. */
export const spentOf = (kind: Spending, now: Date) => ({
  text: spentText(kind, spendingLimits()?.[kind] ?? 0),
  resetsAt: nextDay(now),
});

const nextDay = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

let parsed: { text: string; limits: SpendingLimits | undefined } | undefined;

/** Undefined if nothing is limited. */
export function spendingLimits(): SpendingLimits | undefined {
  const text = optionalSetting('SPENDING_LIMITS');
  if (text === undefined) return undefined;
  if (parsed?.text !== text) parsed = { text, limits: parseSpendingLimits(text) ?? undefined };
  return parsed.limits;
}
