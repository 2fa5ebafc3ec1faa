import { randomInt } from 'node:crypto';
import { callFaults } from './call-faults.ts';
import type { Disturbance } from './disturbances.ts';
import { indexLag } from './index-lag.ts';
import { keyThrottle } from './key-throttle.ts';
import { randomFrom } from './random.ts';
import { type SplitStream, streamShards } from './stream-shards.ts';
import { transactionConflicts } from './transaction-conflicts.ts';

/** Settings of harsh mode. Rates are from 0 to 1; 0 turns a fault off. */
export interface HarshOptions {
  /** The same seed gives the same faults for the same order of calls. */
  seed: number;
  /** Capacity per second of one partition key of a table or index. */
  writeUnitsPerKey: number;
  readUnitsPerKey: number;
  /** Share of writes that conflict with another transaction. */
  conflictRate: number;
  /** Number of shards of each stream. Records are assigned by partition key. */
  shards: number;
  /** Share of queue messages and scheduled events that are delivered twice. */
  duplicateRate: number;
  /** How long a new or changed row is missing from the indexes. */
  indexLagMs: number;
  /** Freezes functions between invocations and closes their idle AWS connections. */
  freezes: boolean;
  /** Limits the temporary directory of a function to its ephemeral storage. */
  limitsTemporaryFiles: boolean;
  /** Share of AWS calls that fail or lose their response. */
  faultRate: number;
  /** Share of invocations that are killed. */
  killRate: number;
}

/** `npm start -- --harsh`: faults that are normal on AWS. Outages and kills are for soak tests. */
export const HARSH: Omit<HarshOptions, 'seed'> = {
  writeUnitsPerKey: 1_000,
  readUnitsPerKey: 3_000,
  conflictRate: 0.02,
  shards: 4,
  duplicateRate: 0.01,
  indexLagMs: 200,
  freezes: true,
  limitsTemporaryFiles: true,
  faultRate: 0,
  killRate: 0,
};

export const harshOptions = (changes: Partial<HarshOptions> = {}): HarshOptions => ({
  ...HARSH,
  seed: randomInt(2 ** 31),
  ...changes,
});

/** The faults of harsh mode, grouped by the part of the local cloud that they affect. */
export interface Harshness {
  options: HarshOptions;
  /** Faults between functions and the AWS engines. */
  disturbances: Disturbance[];
  splitStream: SplitStream;
  isDuplicate(): boolean;
  /** Milliseconds after which an invocation is killed; undefined if it is not. */
  killAfterMs(): number | undefined;
}

const LONGEST_LIFE_MS = 300;

/** Each fault has its own random sequence, so turning one off does not change the others. */
export function harshness(options: HarshOptions): Harshness {
  const { seed, duplicateRate, killRate } = options;
  const [conflicts, throttles, duplicates, faults, kills] = [1, 2, 3, 4, 5].map((stream) =>
    randomFrom(seed + stream),
  ) as [() => number, () => number, () => number, () => number, () => number];
  return {
    options,
    disturbances: [
      callFaults(options.faultRate, faults),
      transactionConflicts(options.conflictRate, conflicts),
      keyThrottle(options, throttles),
      indexLag(options.indexLagMs),
    ],
    splitStream: streamShards(options.shards),
    isDuplicate: () => duplicates() < duplicateRate,
    killAfterMs: () => (kills() < killRate ? kills() * LONGEST_LIFE_MS : undefined),
  };
}
