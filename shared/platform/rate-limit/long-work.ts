import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { rateLimitClient } from '../aws-clients.ts';
import { optionalSetting, tableNameOf } from '../environment.ts';
import { measure } from '../log.ts';
import { isThrottled } from '../outage.ts';
import { fromRow, toRow } from '../store/dynamo-calls.ts';

/**
 * Requests that inspect, print or screen for seconds are limited by how many run at the same time: a rate would let one
 * organization use up the concurrency of the account. The row of an organization has a lease for each of its running
 * requests. A lease is returned with the answer, and ends with the timeout of the function if that dies.
 */
export interface LongWork {
  organizationId: string;
  requestId: string;
  timeoutSeconds: number;
}

/** Of the function that holds a lease: its clock may differ, and Lambda may end it a moment later. */
const SLACK_SECONDS = 5;
/** The deadline of a request for tokens, see `bucket-row.ts`. */
const DEADLINE_MS = 200;
/** Concurrent requests may take or return leases in between. */
const ATTEMPTS = 4;
const EXPIRY_SECONDS = 3_600;

const LeaseRow = z.object({ leases: z.record(z.string(), z.number()).optional() });
type Leases = Record<string, number>;

/**
 * Takes a lease and returns it, or throws a 429 if the organization has as many as `LONG_REQUESTS` allows. Fails open, like the rate
 * limiter: if DynamoDB does not answer, the request is allowed and counted. Without the setting nothing is limited.
 */
export async function takeLongWork(work: LongWork): Promise<LongWork | undefined> {
  const most = Number(optionalSetting('LONG_REQUESTS') ?? 0);
  if (most === 0) return undefined;
  const wait = await waitFor(work, most).catch((error: unknown) => {
    // Its own requests throttle a row.
    if (isThrottled(error)) return 1;
    measure('RatesUnchecked', 1);
    return 0;
  });
  if (wait > 0)
    throw new Problem(
      429,
      'rate_limited',
      `At most ${most} requests of an organization print, inspect files or screen a batch at the same time. Retry after ${wait} s.`,
      { retryAfterSeconds: wait },
    );
  return work;
}

/** Gives the lease back. A failure changes nothing: the lease ends by itself. */
export async function returnLongWork(work: LongWork): Promise<void> {
  await update(work, {
    condition: 'attribute_exists(leases.#own)',
    change: 'REMOVE leases.#own',
    names: { '#own': work.requestId },
  }).catch(() => undefined);
}

/** Zero if a lease was taken, else the seconds after which one may be free. */
async function waitFor(work: LongWork, most: number): Promise<number> {
  const nowMs = Date.now();
  const untilMs = nowMs + (work.timeoutSeconds + SLACK_SECONDS) * 1_000;
  let seen: Leases | undefined = {};
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const ended = Object.entries(seen ?? {}).filter(([, endsMs]) => endsMs <= nowMs);
    const isFull = seen !== undefined && Object.keys(seen).length >= most;
    if (isFull && ended.length === 0) return 1;
    try {
      await update(work, seen === undefined ? first(work, untilMs) : another(work, { most, untilMs, ended }));
      return 0;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      seen = LeaseRow.parse(error.Item ? fromRow(error.Item) : {}).leases;
    }
  }
  return 1;
}

interface Update {
  condition: string;
  change: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

const first = ({ requestId }: LongWork, untilMs: number): Update => ({
  condition: 'attribute_not_exists(leases)',
  change: 'SET leases = :leases, expiresAtSeconds = :expiry',
  values: { ':leases': { [requestId]: untilMs }, ':expiry': expiryAfter(untilMs) },
});

/** Adds a lease in place of those that have ended. */
function another(
  { requestId }: LongWork,
  { most, untilMs, ended }: { most: number; untilMs: number; ended: [string, number][] },
): Update {
  const removed = ended.map((_, index) => `leases.#ended${index}`);
  return {
    condition: ['size(leases) < :most', ...removed.map((path, index) => `${path} = :ended${index}`)].join(' AND '),
    change: [
      'SET leases.#own = :until, expiresAtSeconds = :expiry',
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    names: { '#own': requestId, ...Object.fromEntries(ended.map(([id], index) => [`#ended${index}`, id])) },
    values: {
      ':most': most + ended.length,
      ':until': untilMs,
      ':expiry': expiryAfter(untilMs),
      ...Object.fromEntries(ended.map(([, endsMs], index) => [`:ended${index}`, endsMs])),
    },
  };
}

const expiryAfter = (untilMs: number) => Math.ceil(untilMs / 1_000) + EXPIRY_SECONDS;

async function update({ organizationId }: LongWork, { condition, change, names, values }: Update): Promise<void> {
  const abortSignal = AbortSignal.timeout(Number(optionalSetting('RATE_DEADLINE_MS') ?? DEADLINE_MS));
  const command = new UpdateItemCommand({
    TableName: tableNameOf('identity'),
    Key: toRow({ pk: `rate#long#${sha256Hex(organizationId)}`, sk: 'leases' }),
    ConditionExpression: condition,
    UpdateExpression: change,
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: toRow(values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  await rateLimitClient().send(command, { abortSignal });
}
