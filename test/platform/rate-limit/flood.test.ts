import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAwsFront } from '#packages/local-aws/src/aws/aws-front.ts';
import type { AwsRequest } from '#packages/local-aws/src/aws/aws-request.ts';
import type { Disturbance } from '#packages/local-aws/src/harsh/disturbances.ts';
import { HARSH } from '#packages/local-aws/src/harsh/harsh.ts';
import { keyThrottle } from '#packages/local-aws/src/harsh/key-throttle.ts';
import type { Bucket } from '#shared/platform/rate-limit/rate-limiter.ts';
import { prepareEngine } from '#test/support/engine.ts';
import type { Turn, TurnResult } from './flooding-process.ts';

// Four processes load the SDK; a busy machine takes long for it.

const PROCESSES = 4;
const TURN_MS = 50;
const SECONDS = 4;
const TURNS = (SECONDS * 1_000) / TURN_MS;
/** A tenth of the defaults: 20 a second of a key, 50 of its organization, and 100 writes to a row. */
const KEY = { perSecond: 20, burst: 40 };
const RATE_LIMITS = 'organization=50/100,key=20/40,link=10/40';
const ROW_UNITS = HARSH.writeUnitsPerKey / 10;
/** Ten times the limit of the key. */
const FLOOD_PER_TURN = (KEY.perSecond * 10 * TURN_MS) / 1_000;

let nowMs = Date.UTC(2030, 0, 1);
let throttle: Disturbance | undefined;
let writes: string[] = [];
let stop: () => Promise<void>;
const processes: ChildProcess[] = [];

/** Counts the writes that reach the throttle, refused ones included. */
const counting: Disturbance = {
  strike: (request: AwsRequest) => {
    if (String(request.headers['x-amz-target']).endsWith('UpdateItem'))
      writes.push(JSON.parse(request.body.toString()).Key.pk.S);
    return throttle?.strike?.(request);
  },
};

beforeAll(async () => {
  await prepareEngine();
  const engine = `${process.env.AWS_ENDPOINT_URL_DYNAMODB}`;
  const front = await startAwsFront(() => ({
    callers: {
      nameOf: () => 'flooded',
      firstRefused: () => undefined,
      allows: () => true,
      usedGrants: () => [],
    },
    secrets: {} as never,
    signingKeys: {} as never,
    outbox: '',
    corsRules: new Map() as never,
    onDone: () => undefined,
    onDenied: () => undefined,
    engines: { dynamodb: engine, sqs: '', s3: '' },
    disturbances: [counting],
  }));
  stop = front.stop;
  for (let index = 0; index < PROCESSES; index += 1)
    processes.push(
      fork(new URL('flooding-process.ts', import.meta.url), {
        execArgv: [],
        env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: front.endpoint, RATE_LIMITS },
      }),
    );
  await Promise.all(processes.map((one) => once(one, 'message')));
});
afterAll(async () => {
  for (const one of processes) one.kill();
  await stop?.();
});

async function takeTurn(one: ChildProcess, turn: Turn): Promise<TurnResult> {
  const answer = once(one, 'message');
  one.send(turn);
  return (await answer)[0];
}

const ofKey = (organization: string, key: string): Bucket[] => [
  { limited: 'key', id: `${organization}#${key}` },
  { limited: 'organization', id: organization },
];

/** Four seconds in which one key sends ten times its limit to all processes, and others stay within theirs. */
async function flood(name: string) {
  const total = { admitted: {}, refused: {}, unchecked: 0 } as TurnResult;
  const count = (into: Record<string, number>, from: Record<string, number>) => {
    for (const [caller, more] of Object.entries(from)) into[caller] = (into[caller] ?? 0) + more;
  };
  writes = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    nowMs += TURN_MS;
    const results = await Promise.all(
      processes.map((one, index) => {
        const requests: Turn['requests'] = [];
        for (let at = index; at < FLOOD_PER_TURN; at += PROCESSES)
          requests.push({ caller: 'flood', buckets: ofKey(name, 'flooding') });
        // Each process in its turn: five requests a second of each caller who is not over a limit.
        if (turn % (PROCESSES * PROCESSES) === index * PROCESSES)
          requests.push(
            { caller: 'colleague', buckets: ofKey(name, 'other') },
            { caller: 'person', buckets: [{ limited: 'organization', id: name }] },
            { caller: 'stranger', buckets: ofKey(`${name} other`, 'key') },
          );
        return takeTurn(one, { nowMs, requests });
      }),
    );
    for (const { admitted, refused, unchecked } of results) {
      count(total.admitted, admitted);
      count(total.refused, refused);
      total.unchecked += unchecked;
    }
  }
  const ofRow = Map.groupBy(writes, (pk) => pk);
  return {
    ...total,
    writesOfBusiestRow: Math.max(...[...ofRow.values()].map((all) => all.length)),
  };
}

const within = KEY.burst + KEY.perSecond * SECONDS;
/** Requests of each other caller. */
const OTHERS = TURNS / PROCESSES;
const offered = FLOOD_PER_TURN * TURNS;

describe('rate limits: a key that sends ten times its limit to several processes', () => {
  test('is held to its limit, and no other caller notices', async () => {
    throttle = keyThrottle(
      { writeUnitsPerKey: ROW_UNITS, readUnitsPerKey: HARSH.readUnitsPerKey },
      () => 0,
      () => nowMs,
    );

    const { admitted, refused, unchecked, writesOfBusiestRow } = await flood('plain');

    expect(unchecked).toBe(0);
    expect(admitted.flood).toBeLessThanOrEqual(within);
    // Remembered emptiness must not cost the caller what the limit allows.
    expect(admitted.flood).toBeGreaterThan(within * 0.8);
    expect((admitted.flood ?? 0) + (refused.flood ?? 0)).toBe(offered);
    for (const caller of ['colleague', 'person', 'stranger']) {
      expect([caller, refused[caller]]).toEqual([caller, undefined]);
      expect(admitted[caller]).toBe(OTHERS);
    }
    // Each process writes a few times a second, however many requests it refuses.
    expect(writesOfBusiestRow).toBeLessThan(offered / 5);
    expect(writesOfBusiestRow / SECONDS).toBeLessThan(ROW_UNITS);
  });

  test('is refused while DynamoDB throttles its row, not let through unchecked', { tags: 'full' }, async () => {
    const row = `rate#key#${sha256Hex('throttled#flooding')}#0`;
    const strict = keyThrottle(
      { writeUnitsPerKey: 2, readUnitsPerKey: HARSH.readUnitsPerKey },
      () => 0,
      () => nowMs,
    );
    throttle = {
      strike: (request) =>
        JSON.parse(request.body.toString()).Key.pk.S === row ? strict.strike?.(request) : undefined,
    };

    const { admitted, refused, unchecked, writesOfBusiestRow } = await flood('throttled');

    expect(unchecked).toBe(0);
    expect(admitted.flood).toBeGreaterThan(0);
    expect(admitted.flood).toBeLessThanOrEqual(within);
    for (const caller of ['colleague', 'person', 'stranger'])
      expect([caller, refused[caller], admitted[caller]]).toEqual([caller, undefined, OTHERS]);
    expect(writesOfBusiestRow).toBeLessThan(offered / 5);
  });
});
