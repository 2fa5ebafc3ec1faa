import type {
  Snapshot,
  SnapshotAction,
  SnapshotAssessment,
  SnapshotEvent,
  SnapshotOverride,
  SnapshotReceipt,
} from '#shared/risk/analyst/snapshot.ts';

/** Parts of a snapshot; a test states what it is about. */
const TAKEN_AT = '2026-06-15T12:00:00.000Z';

/** A UUID that is the same for the same number. */
export const idOf = (kind: string, number: number) =>
  `${Buffer.from(kind.padEnd(4)).toString('hex')}-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const at = (secondsBefore: number) => new Date(Date.parse(TAKEN_AT) - secondsBefore * 1000).toISOString();

export const aSnapshot = (parts: Partial<Snapshot> = {}): Snapshot => ({
  takenAt: TAKEN_AT,
  subject: { id: idOf('subj', 0), kind: 'person' },
  evidenceRevision: 1,
  receipts: [],
  assessments: [],
  overrides: [],
  actions: [],
  events: [],
  leftOut: { receipts: 0, assessments: 0, events: 0 },
  ...parts,
});

export const aReceipt = (number: number, parts: Partial<SnapshotReceipt> = {}): SnapshotReceipt => ({
  id: idOf('rcpt', number),
  source: `registered:${number}`,
  fact: 'email.age_days',
  status: 'available',
  value: 3,
  valueDigest: null,
  observedAt: at(60),
  expiresAt: null,
  ...parts,
});

export const used = ({ value, valueDigest, ...receipt }: SnapshotReceipt) => receipt;

export const anAssessment = (number: number, parts: Partial<SnapshotAssessment> = {}): SnapshotAssessment => ({
  id: idOf('asmt', number),
  policyKey: `policy${number}`,
  isLatest: true,
  evaluatedAt: at(30),
  score: 40,
  band: 'high',
  decision: 'review',
  evidenceRevision: 1,
  freshUntil: at(-3600),
  reviewDueAt: at(-86_400),
  evidence: [],
  inputs: [],
  ...parts,
});

export const anOverride = (number: number, parts: Partial<SnapshotOverride> = {}): SnapshotOverride => ({
  id: idOf('ovrd', number),
  assessmentId: idOf('asmt', number),
  decision: 'none',
  createdAt: at(20),
  expiresAt: at(-3600),
  revokedAt: null,
  ...parts,
});

export const anAction = (number: number, parts: Partial<SnapshotAction> = {}): SnapshotAction => ({
  id: idOf('actn', number),
  assessmentId: idOf('asmt', number),
  policyKey: 'policy',
  name: 'manual_review',
  status: 'requested',
  createdAt: at(8 * 86_400),
  updatedAt: at(60),
  ...parts,
});

export const anEvent = (number: number, parts: Partial<SnapshotEvent> = {}): SnapshotEvent => ({
  id: idOf('evnt', number),
  type: 'risk.evidence.recorded',
  resourceId: idOf('rcpt', number),
  occurredAt: at(60),
  actorKind: 'api_key',
  activity: null,
  ...parts,
});

export const anActivity = (number: number, secondsBefore: number, activityType = 'login') =>
  anEvent(number, {
    type: 'risk.activity.reported',
    activity: { activityType, category: 'authentication', occurredAt: at(secondsBefore) },
  });
