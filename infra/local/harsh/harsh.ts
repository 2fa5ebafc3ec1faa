import { randomInt } from 'node:crypto';
import { callFaults } from './call-faults.ts';
import type { Disturbance } from './disturbances.ts';
import { indexLag } from './index-lag.ts';
import { keyThrottle } from './key-throttle.ts';
import { randomFrom } from './random.ts';
import { type SplitStream, streamShards } from './stream-shards.ts';
import { transactionConflicts } from './transaction-conflicts.ts';

/** How harsh the local cloud is: every rate from 0 to 1, and 0 turns its fault off. */
export interface HarshOptions {
  /** The same seed makes the same choices in the same order of calls. */
  seed: number;
  /** What DynamoDB allows one partition key of a table or an index per second. */
  writeUnitsPerKey: number;
  readUnitsPerKey: number;
  /** Writes that meet another transaction on the same item. */
  conflictRate: number;
  /** Shards that each stream is split into by partition key. */
  shards: number;
  /** Queue messages and scheduled events that are delivered twice. */
  duplicateRate: number;
  /** How long a new or changed row is missing from the indexes of its table. */
  indexLagMs: number;
  /** Whether functions stand still between invocations, and connections to AWS are closed meanwhile. */
  freezes: boolean;
  /** Whether the temporary directory of a function is limited to its ephemeral storage. */
  limitsTemporaryFiles: boolean;
  /** Calls to AWS that fail, or whose answer is lost. */
  faultRate: number;
  /** Invocations whose function is killed on the way. */
  killRate: number;
}

/** `npm start -- --harsh`: what AWS does on an ordinary day. Outages and kills are for soak tests. */
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

/** The faults of harsh mode, for the parts of the local cloud that they strike. */
export interface Harshness {
  options: HarshOptions;
  /** Between functions and the engines of AWS. */
  disturbances: Disturbance[];
  splitStream: SplitStream;
  isDuplicate(): boolean;
  /** After how many milliseconds an invocation is killed; undefined lets it live. */
  killAfterMs(): number | undefined;
}

const LONGEST_LIFE_MS = 300;

/** Each fault draws from a sequence of its own, so that turning one off leaves the others as they are. */
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
