import * as z from 'zod';

/**
 * What was known of a subject when an investigation began. It is kept as it was: an analyst looks at
 * nothing else, and may cite nothing else.
 */
const Instant = z.string();

const Receipt = z.object({
  id: z.string(),
  source: z.string(),
  fact: z.string(),
  status: z.string(),
  value: z.unknown(),
  /** A large value stays with its receipt; its digest still tells whether two are the same. */
  valueDigest: z.string().nullable(),
  observedAt: Instant,
  expiresAt: Instant.nullable(),
});
export type SnapshotReceipt = z.infer<typeof Receipt>;

const UsedReceipt = Receipt.omit({ value: true, valueDigest: true }).extend({
  /** What its source calls it, where that is not what the policy calls it. */
  ownFact: z.string().optional(),
});

/** An input of a policy that several sources speak of by now: what stands of those it accepts. */
const ComparedInput = z.object({ key: z.string(), receiptIds: z.array(z.string()) });

const Assessment = z.object({
  id: z.string(),
  policyKey: z.string(),
  /** Whether no later one had been made under its policy key. */
  isLatest: z.boolean(),
  evaluatedAt: Instant,
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: z.string(),
  evidenceRevision: z.number(),
  freshUntil: Instant.nullable(),
  reviewDueAt: Instant,
  /** The receipts it was made of, whether or not they still stand. */
  evidence: z.array(UsedReceipt),
  /** Of a latest assessment. Snapshots that were taken before inputs were compared have none. */
  inputs: z.array(ComparedInput).default([]),
});
export type SnapshotAssessment = z.infer<typeof Assessment>;

const Override = z.object({
  id: z.string(),
  assessmentId: z.string(),
  decision: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
});
export type SnapshotOverride = z.infer<typeof Override>;

const Action = z.object({
  id: z.string(),
  assessmentId: z.string(),
  policyKey: z.string(),
  name: z.string(),
  status: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type SnapshotAction = z.infer<typeof Action>;

const Event = z.object({
  id: z.string(),
  type: z.string(),
  resourceId: z.string(),
  occurredAt: Instant,
  actorKind: z.string(),
  activity: z
    .object({ activityType: z.string(), category: z.string(), occurredAt: Instant })
    .nullable(),
});
export type SnapshotEvent = z.infer<typeof Event>;

export const Snapshot = z.object({
  takenAt: Instant,
  subject: z.object({ id: z.string(), kind: z.string() }),
  evidenceRevision: z.number(),
  receipts: z.array(Receipt),
  assessments: z.array(Assessment),
  overrides: z.array(Override),
  actions: z.array(Action),
  events: z.array(Event),
  /** How many of each had no room. */
  leftOut: z.object({ receipts: z.number(), assessments: z.number(), events: z.number() }),
});
export type Snapshot = z.infer<typeof Snapshot>;
