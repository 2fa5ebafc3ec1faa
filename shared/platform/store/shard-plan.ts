import * as z from 'zod';
import { EPOCH_MS, msOf, shardOf, TIES } from '../ids.ts';

/**
 * How many partitions the rows of a kind are spread over. One partition key takes 1,000 write units a second
 * however large the table is, and rows in order of creation are all written at its end.
 *
 * A plan has steps, and the time in a row's id selects the step. The partition of a row thereby follows from its
 * id permanently, so the number can be raised from a future moment on without moving rows. It can never be
 * lowered, and a step that has begun can never be changed or removed.
 */
export interface ShardStep {
  /** Applies to ids made from then on. */
  fromMs: number;
  shards: number;
}

export type ShardPlan = readonly [ShardStep, ...ShardStep[]];

export const constantShards = (shards: number): ShardPlan => [{ fromMs: 0, shards }];

/**
 * The numbers of a new installation. A release never changes them: an installation that was deployed with the
 * old numbers would no longer find its rows.
 *
 * Sized by `npm run bench -- capacity` for 10,000 commits a second of one organization. A list reads every
 * shard, which costs at least one read unit each; kinds that are never listed have many at no cost.
 */
export const INITIAL_SHARDS = {
  /** History: one row per commit, written twice more when its events are dispatched. */
  events: 64,
  subjects: 32,
  evidence: 32,
  /** Rows larger than a kilobyte. */
  assessments: 64,
  sessions: 32,
  /** Runs, checks and decisions of sessions; never listed together. */
  sessionParts: 64,
  /** Runs of screening, and their lists: all, and by status. */
  screeningRuns: 32,
  /** Actions, and each of their queues. */
  actions: 8,
  /** Per webhook. */
  deliveries: 16,
  /** Everything else: configuration, and records that take seconds to make. */
  records: 4,
  /** The `due` indexes, which all organizations share: of history, of deliveries, of evidence, and the others. */
  dueEvents: 64,
  dueDeliveries: 64,
  dueEvidence: 32,
  due: 8,
  /** Unique names and idempotency records: found by a hash, never listed, and fixed. */
  names: 64,
  receipts: 64,
} as const;

/** Fewer, for the local cloud and tests, where one engine on one machine answers all queries. */
export const SMALL_PLAN = 'all=4,deliveries=8,due=8,dueEvents=8,dueDeliveries=8,dueEvidence=8,names=16,receipts=16';

/** Partition key of the stored plan in `identity`. Roles allow every function with tables this row. */
export const SHARD_PLAN_ROW = 'shard-plan';

export type ShardKind = keyof typeof INITIAL_SHARDS;
export type ShardPlans = Record<ShardKind, ShardPlan>;

const KINDS = Object.keys(INITIAL_SHARDS) as ShardKind[];
/** Rows without an id that contains a time. */
const FIXED: readonly string[] = ['names', 'receipts'];
/** Sets all kinds that are not named. */
const ALL = 'all';

const stepAt = (plan: ShardPlan, ms: number): ShardStep => plan.findLast(({ fromMs }) => fromMs <= ms) ?? plan[0];

/** The shard of an id. */
export const shardIn = (plan: ShardPlan, id: string): number => shardOf(id, stepAt(plan, msOf(id)).shards);

/** The number of shards that hold rows with ids made up to a moment, or at any time. */
export const shardsUpTo = (plan: ShardPlan, ms = Number.POSITIVE_INFINITY): number => stepAt(plan, ms).shards;

/** The time from which ids fall into a shard; 0 if they always have. */
export const startOfShard = (plan: ShardPlan, shard: number): number =>
  plan.find(({ shards }) => shard < shards)?.fromMs ?? Number.POSITIVE_INFINITY;

/** The reason why a text is not a valid plan. */
class InvalidShardPlan extends Error {
  override name = 'InvalidShardPlan';
}

const PART = /^([a-zA-Z]+)=([1-9]\d?)(?:@(.+))?$/;

/**
 * `subjects=32,subjects=64@2027-03-01T00:00:00Z`: 32 shards from the beginning, 64 for ids made from March on.
 * A kind without a number for the beginning has that of `all`, or its default.
 */
export function parseShardPlans(text: string): ShardPlans {
  const initial = new Map<string, number>();
  const later: { kind: ShardKind; step: ShardStep }[] = [];
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const { kind, shards, from } = parsePart(part.trim());
    if (from === undefined) {
      if (initial.has(kind)) throw new InvalidShardPlan(`names ${kind} twice`);
      initial.set(kind, shards);
    } else later.push({ kind: growing(kind), step: { shards, fromMs: parseTime(kind, from) } });
  }
  const planOf = (kind: ShardKind): ShardPlan => {
    const named = FIXED.includes(kind) ? undefined : initial.get(ALL);
    const first = { fromMs: 0, shards: initial.get(kind) ?? named ?? INITIAL_SHARDS[kind] };
    const steps = later.filter((one) => one.kind === kind).map(({ step }) => step);
    assertGrows(kind, [first, ...steps]);
    return [first, ...steps];
  };
  return Object.fromEntries(KINDS.map((kind) => [kind, planOf(kind)])) as ShardPlans;
}

function parsePart(part: string): { kind: string; shards: number; from: string | undefined } {
  const [, kind = '', number, from] = PART.exec(part) ?? [];
  const shards = Number(number);
  if (kind !== ALL && !KINDS.some((known) => known === kind))
    throw new InvalidShardPlan(
      `holds \`${part}\`; write \`kind=shards\` or \`kind=shards@time\`, with a kind of ${[ALL, ...KINDS].join(', ')}`,
    );
  // Ids have 64 ties, and only their divisors share them evenly.
  if (TIES % shards !== 0) throw new InvalidShardPlan(`gives ${kind} ${shards} shards; use 1, 2, 4, 8, 16, 32 or 64`);
  return { kind, shards, from };
}

function growing(kind: string): ShardKind {
  if (kind === ALL || FIXED.includes(kind)) throw new InvalidShardPlan(`gives ${kind} a time, but its number is fixed`);
  return kind as ShardKind;
}

function parseTime(kind: string, text: string): number {
  const ms = z.iso.datetime().safeParse(text).success ? Date.parse(text) : Number.NaN;
  if (!(ms > EPOCH_MS))
    throw new InvalidShardPlan(`gives ${kind} the time ${text}; use a time such as 2027-03-01T00:00:00Z`);
  return ms;
}

function assertGrows(kind: string, steps: readonly ShardStep[]): void {
  for (const [index, { fromMs, shards }] of steps.entries()) {
    const before = steps[index - 1];
    if (!before) continue;
    if (fromMs <= before.fromMs) throw new InvalidShardPlan(`gives ${kind} times that do not increase`);
    if (shards <= before.shards)
      throw new InvalidShardPlan(`lets ${kind} go from ${before.shards} to ${shards} shards; the number only grows`);
  }
}

/** The setting, as it is passed on to functions. */
export const ShardPlanText = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .superRefine((text, { addIssue }) => {
    try {
      parseShardPlans(text);
    } catch (error) {
      if (!(error instanceof InvalidShardPlan)) throw error;
      addIssue(error.message);
    }
  });
