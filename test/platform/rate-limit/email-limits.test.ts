import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimFromRow } from '#shared/platform/rate-limit/bucket-row.ts';
import { claimTokens, reserveTokens } from '#shared/platform/rate-limit/claim-tokens.ts';
import {
  DEFAULT_EMAIL_LIMITS,
  EmailLimitsText,
  hourly,
  parseEmailLimits,
  writeEmailLimits,
} from '#shared/platform/rate-limit/email-limits.ts';
import { prepareEngine } from '#test/support/engine.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 2, 14);

beforeAll(prepareEngine);
// A claim times out after a second, and a busy machine may need longer.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('email limits as text', () => {
  test('an omitted limit has its default', () => {
    expect(parseEmailLimits('recipient=7')).toEqual({ ...DEFAULT_EMAIL_LIMITS, recipient: 7 });
    expect(parseEmailLimits(writeEmailLimits(DEFAULT_EMAIL_LIMITS))).toEqual(DEFAULT_EMAIL_LIMITS);
    expect(parseEmailLimits('off')).toBeUndefined();
  });

  test.each(['', 'organization', 'organization=0', 'key=5', 'test=1,test=2', 'test=1/2'])('%j is refused', (text) => {
    expect(parseEmailLimits(text)).toBeNull();
    expect(EmailLimitsText.safeParse(text).success).toBe(false);
  });
});

const claim = (pk: string, emails: number, tokens: number, at: { ms?: number; mayWait?: boolean }) =>
  claimFromRow(pk, hourly(emails), {
    nowMs: NOW_MS + (at.ms ?? 0),
    tokens,
    mayWait: at.mayWait ?? false,
  });

describe('token claims', () => {
  test('take all tokens or none, and return the time until they are available', async () => {
    const pk = randomUUID();

    expect(await claim(pk, 10, 8, {})).toEqual({ isTaken: true, waitMs: 0 });
    const refused = await claim(pk, 10, 4, {});
    expect(refused).toEqual({ isTaken: false, waitMs: HOUR_MS / 5 });
    expect(await claim(pk, 10, 4, { ms: refused.waitMs - 1_000 })).toMatchObject({
      isTaken: false,
    });
    expect(await claim(pk, 10, 4, { ms: refused.waitMs })).toMatchObject({ isTaken: true });
  });

  test('of more than a bucket holds require a full bucket and delay its refill', async () => {
    const pk = randomUUID();

    expect(await claim(pk, 5, 20, {})).toEqual({ isTaken: true, waitMs: 0 });
    expect(await claim(pk, 5, 1, { ms: 3 * HOUR_MS })).toMatchObject({ isTaken: false });
    expect(await claim(pk, 5, 5, { ms: 4 * HOUR_MS })).toMatchObject({ isTaken: true });
  });

  test('in advance get consecutive times of their own', async () => {
    const pk = randomUUID();

    const waits = [];
    for (let at = 0; at < 8; at += 1) waits.push((await claim(pk, 5, 1, { mayWait: true })).waitMs / HOUR_MS);

    expect(waits).toEqual([0, 0, 0, 0, 0, 0.2, 0.4, 0.6]);
  });

  test('of several buckets leave the others unchanged if one is empty', async () => {
    const [organization, recipient] = [randomUUID(), randomUUID()];
    const wanted = (tokens: number) => [
      { pk: organization, limit: hourly(10), tokens },
      { pk: recipient, limit: hourly(2), tokens },
    ];

    expect(await claimTokens(wanted(2), NOW_MS)).toBeUndefined();
    for (let at = 0; at < 3; at += 1) expect((await claimTokens(wanted(1), NOW_MS))?.wanted.pk).toBe(recipient);

    expect(await claim(organization, 10, 8, {})).toMatchObject({ isTaken: true });
  });

  test('made concurrently never exceed the bucket', async () => {
    const pk = randomUUID();

    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(pk, 8, 1, {})));

    expect(claims.filter(({ isTaken }) => isTaken)).toHaveLength(8);
  });

  test('in advance respect the rate in every interval', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: HOUR_MS / 4 }), { minLength: 1, maxLength: 12 }),
        async (emails, pauses) => {
          const pk = randomUUID();
          let nowMs = NOW_MS;
          const sentAt: number[] = [];
          for (const pause of pauses) {
            nowMs += pause;
            sentAt.push(nowMs + (await reserveTokens([{ pk, limit: hourly(emails), tokens: 1 }], nowMs)));
          }
          const inOrder = sentAt.toSorted((a, b) => a - b);
          for (const [first, start] of inOrder.entries())
            for (const [last, end] of inOrder.entries())
              expect(last - first + 1).toBeLessThanOrEqual(
                Math.max(0, emails + ((end - start) / HOUR_MS) * emails + 0.01) || 1,
              );
        },
      ),
      { numRuns: 15 },
    );
  });
});
