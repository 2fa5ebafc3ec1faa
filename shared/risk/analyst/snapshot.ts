import * as z from 'zod';

/**
 * Records of a subject when an investigation started. The snapshot is immutable; analysts read and
 * cite nothing else.
 */
const Instant = z.string();

const Receipt = z.object({
  id: z.string(),
  source: z.string(),
  fact: z.string(),
  status: z.string(),
  value: z.unknown(),
  /**
   * Large values are not copied into the snapshot. The digest shows whether two of them are equal.
   */
  valueDigest: z.string().nullable(),
  observedAt: Instant,
  expiresAt: Instant.nullable(),
  /** Unknown for receipts of earlier releases. */
  evidenceRevision: z.number().optional(),
});
export type SnapshotReceipt = z.infer<typeof Receipt>;

const UsedReceipt = Receipt.omit({ value: true, valueDigest: true, evidenceRevision: true }).extend({
  /** Fact name of the source, where the policy uses another name. */
  ownFact: z.string().optional(),
});

/** Policy input with receipts from several accepted sources, as they are current now. */
const ComparedInput = z.object({ key: z.string(), receiptIds: z.array(z.string()) });

const Assessment = z.object({
  id: z.string(),
  policyKey: z.string(),
  /** Whether it was the latest assessment of its policy key. */
  isLatest: z.boolean(),
  evaluatedAt: Instant,
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: z.string(),
  evidenceRevision: z.number(),
  freshUntil: Instant.nullable(),
  reviewDueAt: Instant,
  /** Receipts that the assessment used, current or not. */
  evidence: z.array(UsedReceipt),
  /**
   * Only for latest assessments. Snapshots that were taken before inputs were compared have none.
   */
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
  activity: z.object({ activityType: z.string(), category: z.string(), occurredAt: Instant }).nullable(),
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
  /** Number of records that were dropped to fit the size limit. */
  leftOut: z.object({ receipts: z.number(), assessments: z.number(), events: z.number() }),
});
export type Snapshot = z.infer<typeof Snapshot>;
