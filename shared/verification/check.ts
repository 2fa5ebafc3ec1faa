import { refineRequiredIff } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { Instant, pageOf, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { CheckOutcome, FlagSeverity, factOfCheck, type SubmittedItem, worstOutcome } from '#shared/risk/contract.ts';
import { IncompleteReason, ScreeningStatus } from '#shared/screening/contract.ts';
import { COMPARED_PARTS } from './identity-document.ts';
import { CHECK_KIND_CHARACTERS, FLAGS_PER_CHECK, PROVIDER_REF_CHARACTERS } from './limits.ts';

/** Result of a provider in a session, beside the steps of its workflow. */
export const ReportedStatus = z.enum(['completed', 'failed']);

/** The service's own screenings have statuses that clients cannot report. */
export const CheckStatus = z.enum([...ReportedStatus.options, 'clear', 'review_required', 'match', 'error']);

const Flag = z.strictObject({ code: DefinitionKey, severity: FlagSeverity });

const EXAMPLE = {
  kind: 'email_reputation',
  status: 'completed' as const,
  outcome: 'clear' as const,
  flags: [{ code: 'new_domain', severity: 'info' as const }],
  observedAt: '2026-03-14T09:20:00.000Z',
};

export const NewCheck = refineRequiredIff(
  z.strictObject({
    kind: DefinitionKey.max(CHECK_KIND_CHARACTERS),
    status: ReportedStatus,
    outcome: CheckOutcome.nullish().describe('Required for completed checks and not allowed otherwise.'),
    flags: z.array(Flag).max(FLAGS_PER_CHECK).default([]),
    observedAt: Instant.describe('Must not be in the future.'),
    providerRef: text(PROVIDER_REF_CHARACTERS).nullish(),
    participantKey: DefinitionKey.nullish().describe('Identifies the participant the check is about.'),
  }),
  {
    member: 'outcome',
    where: ['status', 'completed'],
    message: 'must be there for a completed check, and for no other',
  },
).meta({ id: 'NewSessionCheck', examples: [EXAMPLE] });

const MatchCounts = z.object({
  match: z.int().describe('Confirmed, or at or above the match score and undecided.'),
  possibleMatch: z.int().describe('Undecided, at or above the review score.'),
  falsePositive: z.int().describe('Marked as false positive.'),
});

/** Summary of the screening run of a check, for reviewers. It contains no names. */
const ScreeningSummary = z
  .object({
    runId: z.uuid(),
    runStatus: ScreeningStatus,
    errorCode: z.string().nullable(),
    incomplete: z.boolean(),
    incompleteReasons: z.array(IncompleteReason),
    capped: z.boolean().describe('Whether more names, terms or entries matched than are compared.'),
    unreadable: z
      .array(z.enum(COMPARED_PARTS))
      .describe('Parts of the identity document that could not be read and were not compared.'),
    topScore: z.int().nullable(),
    sanctions: MatchCounts,
    pep: MatchCounts,
  })
  .meta({ id: 'ScreeningSummary' });
export type ScreeningSummary = z.infer<typeof ScreeningSummary>;

export const Check = z.object({
  sessionId: z.uuid(),
  kind: z.string(),
  status: CheckStatus,
  outcome: CheckOutcome.nullable(),
  flags: z.array(z.object({ code: z.string(), severity: FlagSeverity })),
  observedAt: Timestamp,
  providerRef: z.string().nullable(),
  participantKey: z.string().nullable(),
  screening: ScreeningSummary.nullable()
    .default(null)
    .describe(
      'Of a `pep_sanctions` check that the service ran: its screening run in short, up to date with the ' +
        'decisions on its ' +
        'matches. Null for other checks, and for those created before this property existed.',
    ),
  workflowRunId: z
    .uuid()
    .optional()
    .describe(
      'The attempt whose step the check is. Absent if a client recorded the check, and for checks that were ' +
        'created before this property existed.',
    ),
  createdAt: Timestamp,
});
export type Check = z.infer<typeof Check>;

export const CheckRecord = recordOf('checks', Check).meta({
  id: 'SessionCheck',
  examples: [
    {
      id: '019ced2c-a000-7000-8000-5d3c2b1a0f00',
      resource: 'checks',
      data: {
        sessionId: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
        ...EXAMPLE,
        providerRef: null,
        participantKey: null,
        screening: null,
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type CheckRecord = z.infer<typeof CheckRecord>;

export const CheckPage = pageOf(CheckRecord).meta({ id: 'SessionCheckPage' });

/**
 * The attempt of a check that the service ran. Of one that was stored without it: the attempt that
 * had begun last, because a step of an earlier one is not run any more.
 */
export const attemptOf = ({ id, data }: CheckRecord, runs: readonly { id: string }[]): string =>
  data.workflowRunId ?? runs.findLast((run) => run.id < id)?.id ?? '';

const REFERENCE = 'session-check:';

/** The check that a receipt was imported from. */
export const importedCheckIn = (providerRef: string | null): string | undefined =>
  providerRef?.startsWith(REFERENCE) ? providerRef.slice(REFERENCE.length) : undefined;

/** A check as evidence. A failed check is unavailable, and no flag is lost. */
export function evidenceItemOf({ id, data }: CheckRecord): SubmittedItem {
  const { kind, outcome, flags, observedAt } = data;
  const value =
    outcome &&
    worstOutcome(
      outcome,
      flags.map(({ severity }) => severity),
    );
  return {
    fact: factOfCheck(kind),
    status: value === null ? 'unavailable' : 'available',
    value,
    observedAt,
    providerRef: REFERENCE + id,
  };
}
