import * as z from 'zod';
import { addSeconds } from '#shared/platform/clock.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { RETAIN_DAYS } from './limits.ts';

/** How long a document is kept: its retention, and the legal hold that suspends it. */
const DAY_SECONDS = 24 * 60 * 60;
const REASON_CHARACTERS = 2_000;

const RetainDays = z.int().min(1).max(RETAIN_DAYS);

export const RetentionOfSending = RetainDays.nullish().describe(
  'Delete the document, with its files and audit trail, this many days after it was completed, declined or voided or has ' +
    'expired. The history keeps its id and the digests of its files. Without it the document is kept until the ' +
    'organization is deleted.',
);

/** A legal hold on one document: while it is there, nothing but the deletion of the organization deletes the document. */
const DocumentHold = z
  .object({ placedAt: Timestamp, placedBy: z.string().describe('`user:<id>`.') })
  .meta({ id: 'DocumentHold' });

/** Missing members: the document is kept without limit, has not ended or ended before this was recorded, has no hold. */
export const storedKeeping = {
  retainDays: z.int().optional(),
  endedAt: Timestamp.optional(),
  legalHold: DocumentHold.extend({ reason: z.string() }).optional(),
};
type Keeping = z.infer<z.ZodObject<typeof storedKeeping>>;

export const shownKeeping = {
  retainDays: storedKeeping.retainDays.describe(
    'Days that the document is kept after its end. Missing: without limit.',
  ),
  keepUntil: Timestamp.optional().describe(
    'When the document is deleted; missing until it has ended. A legal hold of the document or of the organization ' +
      'suspends the deletion.',
  ),
  legalHold: DocumentHold.optional().describe('Missing without a legal hold on the document.'),
};

/** The end of the retention, whether or not a hold suspends it. */
export const keepUntilOf = ({ retainDays, endedAt }: Keeping): string | undefined =>
  retainDays === undefined || endedAt === undefined
    ? undefined
    : addSeconds(new Date(endedAt), retainDays * DAY_SECONDS).toISOString();

/** When a worker may delete the document; undefined while it may not. */
export const deletedFrom = (keeping: Keeping): string | undefined =>
  keeping.legalHold === undefined ? keepUntilOf(keeping) : undefined;

/** Null is without limit. */
export const isShorter = (retainDays: number | null, before: number | undefined) =>
  retainDays !== null && (before === undefined || retainDays < before);

export const RetentionChange = z
  .strictObject({
    retainDays: RetainDays.nullable().describe('Not less than before; null keeps the document without limit.'),
    reason: prose(REASON_CHARACTERS).describe('Stored in the history.'),
  })
  .meta({ id: 'RetentionChange', examples: [{ retainDays: 3_650, reason: 'The limitation period is ten years.' }] });

export const DocumentHoldChange = z
  .strictObject({
    held: z.boolean().describe('Whether the document is under a legal hold.'),
    reason: prose(REASON_CHARACTERS).describe('Stored in the history.'),
    proposalId: RecordId.nullish().describe(
      'The open proposal of another person to release the hold. Required for a release while the deletion of the ' +
        'organization requires two people.',
    ),
  })
  .meta({ id: 'DocumentHoldChange', examples: [{ held: true, reason: 'Litigation about the lease.' }] });
