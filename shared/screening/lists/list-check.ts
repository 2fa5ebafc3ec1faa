import * as z from 'zod';
import type { ListState } from './list-state.ts';

/**
 * What a look at a list showed. `confirmed`: the publisher has the active version. `published`: a new version, which is active
 * now. `held`: the publisher has another version, which waits for approval. `failed`: the publisher could not be reached, or its
 * file not be read. `operated`: a person or the schedule changed the list without asking the publisher.
 */
export const CheckOutcome = z.enum(['confirmed', 'published', 'held', 'failed', 'operated']);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

/** A look at a list, and the state that it left the list in. */
export const ListCheck = z.object({
  at: z.string(),
  outcome: CheckOutcome,
  /** The version that is searched from then on; null without one. */
  versionId: z.string().nullable(),
  publishedAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  isHeld: z.boolean(),
});
export type ListCheck = z.infer<typeof ListCheck>;

export const checkOf = ({ active, held, confirmedAt }: ListState, outcome: CheckOutcome, at: Date): ListCheck => ({
  at: at.toISOString(),
  outcome,
  versionId: active?.versionId ?? null,
  publishedAt: active?.publishedAt ?? null,
  confirmedAt: confirmedAt ?? active?.builtAt ?? null,
  isHeld: held.length > 0,
});
