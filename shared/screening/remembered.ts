import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { LIST_KINDS } from '@assay/watchlist';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { EXPIRED_AT_ONCE, REASON_CHARACTERS } from './limits.ts';
import { MatchSubject } from './match-list.ts';
import { ReviewedDecision } from './match-proposal.ts';
import type { RememberedReason, ScreeningMatch } from './run.ts';

/** The latest decision on an entry for a subject, as it is stored. */
export const StoredRemembered = z.object({
  id: z.string(),
  subject: MatchSubject.nullable(),
  source: z.string(),
  sourceEntryId: z.string(),
  listedName: z.string(),
  listKind: z.enum(LIST_KINDS),
  score: z.number(),
  entryDigest: z.string(),
  screenedDigest: z.string(),
  factorsDigest: z.string(),
  decision: ReviewedDecision,
  reason: z.string(),
  runId: z.string(),
  matchId: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  proposedBy: z.string().nullable(),
  /** A person has expired it. */
  expired: z.object({ by: z.string(), at: z.string() }).optional(),
});
export type StoredRemembered = z.infer<typeof StoredRemembered>;

/** A decision that later runs inherit, as people maintain it. */
export const RememberedDecision = z
  .object({
    id: z.uuid(),
    subject: MatchSubject.nullable().describe(
      'The risk subject. Null if the decided run had none: then the decision counts for runs of the same data without one.',
    ),
    source: z.string().describe('The key of the list.'),
    sourceEntryId: z.string(),
    listedName: z.string(),
    listKind: z.enum(LIST_KINDS),
    score: z.int().describe('The score of the decided match. A match with a higher one is decided anew.'),
    decision: ReviewedDecision,
    reason: z.string(),
    runId: z.uuid(),
    matchId: z.uuid().describe('The match that was decided.'),
    decidedBy: z.string(),
    decidedAt: Timestamp,
    proposedBy: z.string().nullable().describe('Who proposed the decision, if anyone.'),
    expiresAt: Timestamp.describe('By the current `expiresAfterDays`. From then on runs do not inherit it.'),
  })
  .meta({
    id: 'RememberedDecision',
    examples: [
      {
        id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e03',
        subject: { id: '019ced2b-bb00-7000-8000-5d3c2b1a0f02', kind: 'person', externalId: 'customer-4711' },
        source: 'eu_fsf',
        sourceEntryId: 'EU.27.28',
        listedName: 'Ambrose Quillfeather',
        listKind: 'sanctions',
        score: 80,
        decision: 'false_positive',
        reason: 'Another person: born forty years later.',
        runId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        matchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
        decidedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        decidedAt: '2026-03-14T09:26:53.589Z',
        proposedBy: null,
        expiresAt: '2027-03-14T09:26:53.589Z',
      },
    ],
  });
export type RememberedDecision = z.infer<typeof RememberedDecision>;

const PRINCIPAL_CHARACTERS = 100;
const LIST_KEY_CHARACTERS = 80;

/** Filters of remembered decisions, also of their export. */
export const rememberedFilter = {
  subject: RecordId.optional().describe('The risk subject.'),
  source: z.string().max(LIST_KEY_CHARACTERS).optional().describe('The key of a list.'),
  expiresBefore: Instant.optional().describe(
    'Decisions that expire before this time, by the current `expiresAfterDays`.',
  ),
  decidedBy: z.string().max(PRINCIPAL_CHARACTERS).optional().describe('Who made the decision, as in `decidedBy`.'),
};

/** Decisions that no later run shall inherit. */
export const DecisionExpiry = z
  .strictObject({
    ids: distinct(z.array(RecordId).min(1).max(EXPIRED_AT_ONCE)),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({
    id: 'DecisionExpiry',
    examples: [{ ids: ['019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02'], reason: 'The customer was asked for a new document.' }],
  });
export type DecisionExpiry = z.infer<typeof DecisionExpiry>;

export const ExpiredDecisions = z
  .object({
    expired: z.array(z.uuid()),
    unchanged: z.array(z.uuid()).describe('A person had expired these before, or decided anew.'),
  })
  .meta({ id: 'ExpiredDecisions' });
export type ExpiredDecisions = z.infer<typeof ExpiredDecisions>;

const DAY_MS = 24 * 60 * 60 * 1000;

export const expiryOf = ({ decidedAt }: Pick<StoredRemembered, 'decidedAt'>, expiresAfterDays: number): Date =>
  new Date(Date.parse(decidedAt) + expiresAfterDays * DAY_MS);

export function presentRemembered(stored: StoredRemembered, expiresAfterDays: number): RememberedDecision {
  const {
    entryDigest: _entry,
    screenedDigest: _screened,
    factorsDigest: _factors,
    expired: _expired,
    ...shown
  } = stored;
  return { ...shown, expiresAt: expiryOf(stored, expiresAfterDays).toISOString() };
}

/** What was compared and with which result, in any order. Points are the score, which is compared by itself. */
export const factorsDigestOf = (factors: ScreeningMatch['factors']): string =>
  sha256Hex(canonicalJson(factors.map(({ code, detail }) => canonicalJson([code, detail])).toSorted()));

interface Terms {
  screenedDigest: string;
  now: Date;
  expiresAfterDays: number;
}

/** Why a decision does not count for a new match of the same subject, list and entry; undefined if it does. */
function whyNotRemembered(
  known: StoredRemembered,
  match: Pick<ScreeningMatch, 'score' | 'factors' | 'entry'>,
  { screenedDigest, now, expiresAfterDays }: Terms,
): RememberedReason | undefined {
  if (known.entryDigest !== match.entry?.digest) return 'remembered_entry_changed';
  if (known.screenedDigest !== screenedDigest) return 'remembered_subject_changed';
  if (known.factorsDigest !== factorsDigestOf(match.factors)) return 'remembered_scorer_changed';
  if (match.score > known.score) return 'remembered_score_rose';
  if (known.expired || expiryOf(known, expiresAfterDays) <= now) return 'remembered_expired';
  return undefined;
}

/** A new match with the decision that is remembered, or with the reason why none is. */
export function recalled(match: ScreeningMatch, known: StoredRemembered | undefined, terms: Terms): ScreeningMatch {
  // An own list can be deleted and created with another kind, which is another question.
  const isSameList = known?.source === match.source && known.listKind === match.listKind;
  const isSameEntry = isSameList && known.sourceEntryId === match.sourceEntryId;
  if (!known || !isSameEntry || match.decision !== 'pending') return match;
  const reviewReason = whyNotRemembered(known, match, terms);
  if (reviewReason) return { ...match, reviewReason };
  const { runId, matchId, decision, decidedBy, decidedAt } = known;
  return { ...match, decision, rememberedFrom: { runId, matchId, decision, decidedBy, decidedAt } };
}
