import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { dynamoClient, rateLimitClient } from '../aws-clients.ts';
import { optionalSetting, tableNameOf } from '../environment.ts';
import { fromRow, toRow } from '../store/dynamo-calls.ts';
import {
  intervalMs,
  latestClaimMs,
  latestTatMs,
  type RateLimit,
  type Taken,
  type TokenClaim,
  takeTokens,
  waitForClaim,
} from './gcra.ts';

/** A request waits at most this long for its tokens; DynamoDB answers or throttles within a tenth of it. */
const DEADLINE_MS = 200;
/** An email may wait longer, also for retries of the SDK. */
const CLAIM_MS = 1_000;
/** Concurrent requests may take tokens in between. */
const ATTEMPTS = 4;
const EXPIRY_SECONDS = 3_600;
/** Tokens taken in advance stay recorded until long after they would have been available. */
const ADVANCE_EXPIRY_SECONDS = 3 * 24 * 3_600;

/** The tokens of the bucket are contested: it is as good as empty. */
export class BucketContested extends Error {
  override name = 'BucketContested';
}

/**
 * Takes tokens from a bucket whose row stores the TAT. DynamoDB has no maximum of two values, so there are
 * two updates: one restarts a full bucket from now, the other adds to a TAT in the future. Each is
 * conditional arithmetic instead of compare-and-set, so concurrent processes do not conflict.
 *
 * A TAT that this process has seen selects the update, and saves it if the bucket is known to be empty: a TAT
 * never decreases. One write takes the tokens then, and two otherwise if the bucket is not full.
 */
export async function takeFromRow(
  pk: string,
  limit: RateLimit,
  { nowMs, wanted, seenTatMs }: { nowMs: number; wanted: number; seenTatMs?: number | undefined },
): Promise<Taken> {
  const abortSignal = AbortSignal.timeout(Number(optionalSetting('RATE_DEADLINE_MS') ?? DEADLINE_MS));
  let tatMs = seenTatMs;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const possible = takeTokens(limit, tatMs, nowMs, wanted);
    const { tokens } = possible;
    if (tokens === 0) return possible;
    const isAhead = (tatMs ?? 0) > nowMs;
    const latestMs = latestTatMs(limit, nowMs, tokens);
    const command = updateOf(pk, limit, { nowMs, tokens, isAhead, latestMs });
    try {
      const { Attributes } = await rateLimitClient().send(command, { abortSignal });
      return { tokens, tatMs: Number(fromRow(Attributes ?? {}).tatMs) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      tatMs = error.Item && Number(fromRow(error.Item).tatMs);
    }
  }
  throw new BucketContested();
}

/** Claims all tokens or none. With `mayWait` they are always taken, in advance if necessary. */
export async function claimFromRow(
  pk: string,
  limit: RateLimit,
  { nowMs, tokens, mayWait }: { nowMs: number; tokens: number; mayWait: boolean },
): Promise<TokenClaim> {
  const abortSignal = AbortSignal.timeout(CLAIM_MS);
  const latestMs = mayWait ? Number.MAX_SAFE_INTEGER : latestClaimMs(limit, nowMs, tokens);
  let isAhead = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const command = updateOf(pk, limit, { nowMs, tokens, isAhead, latestMs });
    try {
      const { Attributes } = await dynamoClient().send(command, { abortSignal });
      const tatMs = Number(fromRow(Attributes ?? {}).tatMs) - tokens * intervalMs(limit);
      return { isTaken: true, waitMs: waitForClaim(limit, tatMs, nowMs, tokens) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const tatMs = error.Item && Number(fromRow(error.Item).tatMs);
      const waitMs = waitForClaim(limit, tatMs, nowMs, tokens);
      if (waitMs > 0 && !mayWait) return { isTaken: false, waitMs };
      isAhead = (tatMs ?? 0) > nowMs;
    }
  }
  throw new Error('The bucket changed faster than tokens could be claimed.');
}

/** Returns claimed tokens that were not used. */
export async function returnToRow(pk: string, limit: RateLimit, tokens: number): Promise<void> {
  await dynamoClient().send(
    new UpdateItemCommand({
      TableName: tableNameOf('identity'),
      Key: toRow({ pk, sk: 'bucket' }),
      ConditionExpression: 'attribute_exists(tatMs)',
      UpdateExpression: 'SET tatMs = tatMs - :returned',
      ExpressionAttributeValues: toRow({ ':returned': tokens * intervalMs(limit) }),
    }),
    { abortSignal: AbortSignal.timeout(CLAIM_MS) },
  );
}

interface Update {
  nowMs: number;
  tokens: number;
  isAhead: boolean;
  /** The TAT up to which the tokens may be added to it. */
  latestMs: number;
}

function updateOf(pk: string, limit: RateLimit, { nowMs, tokens, isAhead, latestMs }: Update) {
  const added = tokens * intervalMs(limit);
  const fullMs = nowMs + Math.max(tokens, limit.burst) * intervalMs(limit);
  const isInAdvance = latestMs === Number.MAX_SAFE_INTEGER;
  const expiry = Math.ceil(fullMs / 1000) + (isInAdvance ? ADVANCE_EXPIRY_SECONDS : EXPIRY_SECONDS);
  const values = isAhead
    ? { ':now': nowMs, ':latest': latestMs, ':added': added }
    : { ':now': nowMs, ':next': nowMs + added };
  return new UpdateItemCommand({
    TableName: tableNameOf('identity'),
    Key: toRow({ pk, sk: 'bucket' }),
    ConditionExpression: isAhead ? 'tatMs > :now AND tatMs <= :latest' : 'attribute_not_exists(tatMs) OR tatMs <= :now',
    UpdateExpression: isAhead
      ? 'SET tatMs = tatMs + :added, expiresAtSeconds = :expiry'
      : 'SET tatMs = :next, expiresAtSeconds = :expiry',
    ExpressionAttributeValues: toRow({ ...values, ':expiry': expiry }),
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}
