import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';

/** A check of a verification session, and its value as evidence. */
export const SessionCheckImport = z.strictObject({ checkId: RecordId }).meta({
  id: 'SessionCheckImport',
  examples: [{ checkId: '019ced2c-a000-7000-8000-5d3c2b1a0f00' }],
});

/** Ordered from harmless to worst. */
export const CheckOutcome = z.enum(['clear', 'review', 'block']);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

export const FlagSeverity = z.enum(['info', ...CheckOutcome.exclude(['clear']).options]);
export type FlagSeverity = z.infer<typeof FlagSeverity>;

/** The worst of the outcome and all flags, so that a flag is never hidden by the outcome. */
export function worstOutcome(outcome: CheckOutcome, severities: readonly FlagSeverity[]): CheckOutcome {
  const results = [outcome, ...severities];
  return results.includes('block') ? 'block' : results.includes('review') ? 'review' : 'clear';
}

export const factOfCheck = (kind: string) => `check.${kind}`;
