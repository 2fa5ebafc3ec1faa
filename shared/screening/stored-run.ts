import * as z from 'zod';
import { SubjectKind } from '#shared/risk/contract.ts';
import { MatchProposal } from './match-proposal.ts';
import { ScreeningRun } from './run.ts';

/** A run as it is stored: as it is shown, with what later decisions need to know of its search. */
export const StoredRun = z.object({
  run: ScreeningRun,
  /** Whether the search of each kind of list was incomplete; the kinds are independent. */
  isIncomplete: z.object({ sanctions: z.boolean(), pep: z.boolean(), watch: z.boolean().optional() }),
  /** Risk fact -> the receipt that this run last recorded for it. */
  receipts: z.record(z.string(), z.string()),
  /** The risk subject as lists of matches show it. Absent without one, and in older runs. */
  subject: z.object({ kind: SubjectKind, externalId: z.string() }).optional(),
  /** Whether its open and confirmed matches are stored as matches in force. Absent in older runs. */
  inForce: z.literal(true).optional(),
  /**
   * By which decisions on its matches are remembered: the digest of the screened data by the key of the organization.
   * Absent if decisions were not remembered when it was made.
   */
  memory: z.object({ screenedDigest: z.string(), isAttached: z.literal(true).optional() }).optional(),
  /** Of all matches, oldest first. Absent in older runs. */
  proposals: z.array(MatchProposal).optional(),
});
export type StoredRun = z.infer<typeof StoredRun>;
