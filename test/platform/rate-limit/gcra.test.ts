import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RateLimit, takeTokens } from '#shared/platform/rate-limit/gcra.ts';
import { DEFAULT_RATE_LIMITS, parseRateLimits, writeRateLimits } from '#shared/platform/rate-limit/limits.ts';

const someLimit = fc.record({
  perSecond: fc.integer({ min: 1, max: 2_000 }),
  burst: fc.integer({ min: 1, max: 2_000 }),
});
const someRequests = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
    wanted: fc.integer({ min: 1, max: 64 }),
  }),
  { maxLength: 60 },
);
const START_MS = Date.UTC(2026, 2, 14);

/** The time of each request, and the tokens it got. */
function served(limit: RateLimit, requests: { pauseMs: number; wanted: number }[]) {
  let nowMs = START_MS;
  let tatMs: number | undefined;
  return requests.map(({ pauseMs, wanted }) => {
    nowMs += pauseMs;
    const taken = takeTokens(limit, tatMs, nowMs, wanted);
    if ('tatMs' in taken) tatMs = taken.tatMs;
    return { nowMs, wanted, tokens: taken.tokens };
  });
}

test('token bucket: no interval gives more than the burst and its rate', () => {
  fc.assert(
    fc.property(someLimit, someRequests, (limit, requests) => {
      const all = served(limit, requests);
      for (const [first, { nowMs }] of all.entries()) {
        let sum = 0;
        for (const one of all.slice(first)) {
          sum += one.tokens;
          const most = limit.burst + ((one.nowMs - nowMs) / 1000) * limit.perSecond;
          expect(sum).toBeLessThanOrEqual(most + 0.01);
        }
      }
    }),
  );
});

test('token bucket: gives as many tokens as a bucket that is refilled continuously', () => {
  fc.assert(
    fc.property(someLimit, someRequests, (limit, requests) => {
      let level = limit.burst;
      let lastMs = START_MS;
      for (const { nowMs, wanted, tokens } of served(limit, requests)) {
        level = Math.min(limit.burst, level + ((nowMs - lastMs) / 1000) * limit.perSecond);
        lastMs = nowMs;
        expect(tokens).toBeGreaterThanOrEqual(Math.min(wanted, Math.floor(level - 0.01)));
        expect(tokens).toBeLessThanOrEqual(Math.min(wanted, Math.floor(level + 0.01)));
        level -= tokens;
      }
    }),
  );
});

test('token bucket: an empty bucket has a token after the returned time, and not much earlier', () => {
  fc.assert(
    fc.property(someLimit, fc.integer({ min: 0, max: 5_000 }), (limit, aheadMs) => {
      const tatMs = START_MS + (limit.burst * 1000) / limit.perSecond + aheadMs;
      const taken = takeTokens(limit, tatMs, START_MS, 1);
      if (!('retryAfterMs' in taken)) throw new Error('The bucket was not empty.');

      expect(takeTokens(limit, tatMs, START_MS + taken.retryAfterMs, 1).tokens).toBe(1);
      expect(takeTokens(limit, tatMs, START_MS + taken.retryAfterMs - 1, 1).tokens).toBe(0);
    }),
  );
});

describe('rate limits as text', () => {
  test('an omitted limit has its default', () => {
    expect(parseRateLimits('key=50/100')).toEqual({
      ...DEFAULT_RATE_LIMITS,
      key: { perSecond: 50, burst: 100 },
    });
  });

  test('the defaults can be written and read', () => {
    expect(parseRateLimits(writeRateLimits(DEFAULT_RATE_LIMITS))).toEqual(DEFAULT_RATE_LIMITS);
  });

  test('`off` disables all limits', () => {
    expect(parseRateLimits('off')).toBeUndefined();
  });

  test.each(['', 'key', 'key=0/1', 'key=1/0', 'key=1/1,key=2/2', 'key=1.5/2', 'key=100001/1'])(
    '%j is invalid',
    (text) => {
      expect(parseRateLimits(text)).toBeNull();
    },
  );
});
