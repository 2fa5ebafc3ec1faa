/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVENTED_LISTS, listSizesIn } from '#infra/local/lists.ts';
import { loadLists } from '#infra/local/load-lists.ts';
import { harshOptions } from '#packages/local-aws/src/harsh/harsh.ts';
import { audit } from '#test/support/auditor.ts';
import { lookAtTablesOf, startLocalCloud, type TestCloud } from '#test/support/local-cloud.ts';
import { mixedLoad } from '#test/support/mixed-load.ts';
import { newSeed, randomFrom } from '#test/support/random.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { isSoaking, soakSeconds } from '#test/support/soak.ts';
import { storedEvents } from '#test/support/stored-state.ts';

/**
 * The whole service under mixed load, with the faults of AWS. In every run for some seconds, with a fixed seed and limits
 * per key that so little load can reach. `npm run soak` does it for `SOAK_MINUTES`, and there 5 % of the calls to AWS
 * fail and functions are killed.
 */
const SEED = newSeed(20_261_116);
const LOAD_MS = soakSeconds(6) * 1_000;
const WRITERS = 4;
const REQUESTS = 40;
/** What runs out of time on a busy machine says nothing about faults. */
const TIMEOUT_FACTOR = 8;
const SETTLING_MS = 300_000;
const TIME_LIMIT_MS = LOAD_MS + SETTLING_MS + 300_000;

let cloud: TestCloud;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  cloud = await startLocalCloud({
    timeoutFactor: TIMEOUT_FACTOR,
    harsh: harshOptions({
      seed: SEED,
      writeUnitsPerKey: 100,
      readUnitsPerKey: 400,
      conflictRate: 0.03,
      // One in a hundred would be one in all, so few are sent in every run.
      duplicateRate: isSoaking ? 0.01 : 0.2,
      ...(isSoaking && { faultRate: 0.05, killRate: 0.005 }),
    }),
  });
  const { eu_fsf = 0 } = listSizesIn(INVENTED_LISTS);
  const { done } = await loadLists({
    baseUrl: cloud.baseUrl,
    token: cloud.dev.tokens.owner,
    sizes: { eu_fsf },
    progress: () => undefined,
    report: () => undefined,
  });
  await done;
});
afterAll(async () => {
  await cloud.stop();
  await receiver.stop();
});

test(
  'harsh mode: every invariant holds, and every committed event is delivered',
  async () => {
    const options = { random: randomFrom(SEED), toleratesCrashes: isSoaking };
    const load = await mixedLoad(cloud, receiver, options);
    const endsAt = performance.now() + LOAD_MS;

    // A busy machine gets the time it needs to be struck by faults at all.
    const isEnough = () => load.answers.durationsMs.length >= REQUESTS;
    await load.run(WRITERS, () => performance.now() >= endsAt && isEnough());

    const { counts, durationsMs, violations } = load.answers;
    console.info(`seed ${SEED}: ${durationsMs.length} requests`, {
      ...counts,
      p50Ms: at(durationsMs, 0.5),
      p99Ms: at(durationsMs, 0.99),
    });

    lookAtTablesOf(cloud);
    await expect
      .poll(async () => load.undelivered(await storedEvents(), receiver), {
        timeout: SETTLING_MS,
        interval: isSoaking ? 15_000 : 1_000,
      })
      .toEqual([]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    console.info(`${ids.length} deliveries of ${new Set(ids).size} events`);
    expect(violations).toEqual([]);
    expect(await audit()).toEqual([]);
    expect(counts['201']).toBeGreaterThan(10);
  },
  TIME_LIMIT_MS,
);

const at = (durationsMs: readonly number[], share: number) =>
  Math.round(durationsMs.toSorted((a, b) => a - b)[Math.floor(durationsMs.length * share)] ?? 0);
